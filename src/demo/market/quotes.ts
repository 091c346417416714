/**
 * Where a pair's quotes belong: ten levels a side around its price, the first a tick or two away,
 * each farther than the one before. A level keeps to a grid as wide as the way to the next one: so
 * it stays where it is while the price moves a little, and no two levels ever meet. The near half
 * is one trader's, the far half another's.
 */
import { present } from "../../base/assert.ts";
import type { Side } from "../../engine/orders/order.ts";

export interface Quote {
  readonly side: Side;
  readonly ticks: number;
}

export type Half = "near" | "far";

/** Distances from the price in millionths of it; the first half is near, the second far. */
const DISTANCES_PPM_TENTHS = [4, 200, 600, 1_200, 2_000, 3_200, 5_000, 8_000, 13_000, 20_000];
const PPM_TENTHS = 10_000_000;
export const HALF_LEVELS = DISTANCES_PPM_TENTHS.length / 2;

interface Level {
  readonly distance: number;
  readonly grid: number;
}

/** The levels of a pair that trades around `centre` ticks. */
export class QuoteLevels {
  readonly #levels: readonly Level[];

  constructor(centre: number) {
    const distances: number[] = [];
    for (const tenths of DISTANCES_PPM_TENTHS) {
      // Where a tick is coarse, the levels are as close as ticks allow.
      const behind = (distances.at(-1) ?? 0) + 1;
      distances.push(Math.max(behind, Math.trunc((centre * tenths) / PPM_TENTHS)));
    }
    this.#levels = distances.map((distance, at) => ({ distance, grid: gridAt(distances, at) }));
  }

  /** The quotes of one half around a price, best first, bids and asks in turn. */
  around(ticks: number, half: Half): Quote[] {
    const from = half === "near" ? 0 : HALF_LEVELS;
    const quotes: Quote[] = [];
    for (const { distance, grid } of this.#levels.slice(from, from + HALF_LEVELS)) {
      const bid = Math.floor((ticks - distance) / grid) * grid;
      if (bid > 0) quotes.push({ side: "buy", ticks: bid });
      quotes.push({ side: "sell", ticks: Math.ceil((ticks + distance) / grid) * grid });
    }
    return quotes;
  }
}

/** The first level follows every tick; the last has the grid of the one before it. */
function gridAt(distances: readonly number[], at: number): number {
  if (at === 0) return 1;
  const before = Math.min(at, distances.length - 2);
  const here = present(distances[before], "the distance of a level");
  return present(distances[before + 1], "the distance of the next level") - here;
}
