/** What a trade on a pair was, and what has triggered a stop, in the words of the tally. */
import { present } from "../../../src/core/base/assert.ts";
import { lotsAt } from "../../../src/core/engine/book/book.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import type { Order } from "../../../src/core/engine/orders/order.ts";
import type { OrderDetails } from "../../../src/core/engine/orders/order-events.ts";
import type { OrderRow } from "../../../src/core/engine/orders/order-rows.ts";
import type { Traded } from "../../../src/core/engine/spot/spot.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import type { Watched } from "./watched-order.ts";

export function* sayingsOf(
  { ticks, lots }: Traded,
  { maker, taker }: { readonly maker: Order; readonly taker: OrderDetails },
): Iterable<string> {
  yield "trade";
  yield maker.remaining === 0 ? "maker filled" : "maker partially filled";
  const isOwn = maker.user === taker.user;
  if (isOwn) yield "trade of an order with itself allowed";
  if (isOwn && taker.instructions?.selfTrade === "none") yield "own order met: none";
  if (taker.kind === "limit" && taker.ticks !== ticks) yield "trade at a better price";
  if (BigInt(ticks) * BigInt(lots) > 2n ** 53n) yield "trade above 2^53";
}

/** Whose trades a stop was triggered by, of an order that was not forced. */
export function causeOf(
  { area }: OrderDetails,
  { isTriggered, isLate }: Watched,
  command: Command | undefined,
): string {
  if (isTriggered) return "a stop";
  if (isLate) return "a leg";
  if (command?.type === "ReplaceOrder") return "a replacement";
  return command?.type === "PlaceBatch" ? "a batch" : `a taker of ${area}`;
}

/** Whether more rests at the price of an order than a number can say. */
export function isLevelVast(
  { books, orders }: ExchangeState,
  { market, side }: Order,
  row: OrderRow,
): boolean {
  const { bids, asks } = present(books[market - 1], "the book");
  const level = (side === "buy" ? bids : asks).byNumber[orders.byId.rows.level(row)];
  return level !== undefined && lotsAt(level) > 2n ** 53n;
}
