/** A live book as plain data: every order by itself, the user's own marked. */

import { type Book, bestOpposite, ordersAt } from "../../engine/book/book.ts";
import { type Ladder, levelsOf } from "../../engine/book/ladder.ts";
import type { Order, Side } from "../../engine/orders/order.ts";
import type { OrderRows } from "../../engine/orders/order-rows.ts";
import { formatSteps } from "../../money/decimal.ts";
import type { BookEntry, BookPrecisions, VisibleBook } from "../visible-book.ts";

/** How an order of the user's own is told. */
export interface BookReader<Own> extends BookPrecisions {
  readonly user: number;
  ownOf(order: Order): Own;
}

export function readBook<Own>(book: Book, reader: BookReader<Own>): VisibleBook<Own> {
  const { rows, bids, asks } = book;
  return { bids: [...entriesOf(rows, bids, reader)], asks: [...entriesOf(rows, asks, reader)] };
}

/** The first order that an order of this side would meet, and nothing else. */
export function readBestOpposite<Own>(
  book: Book,
  side: Side,
  reader: BookReader<Own>,
): VisibleBook<Own> {
  const best = bestOpposite(book, side);
  const entries = best ? [entryOf(book.rows.orderAt(best.first), reader)] : [];
  return side === "buy" ? { bids: [], asks: entries } : { bids: entries, asks: [] };
}

function* entriesOf<Own>(
  rows: OrderRows,
  ladder: Ladder,
  reader: BookReader<Own>,
): Iterable<BookEntry<Own>> {
  for (const level of levelsOf(ladder)) {
    for (const order of ordersAt(rows, level)) yield entryOf(rows.orderAt(order), reader);
  }
}

function entryOf<Own>(order: Order, reader: BookReader<Own>): BookEntry<Own> {
  const { pricePrecision, quantityPrecision } = reader;
  return {
    price: formatSteps(order.ticks, pricePrecision),
    quantity: formatSteps(order.remaining, quantityPrecision),
    own: order.user === reader.user ? reader.ownOf(order) : undefined,
  };
}
