/**
 * What an order is, in every area: the words that book, spot, margin and later futures share.
 * Prices are whole ticks and quantities whole lots, both below 2^53.
 */
import type { PairId } from "../catalogue/catalogue.ts";
import type { UserId } from "../users/users.ts";

export type OrderId = number;
export type Side = "buy" | "sell";
export type OrderKind = "limit" | "market";
/** Whose money an order trades with; the numbers of the words stand in snapshots and history. */
export const AREAS = ["spot", "margin"] as const;
export type Area = (typeof AREAS)[number];

/** Final are filled, canceled and rejected: such an order never changes again (SPOT-STATE-13). */
export type OrderStatus = "new" | "partially_filled" | "filled" | "canceled" | "rejected";

export interface Order {
  /** 0 until the order is accepted. */
  id: OrderId;
  readonly user: UserId;
  readonly area: Area;
  readonly pair: PairId;
  readonly side: Side;
  readonly kind: OrderKind;
  /** The limit; 0 for a market order. */
  readonly ticks: number;
  /** What was asked for; 0 for a market buy, which has a budget instead. */
  readonly lots: number;
  /** What a market buy may spend, in ticks × lots. */
  readonly budget: bigint;
  remaining: number;
  executed: number;
  /** Sum of ticks × lots of its trades: the exact value behind its average price. */
  traded: bigint;
  readonly makerRate: number;
  readonly takerRate: number;
  /** As the user sent it; empty when it sent none. */
  readonly clientId: string;
  /** The hash of its name, kept from its first use on (name-table.ts). */
  nameHash?: number;
  placedAtMs: number;
  /** What was lent for it, in units of the asset it locks (MARG-BORROW-1). */
  borrowed: bigint;
  /** Its place in the book: neighbours of its price level. */
  level: PriceLevel | undefined;
  before: Order | undefined;
  behind: Order | undefined;
}

/** All orders resting at one price, first come first. */
export interface PriceLevel {
  readonly ticks: number;
  /** Sorts levels of either side so that the best one is last. */
  readonly rank: number;
  /** Sum of the remaining lots is `lots + carry × 2^52`: exact beyond 2^53. */
  lots: number;
  carry: number;
  first: Order | undefined;
  last: Order | undefined;
}

/** What is known of an order when it is made; the rest follows or is empty. */
export type OrderTerms = Pick<
  Order,
  "id" | "user" | "area" | "pair" | "side" | "kind" | "ticks" | "lots" | "budget"
> &
  Pick<Order, "executed" | "traded" | "makerRate" | "takerRate" | "clientId" | "placedAtMs"> &
  Pick<Order, "borrowed">;

/**
 * The one place where orders are made, so that all have one shape. The id and the neighbours come
 * first: a command that looks at an order's neighbours then reads one cache line of each.
 */
export function newOrder(terms: OrderTerms): Order {
  return {
    id: terms.id,
    before: undefined,
    behind: undefined,
    level: undefined,
    remaining: terms.lots - terms.executed,
    ticks: terms.ticks,
    user: terms.user,
    pair: terms.pair,
    side: terms.side,
    kind: terms.kind,
    area: terms.area,
    clientId: terms.clientId,
    nameHash: 0,
    lots: terms.lots,
    executed: terms.executed,
    budget: terms.budget,
    traded: terms.traded,
    makerRate: terms.makerRate,
    takerRate: terms.takerRate,
    placedAtMs: terms.placedAtMs,
    borrowed: terms.borrowed,
  };
}

/** The state of an order that is still open. */
export function openStatusOf(order: Order): OrderStatus {
  return order.executed === 0 ? "new" : "partially_filled";
}

/** Whether its user sent a client id. The hash is asked first: unlike the text it is at hand. */
export function hasClientId(order: Pick<Order, "clientId" | "nameHash">): boolean {
  return Boolean(order.nameHash) || order.clientId !== "";
}

/** SPOT-CLIENT-6: what the outside sees as its client id. */
export function clientIdOf(order: Pick<Order, "id" | "clientId" | "nameHash">): string {
  return hasClientId(order) ? order.clientId : `bourse:${order.id}`;
}
