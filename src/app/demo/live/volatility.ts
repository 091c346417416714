/**
 * How far a live market moves now, compared with its usual: quiet hours and busy ones, and now and
 * then some minutes that are busy far beyond both, so that large moves come together as they do
 * anywhere. A function of the seed and the step alone: a restart has nothing to remember. Rule
 * SANDBOX-MARKET-2.
 */
import { type CurveTerms, SlowCurve } from "./curve.ts";

/** The usual volatility. */
export const USUAL = 1_000;

/** At five steps a second: four hours, half an hour, two minutes. */
const SCALES: readonly CurveTerms[] = [
  { steps: 72_000, values: [600, 800, 1_000, 1_300] },
  { steps: 9_000, values: [600, 800, 1_000, 1_400] },
  { steps: 600, values: [600, 700, 700, 800, 800, 900, 900, 1_000, 1_000, 1_200, 1_800, 3_600] },
];
/** Apart from the seeds that people choose. */
const SEED_APART = 0x2545_f491;

export class Volatility {
  readonly #curves: readonly SlowCurve[];

  constructor(seed: number) {
    this.#curves = SCALES.map((scale, at) => new SlowCurve(scale, (seed ^ SEED_APART) + at));
  }

  /** In thousandths of the usual. */
  at(step: number): number {
    let share = USUAL;
    for (const curve of this.#curves) share = Math.trunc((share * curve.at(step)) / USUAL);
    return share;
  }
}
