/**
 * The open orders that an operator means when cancelling many: those of a user, of a symbol or contract,
 * or of a user there. They are told by id, a few hundred at a time (OPER-CANCEL-1).
 */
import { type Ladder, levelsOf } from "../engine/book/ladder.ts";
import { openOrdersOf } from "../engine/orders/open-orders.ts";
import { AREAS, type Area, type Order, type OrderId } from "../engine/orders/order.ts";
import type { ExchangeState } from "../engine/state.ts";
import type { UserId } from "../engine/users/users.ts";

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
  for (const { id } of ordersOf(state, filter)) {
    if (ids.length === max) break;
    ids.push(id);
  }
  return ids;
}

function* ordersOf(state: ExchangeState, { user, market }: OrderFilter): Iterable<Order> {
  if (user === undefined) {
    if (market) yield* ordersAt(state, market);
    return;
  }
  for (const area of AREAS) {
    for (const order of openOrdersOf(state.orders, { area, user })) {
      if (market === undefined || isAt(market, area, order)) yield order;
    }
  }
}

function isAt(market: MarketFilter, area: Area, order: Order): boolean {
  return "pair" in market
    ? area !== "futures" && order.market === market.pair
    : area === "futures" && order.market === market.contract;
}

/** Bids first, best price first; orders that wait for a price come last. */
function* ordersAt({ books, futures }: ExchangeState, market: MarketFilter): Iterable<Order> {
  if ("pair" in market) {
    const book = books[market.pair - 1];
    if (book) yield* ordersOn([book.bids, book.asks]);
    return;
  }
  const contractMarket = futures.markets[market.contract - 1];
  if (!contractMarket) return;
  const { book, triggers } = contractMarket;
  yield* ordersOn([book.bids, book.asks, triggers.rises, triggers.falls]);
}

function* ordersOn(ladders: readonly Ladder[]): Iterable<Order> {
  for (const ladder of ladders) {
    for (const level of levelsOf(ladder)) {
      for (let order = level.first; order; order = order.behind) yield order;
    }
  }
}
