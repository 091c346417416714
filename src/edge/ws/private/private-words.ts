/**
 * What the private channels need to have written in the words of the REST API. Only its dialects know
 * them, and no dialect imports another, so they are handed in where the server is put together. Every
 * text is one JSON object; decimals are strings in it, ids, times, codes and leverage numbers.
 */
import type { ValueOf, Written } from "../../../contract/field.ts";
import type {
  MY_BALANCE,
  MY_CONFIG,
  MY_ENTRY,
  MY_LIST,
  MY_MARGIN,
  MY_ORDER,
  MY_POSITION,
  MY_TRADE,
} from "../../../contract/streams/private-rows.ts";
import type { ContractTraded, ForceClosed } from "../../../core/engine/futures/futures.ts";
import type { OrderDetails, OrderEnded } from "../../../core/engine/orders/order-events.ts";
import type { Traded } from "../../../core/engine/spot/spot.ts";
import type { UserId } from "../../../core/engine/users/users.ts";
import type { LedgerEntries } from "../../../runtime/history/ledger-entries.ts";
import type { ListStanding } from "./list-standing.ts";

export type MyOrderText = Written<ValueOf<typeof MY_ORDER>>;
export type MyListText = Written<ValueOf<typeof MY_LIST>>;
export type MyTradeText = Written<ValueOf<typeof MY_TRADE>>;
export type MyEntryText = Written<ValueOf<typeof MY_ENTRY>>;
export type MyBalanceText = Written<ValueOf<typeof MY_BALANCE>>;
export type MyPositionText = Written<ValueOf<typeof MY_POSITION>>;
export type MyConfigText = Written<ValueOf<typeof MY_CONFIG>>;
export type MyMarginText = Written<ValueOf<typeof MY_MARGIN>>;

/** Rows by what tells one from another, each as it is written. */
export type KeyedRows<R extends string = string> = ReadonlyMap<string, R>;

export interface PrivateWords {
  /** The open orders of all areas as they stand now, oldest first in each. */
  openOrdersOf(user: UserId): Iterable<OrderDetails>;
  /** An open order: what the order query of its area answers, and the area. */
  openOrder(order: OrderDetails): MyOrderText;
  /** The same of an order that is over, or of the one by which the exchange closed a position. */
  endedOrder(event: OrderEnded | ForceClosed): MyOrderText;
  /** The open order lists as they stand now, oldest first. */
  openListsOf(user: UserId): Iterable<ListStanding>;
  /** An order list, open or ended, as the API lists it, and the area. */
  orderList(list: ListStanding): MyListText;
  /** One side of a trade as the user on this side sees it, and the area. */
  ownTrade(event: Traded | ContractTraded | ForceClosed, side: "maker" | "taker"): MyTradeText;
  /** An entry of a ledger, with its one line, and the area. */
  ledgerEntry(entry: LedgerEntries): MyEntryText;
  /** The balances that the user has or ever had, in every area. */
  balancesOf(user: UserId): KeyedRows<MyBalanceText>;
  positionsOf(user: UserId): KeyedRows<MyPositionText>;
  /** A position that is over, from what was told of it last. */
  endedPosition(told: MyPositionText): MyPositionText;
  /** FUT-LEV-4: leverage and margin mode of every contract. */
  configsOf(user: UserId): KeyedRows<MyConfigText>;
  /** That of a contract which is no more, from what was told of it last. */
  endedConfig(told: MyConfigText): MyConfigText;
  /** The level of the margin account, and what it may do at it. */
  marginOf(user: UserId): MyMarginText;
}
