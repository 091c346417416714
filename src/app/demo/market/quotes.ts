/**
 * Where quotes belong: some levels a side around a price, each farther than the one before. A level
 * keeps to a grid as wide as the way to the next one: so it stays where it is while the price moves a
 * little, and no two levels ever meet. The near half is one trader's, the far half another's.
 */
import { present } from "../../../core/base/assert.ts";
import type { Side } from "../../../core/engine/orders/order.ts";

export interface Quote {
  readonly side: Side;
  readonly ticks: number;
}

export type Half = "near" | "far";

/** Distances from the price in 10^-7 of it; the first half is near, the second far. */
interface Spacing {
  readonly distances: readonly number[];
  /** The first level follows every tick, whatever the way to the next one. */
  readonly isTight: boolean;
}

/** Ten levels a side, the first a tick or two away: a batch moves five at once. */
export const PAIR_SPACING: Spacing = {
  distances: [4, 200, 600, 1_200, 2_000, 3_200, 5_000, 8_000, 13_000, 20_000],
  isTight: true,
};
/** Six a side that seldom move, since each takes a command for itself. */
export const CONTRACT_SPACING: Spacing = {
  distances: [500, 1_500, 3_000, 6_000, 12_000, 20_000],
  isTight: false,
};
const ONE = 10_000_000;

interface Level {
  readonly distance: number;
  readonly grid: number;
}

/** The levels of what trades around `centre` ticks. */
export class QuoteLevels {
  readonly #levels: readonly Level[];

  constructor(centre: number, { distances: shares, isTight }: Spacing) {
    const distances: number[] = [];
    for (const share of shares) {
      // Where a tick is coarse, the levels are as close as ticks allow.
      const behind = (distances.at(-1) ?? 0) + 1;
      distances.push(Math.max(behind, Math.trunc((centre * share) / ONE)));
    }
    this.#levels = distances.map((distance, at) => {
      return { distance, grid: isTight && at === 0 ? 1 : gridAt(distances, at) };
    });
  }

  /** The quotes of one half around a price, best first, bids and asks in turn. */
  around(ticks: number, half: Half): Quote[] {
    const count = this.#levels.length / 2;
    const from = half === "near" ? 0 : count;
    const quotes: Quote[] = [];
    for (const { distance, grid } of this.#levels.slice(from, from + count)) {
      const bid = Math.floor((ticks - distance) / grid) * grid;
      if (bid > 0) quotes.push({ side: "buy", ticks: bid });
      quotes.push({ side: "sell", ticks: Math.ceil((ticks + distance) / grid) * grid });
    }
    return quotes;
  }
}

/** The last level has the grid of the one before it. */
function gridAt(distances: readonly number[], at: number): number {
  const before = Math.min(at, distances.length - 2);
  const here = present(distances[before], "the distance of a level");
  return present(distances[before + 1], "the distance of the next level") - here;
}
