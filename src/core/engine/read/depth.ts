/** What can be seen of a book: its best levels, and what rests at each. */
import { lotsAt } from "../book/book.ts";
import { type Ladder, levelIn } from "../book/ladder.ts";
import { pagesOf } from "../book/ladder-pages.ts";
import type { PriceLevel } from "../orders/order.ts";

/** SPOT-DATA-1: of one side, best first; at most `limit`. A page at a time and not by `levelsOf`: every client asks for it. */
export function bestLevels(ladder: Ladder, limit: number): PriceLevel[] {
  const best: PriceLevel[] = [];
  for (const page of pagesOf(ladder.pages)) {
    for (let at = page.levels.length - 1; at >= 0; at--) {
      if (best.length === limit) return best;
      best.push(levelIn(ladder, page, at));
    }
  }
  return best;
}

/** The exact sum. One that a number holds is the common case, and needs no bigint. */
export function restingAt(level: PriceLevel): number | bigint {
  return level.carry === 0 ? level.lots : lotsAt(level);
}
