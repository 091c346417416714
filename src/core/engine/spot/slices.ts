/**
 * Orders that show a slice at a time: what rests of one is parted into the slice that shows and what is hidden behind it, and a slice
 * that is used up is followed by the next. The expected lock counts both. Rules SPOT-ICE-1 to SPOT-ICE-4.
 */
import { foldNumber } from "../../base/records/digest.ts";
import { type Book, restNewest } from "../book/book.ts";
import { addHidden } from "../book/hidden-lots.ts";
import { nextOrderId } from "../orders/open-orders.ts";
import type { OrderRow } from "../orders/order-rows.ts";
import type { SpotState } from "./spot.ts";

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
export function showNextSlice(state: SpotState, book: Book, order: OrderRow): boolean {
  const { rows } = book;
  const instructions = rows.instructions(order);
  if (instructions === undefined || instructions.hidden === 0) return false;
  const shown = Math.min(instructions.slice, instructions.hidden);
  instructions.hidden -= shown;
  addHidden(book, order, -shown);
  rows.reduce(order, -shown);
  instructions.rank = nextOrderId(state.orders); // SPOT-STOP-5
  restNewest(book, order);
  foldNumber(state.digest, shown);
  return true;
}

/** It leaves the book, with what it hides. */
export function forgetHidden(book: Book, order: OrderRow): void {
  const hidden = book.rows.hidden(order);
  if (hidden > 0) addHidden(book, order, -hidden);
}
