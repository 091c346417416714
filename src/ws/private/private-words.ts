/**
 * What the private channels need to have written in the words of the REST API. Only its dialects know
 * them, and no dialect imports another, so they are handed in where the server is put together. Every
 * text is one JSON object; decimals are strings in it, ids, times, codes and leverage numbers.
 */
import type { ContractTraded, ForceClosed } from "../../engine/futures/futures.ts";
import type { OrderDetails, OrderEnded } from "../../engine/orders/order-events.ts";
import type { Traded } from "../../engine/spot/spot.ts";
import type { UserId } from "../../engine/users/users.ts";

/** Rows by what tells one from another, each as it is written. */
export type KeyedRows = ReadonlyMap<string, string>;

export interface PrivateWords {
  /** The open orders of all areas as they stand now, oldest first in each. */
  openOrdersOf(user: UserId): Iterable<OrderDetails>;
  /** An open order: what the order query of its area answers, and the area. */
  openOrder(order: OrderDetails): string;
  /** The same of an order that is over, or of the one by which the exchange closed a position. */
  endedOrder(event: OrderEnded | ForceClosed): string;
  /** One side of a trade as the user on this side sees it, and the area. */
  ownTrade(event: Traded | ContractTraded | ForceClosed, side: "maker" | "taker"): string;
  /** The balances that the user has or ever had, in every area. */
  balancesOf(user: UserId): KeyedRows;
  positionsOf(user: UserId): KeyedRows;
  /** A position that is over, from what was told of it last. */
  endedPosition(told: string): string;
  /** FUT-LEV-4: leverage and margin mode of every contract. */
  configsOf(user: UserId): KeyedRows;
  /** That of a contract which is no more, from what was told of it last. */
  endedConfig(told: string): string;
  /** The level of the margin account, and what it may do at it. */
  marginOf(user: UserId): string;
}
