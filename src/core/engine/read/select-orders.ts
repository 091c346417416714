/**
 * The open orders that an operator means when cancelling many: those of a user, of a symbol or contract,
 * or of a user there. They are told by id, a few hundred at a time (OPER-CANCEL-1).
 */

import { ordersAt } from "../book/book.ts";
import { type Ladder, levelsOf } from "../book/ladder.ts";
import { AREAS, type Area } from "../ledger/area.ts";
import { openRowsOf } from "../orders/open-orders.ts";
import type { OrderId } from "../orders/order.ts";
import type { OrderRow, OrderRows } from "../orders/order-rows.ts";
import type { ExchangeState } from "../state.ts";
import type { UserId } from "../users/users.ts";

/** A symbol has orders of spot and margin on one book. */
export type MarketFilter = { readonly pair: number } | { readonly contract: number };

/** At least one of the two is given. */
export interface OrderFilter {
  readonly user?: UserId | undefined;
  readonly market?: MarketFilter | undefined;
}

/** The first so many of them. */
export function selectOrders(state: ExchangeState, filter: OrderFilter, max: number): OrderId[] {
  const ids: OrderId[] = [];
  for (const order of ordersOf(state, filter)) {
    if (ids.length === max) break;
    ids.push(state.orders.byId.rows.id(order));
  }
  return ids;
}

function* ordersOf(state: ExchangeState, { user, market }: OrderFilter): Iterable<OrderRow> {
  if (user === undefined) {
    if (market) yield* ordersIn(state, market);
    return;
  }
  const { rows } = state.orders.byId;
  for (const area of AREAS) {
    for (const order of openRowsOf(state.orders, { area, user })) {
      if (market === undefined || isIn(market, area, rows.market(order))) yield order;
    }
  }
}

function isIn(market: MarketFilter, area: Area, id: number): boolean {
  return "pair" in market
    ? area !== "futures" && id === market.pair
    : area === "futures" && id === market.contract;
}

/** Bids first, best price first; orders that wait for a price come last. */
function* ordersIn(
  { books, futures, orders }: ExchangeState,
  market: MarketFilter,
): Iterable<OrderRow> {
  const { rows } = orders.byId;
  if ("pair" in market) {
    const book = books[market.pair - 1];
    if (book) yield* ordersOn(rows, [book.bids, book.asks]);
    return;
  }
  const contractMarket = futures.markets[market.contract - 1];
  if (!contractMarket) return;
  const { book, triggers } = contractMarket;
  yield* ordersOn(rows, [book.bids, book.asks, triggers.rises, triggers.falls]);
}

function* ordersOn(rows: OrderRows, ladders: readonly Ladder[]): Iterable<OrderRow> {
  for (const ladder of ladders) {
    for (const level of levelsOf(ladder)) yield* ordersAt(rows, level);
  }
}
