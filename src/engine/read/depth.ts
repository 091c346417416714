/** What can be seen of a book: its best levels, and what rests at each. */
import { lotsAt } from "../book/book.ts";
import { type Ladder, levelsOf } from "../book/ladder.ts";
import type { PriceLevel } from "../orders/order.ts";

/** SPOT-DATA-1: of one side, best first; at most `limit`. */
export function bestLevels(ladder: Ladder, limit: number): PriceLevel[] {
  const best: PriceLevel[] = [];
  for (const level of levelsOf(ladder)) {
    if (best.length === limit) break;
    best.push(level);
  }
  return best;
}

/** The exact sum. One that a number holds is the common case, and needs no bigint. */
export function restingAt(level: PriceLevel): number | bigint {
  return level.carry === 0 ? level.lots : lotsAt(level);
}
