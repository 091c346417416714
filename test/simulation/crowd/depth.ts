/** How much of a book an order has to take to get to a price. */
import { lotsAt } from "../../../src/core/engine/book/book.ts";
import { type Ladder, levelsOf } from "../../../src/core/engine/book/ladder.ts";

/** So many lots are all that is offered at this price or a better one. */
export function lotsUpTo(ladder: Ladder | undefined, ticks: number): number {
  let lots = 0;
  for (const level of ladder ? levelsOf(ladder) : []) {
    if (ladder?.side === "buy" ? level.ticks < ticks : level.ticks > ticks) break;
    lots += Number(lotsAt(level));
  }
  return lots;
}
