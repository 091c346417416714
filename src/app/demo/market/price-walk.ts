/**
 * A price that wanders: each step goes up or down by some ticks, and the farther it has gone from
 * its centre, the likelier is the way back. It never leaves the fifth on either side of the centre.
 * Whole ticks only. Its one number of memory can be handed in, so a walk goes on after a restart
 * from whatever price the exchange remembers; an index source can walk the same way.
 */
import type { Draws } from "../../../core/base/draws.ts";

export interface WalkTerms {
  /** Where the price is drawn to, in ticks. */
  readonly centre: number;
  /** The farthest that one step goes, in ticks. */
  readonly strideMax: number;
}

const BOUND_SHARE = 5;
/** Out of so many steps half go up at the centre; and so many fewer at twice the centre. */
const STEPS = 2 ** 20;
const PULL = 10_000;

export class PriceWalk {
  readonly #terms: WalkTerms;
  #ticks: number;

  /** `from` is where it begins, or as near to it as the bounds allow. */
  constructor(terms: WalkTerms, from: number = terms.centre) {
    this.#terms = terms;
    this.#ticks = this.#within(from);
  }

  get ticks(): number {
    return this.#ticks;
  }

  /** One step. */
  go(draws: Draws): void {
    const { centre, strideMax } = this.#terms;
    const stride = draws.below(strideMax + 1);
    const pull = Math.trunc(((this.#ticks - centre) * PULL) / centre);
    const isUp = draws.below(STEPS) < STEPS / 2 - pull;
    this.#ticks = this.#within(isUp ? this.#ticks + stride : this.#ticks - stride);
  }

  #within(ticks: number): number {
    const { centre } = this.#terms;
    const room = Math.trunc(centre / BOUND_SHARE);
    return Math.min(Math.max(ticks, centre - room), centre + room);
  }
}
