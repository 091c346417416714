/**
 * Two prices that mostly go the same way, as those of two coins do: a part of every step is common to
 * both, another part each has to itself. Each is drawn back to its centre over some days and never
 * leaves the fifth on either side of it. Whole numbers only, so the same draws give the same prices on
 * any machine. Rule SANDBOX-MARKET-2.
 */
import type { Draws } from "../../../core/base/draws.ts";
import { USUAL } from "./volatility.ts";

/** Prices are counted in 10^-9 of their centre, from the centre on. */
export const ONE = 1_000_000_000;
const BOUND = ONE / 5;
/** The farthest that a usual step goes: with 432,000 of them, some percent in a day. */
const STRIDE = 50_000;
/** Five steps a second. */
export const MINUTE_STEPS = 300;
/** Of what a price is away from its centre, this part goes with a step: most of it in four days. */
const PULL_STEPS = 1_728_000;

/** How much a price takes of the common step, and of its own, in thousandths. */
interface Shares {
  readonly common: number;
  readonly own: number;
}
const WHOLE = 1_000;
const SHARES: readonly [Shares, Shares] = [
  { common: 900, own: 450 },
  { common: 900, own: 900 },
];

export class PairedWalk {
  readonly #away: [number, number];

  /** Where they begin, or as near to it as the bounds allow. */
  constructor(first: number, second: number) {
    this.#away = [within(first), within(second)];
  }

  get away(): readonly [number, number] {
    return this.#away;
  }

  /** One step; `volatility` is in thousandths of the usual. */
  go(draws: Draws, volatility: number): void {
    const common = strideOf(draws);
    SHARES.forEach((shares, at) => {
      const away = this.#away[at] ?? 0;
      const step = common * shares.common + strideOf(draws) * shares.own;
      const move = Math.trunc((step * volatility) / (WHOLE * USUAL));
      this.#away[at] = within(away + move - Math.trunc(away / PULL_STEPS));
    });
  }

  /** As far as so many steps go, at once. Neither way of time is told from the other. */
  goFar(draws: Draws, volatility: number, steps: number): void {
    const stride = Math.trunc((STRIDE * Math.sqrt(steps)) / 2);
    const common = farOf(draws, stride);
    SHARES.forEach((shares, at) => {
      const away = this.#away[at] ?? 0;
      const way = common * shares.common + farOf(draws, stride) * shares.own;
      const move = Math.trunc((way * volatility) / (WHOLE * USUAL));
      const pull = Math.trunc((away * steps) / PULL_STEPS);
      this.#away[at] = within(away + move - pull);
    });
  }
}

function strideOf(draws: Draws): number {
  return draws.below(2 * STRIDE + 1) - STRIDE;
}

/** Four draws of half the root of the steps deviate as far as so many draws of one. */
function farOf(draws: Draws, stride: number): number {
  let way = -4 * stride;
  for (let at = 0; at < 4; at++) way += draws.below(2 * stride + 1);
  return way;
}

function within(away: number): number {
  return Math.min(Math.max(away, -BOUND), BOUND);
}
