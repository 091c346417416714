/**
 * How far a live market moves now, compared with its usual: quiet hours and busy ones, and now and
 * then some minutes that are busy far beyond both, so that large moves come together as they do
 * anywhere. A function of the seed and the step alone: a restart has nothing to remember. Rule
 * SANDBOX-MARKET-2.
 */
import { Draws } from "../../../core/base/draws.ts";

/** The usual volatility. */
export const USUAL = 1_000;

/** A share of the usual is drawn for every so many steps; between two of them it changes evenly. */
interface Scale {
  readonly steps: number;
  readonly shares: readonly number[];
}

/** At five steps a second: four hours, half an hour, two minutes. */
const SCALES: readonly Scale[] = [
  { steps: 72_000, shares: [600, 800, 1_000, 1_300] },
  { steps: 9_000, shares: [600, 800, 1_000, 1_400] },
  { steps: 600, shares: [600, 700, 700, 800, 800, 900, 900, 1_000, 1_000, 1_200, 1_800, 3_600] },
];
/** Apart from the seeds that people choose. */
const SEED_APART = 0x2545_f491;

export class Volatility {
  readonly #curves: readonly Curve[];

  constructor(seed: number) {
    this.#curves = SCALES.map((scale, at) => new Curve(scale, (seed ^ SEED_APART) + at));
  }

  /** In thousandths of the usual. */
  at(step: number): number {
    let share = USUAL;
    for (const curve of this.#curves) share = Math.trunc((share * curve.at(step)) / USUAL);
    return share;
  }
}

class Curve {
  readonly #scale: Scale;
  readonly #seed: number;
  #block = -1;
  #from = USUAL;
  #to = USUAL;

  constructor(scale: Scale, seed: number) {
    this.#scale = scale;
    this.#seed = seed;
  }

  at(step: number): number {
    const { steps } = this.#scale;
    const block = Math.trunc(step / steps);
    if (block !== this.#block) {
      this.#block = block;
      this.#from = this.#shareOf(block);
      this.#to = this.#shareOf(block + 1);
    }
    const done = step % steps;
    return Math.trunc((this.#from * (steps - done) + this.#to * done) / steps);
  }

  #shareOf(block: number): number {
    const { shares } = this.#scale;
    return shares[new Draws(this.#seed, block).below(shares.length)] ?? USUAL;
  }
}
