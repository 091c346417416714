/**
 * A figure that changes slowly and by chance: a value is drawn for every so many steps, and between two of
 * them it changes evenly. A function of the seed and the step alone, on either side of step 0: a restart
 * has nothing to remember, and a past leads up to a present without a seam.
 */
import { Draws } from "../../../core/base/draws.ts";

export interface CurveTerms {
  /** From one drawn value to the next. */
  readonly steps: number;
  /** Each is as likely. */
  readonly values: readonly number[];
}

export class SlowCurve {
  readonly #terms: CurveTerms;
  readonly #seed: number;
  #block = Number.NaN;
  #from = 0;
  #to = 0;

  constructor(terms: CurveTerms, seed: number) {
    this.#terms = terms;
    this.#seed = seed;
  }

  at(step: number): number {
    const { steps } = this.#terms;
    const block = Math.floor(step / steps);
    if (block !== this.#block) {
      this.#block = block;
      this.#from = this.#valueOf(block);
      this.#to = this.#valueOf(block + 1);
    }
    const done = step - block * steps;
    return Math.trunc((this.#from * (steps - done) + this.#to * done) / steps);
  }

  #valueOf(block: number): number {
    const { values } = this.#terms;
    return values[new Draws(this.#seed, block).below(values.length)] ?? 0;
  }
}
