/**
 * Orders that show a slice at a time: what rests of one is parted into the slice that shows, which stands at its price, and what is hidden
 * behind it, which is counted here; a slice that is used up is followed by the next. Levels, and so depth and streams, know of slices
 * only. Rules SPOT-ICE-2 to SPOT-ICE-4.
 */
import { foldNumber } from "../../base/records/digest.ts";
import { nextOrderId, type OpenOrders } from "../orders/open-orders.ts";
import type { PriceLevel } from "../orders/order.ts";
import { NO_ORDER, type OrderRow, type OrderRows } from "../orders/order-rows.ts";
import { type Book, ladderOf, lotsAt, restNewest, safeLotsAt } from "./book.ts";
import type { Ladder } from "./ladder.ts";

/** So many lots come to what is hidden at a price; below 0 where they go. */
export function addHidden(book: Book, order: OrderRow, lots: number): void {
  const { rows } = book;
  const { hidden } = ladderOf(book, rows.side(order));
  const ticks = rows.ticks(order);
  const sum = (hidden.get(ticks) ?? 0n) + BigInt(lots);
  if (sum === 0n) hidden.delete(ticks);
  else hidden.set(ticks, sum);
}

/** All that a level has to trade, whether it shows or not. */
export function allLotsAt({ hidden }: Ladder, level: PriceLevel): bigint {
  return lotsAt(level) + (hidden.size === 0 ? 0n : (hidden.get(level.ticks) ?? 0n));
}

/** The same as a number, at most 2^53 - 1 lots. */
export function safeAllLotsAt(ladder: Ladder, level: PriceLevel): number {
  if (ladder.hidden.size === 0) return safeLotsAt(level);
  const lots = allLotsAt(ladder, level);
  return lots > BigInt(Number.MAX_SAFE_INTEGER) ? Number.MAX_SAFE_INTEGER : Number(lots);
}

/** The lots that a level trades one after the other: what shows, then the next slices, each behind all that show (SPOT-ICE-3). */
export function* slicesAt(rows: OrderRows, level: PriceLevel): Iterable<number> {
  let again: { slice: number; left: number }[] = [];
  for (let order = level.first; order !== NO_ORDER; order = rows.behind(order)) {
    yield rows.remaining(order);
    const { slice = 0, hidden = 0 } = rows.instructions(order) ?? {};
    if (hidden > 0) again.push({ slice, left: hidden });
  }
  while (again.length > 0) {
    for (const { slice, left } of again) yield Math.min(slice, left);
    again = again
      .map(({ slice, left }) => ({ slice, left: left - slice }))
      .filter(({ left }) => left > 0);
  }
}

/** SPOT-ICE-2: before it rests. */
export function hideBehindSlice(book: Book, order: OrderRow): void {
  const { rows } = book;
  const instructions = rows.instructions(order);
  if (instructions === undefined || instructions.slice === 0) return;
  const hidden = rows.remaining(order) - instructions.slice;
  if (hidden <= 0) return;
  instructions.hidden = hidden;
  rows.reduce(order, hidden);
  addHidden(book, order, hidden);
}

/** SPOT-ICE-3: its slice is used up. False when there is no other; else it stands behind all orders of its price. */
export function showNextSlice(orders: OpenOrders, book: Book, order: OrderRow): boolean {
  const { rows } = book;
  const instructions = rows.instructions(order);
  if (instructions === undefined || instructions.hidden === 0) return false;
  const shown = Math.min(instructions.slice, instructions.hidden);
  instructions.hidden -= shown;
  addHidden(book, order, -shown);
  rows.reduce(order, -shown);
  instructions.rank = nextOrderId(orders); // SPOT-STOP-5
  restNewest(book, order);
  foldNumber(orders.digest, shown);
  return true;
}

/** It leaves the book, with what it hides. */
export function forgetHidden(book: Book, order: OrderRow): void {
  const hidden = book.rows.hidden(order);
  if (hidden > 0) addHidden(book, order, -hidden);
}
