/**
 * What an order is, in every area: the words that book, spot, margin and futures share.
 * Prices are whole ticks and quantities whole lots, both below 2^53.
 */
import type { PairId } from "../catalogue/catalogue.ts";
import type { ContractId, FeeRates } from "../catalogue/contract.ts";
import type { Area } from "../ledger/area.ts";
import type { UserId } from "../users/users.ts";
import type { Instructions } from "./instructions.ts";
import type { OrderRow } from "./order-rows.ts";

export type OrderId = number;
export type Side = "buy" | "sell";
export type OrderKind = "limit" | "market";
/** The areas that trade pairs, on the same books. */
export type PairArea = Exclude<Area, "futures">;

/** Final are filled, canceled and rejected: such an order never changes again (SPOT-STATE-13). */
export const ORDER_STATUSES = [
  ...["new", "partially_filled", "filled", "canceled", "rejected"],
  ...["waiting", "pending"],
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Why the exchange itself traded for a user; the numbers of the words are in the history. */
export const FORCES = ["liquidation", "deleveraging"] as const;
export type Force = (typeof FORCES)[number];

/** Its number among them, from 1 on; 0 for what a user asked for. */
export function forceNumber(force: Force | undefined): number {
  return force === undefined ? 0 : FORCES.indexOf(force) + 1;
}

/** An order as values: one that is not accepted yet, or what a row holds (order-rows.ts). */
export interface Order {
  /** 0 until the order is accepted. */
  id: OrderId;
  readonly user: UserId;
  readonly area: Area;
  /** In futures the id of a contract. */
  readonly market: PairId | ContractId;
  readonly side: Side;
  readonly kind: OrderKind;
  /** The limit; 0 for a market order. */
  readonly ticks: number;
  /** What was asked for, less by an amendment; 0 for a market buy, which has a budget instead. */
  lots: number;
  /** What a market buy may spend, in ticks × lots. */
  readonly budget: bigint;
  remaining: number;
  executed: number;
  /** Sum of ticks × lots of its trades: the exact value behind its average price. In futures the
   * sum of their values in units of the margin coin. */
  traded: bigint;
  readonly makerRate: number;
  readonly takerRate: number;
  /** As the user sent it; empty when it sent none. */
  readonly clientId: string;
  /** The hash of its name, kept from its first use on (order-name.ts). */
  nameHash?: number;
  placedAtMs: number;
  /** What was lent for it, in units of the asset it locks (MARG-BORROW-1). */
  borrowed: bigint;
  /** What makes it a futures order; undefined in the other areas. */
  readonly futures: FuturesTerms | undefined;
  /** What an order on a pair asks for besides; undefined of most. */
  readonly instructions: Instructions | undefined;
}

export type Action = "open" | "close";
/** Cross positions share the account's money, isolated ones have their own. */
export type MarginMode = "cross" | "isolated";
export type TimeInForce = "gtc" | "ioc" | "fok" | "post_only";
/** The words of trigger types 1 to 4, in order; "none" is an order that waits for nothing. */
export const TRIGGERS = ["none", "stop_loss", "stop_gain", "up", "down"] as const;
export type Trigger = (typeof TRIGGERS)[number];

export interface FuturesTerms {
  readonly action: Action;
  /** An order that closes has the mode of its position. */
  mode: MarginMode;
  /** As it was at the order's creation; a condition order takes it at its trigger (FUT-LEV-1). */
  leverage: number;
  readonly timeInForce: TimeInForce;
  readonly trigger: Trigger;
  readonly triggerTicks: number;
  /** A condition order that has not triggered (INIT). */
  isWaiting: boolean;
  /** All four rates, as they were at the order's creation (FUT-FEE-1). */
  readonly rates: FeeRates;
  /** What an opening order has frozen of the margin coin (FUT-FREEZE-1). */
  frozen: bigint;
}

/** All orders resting at one price, first come first. */
export interface PriceLevel {
  /** Tells it from the others of its ladder; its orders know it by this. */
  readonly number: number;
  readonly ticks: number;
  /** Sorts levels of either side so that the best one is last. */
  readonly rank: number;
  /** Sum of the remaining lots is `lots + carry × 2^52`: exact beyond 2^53. */
  lots: number;
  carry: number;
  first: OrderRow;
  last: OrderRow;
}

/** The fields that must be given when an order is made. */
type KnownTerms = Pick<Order, "user" | "area" | "market" | "side" | "ticks" | "lots">;
/** The fields that are 0, empty or undefined unless given: a limit order that has not traded and has no id yet. */
type UnsaidTerms = Pick<Order, "id" | "kind" | "budget" | "executed" | "traded"> &
  Pick<Order, "makerRate" | "takerRate" | "clientId" | "placedAtMs" | "borrowed"> &
  Pick<Order, "futures" | "instructions">;

export type OrderTerms = KnownTerms & Partial<UnsaidTerms>;

/** The one place where new orders are made, so that all have one shape: the same as one that is read from its row. */
export function newOrder(terms: OrderTerms): Order {
  const { lots, executed = 0 } = terms;
  return {
    id: terms.id ?? 0,
    remaining: lots - executed,
    ticks: terms.ticks,
    user: terms.user,
    market: terms.market,
    side: terms.side,
    kind: terms.kind ?? "limit",
    area: terms.area,
    clientId: terms.clientId ?? "",
    nameHash: 0,
    lots,
    executed,
    budget: terms.budget ?? 0n,
    traded: terms.traded ?? 0n,
    makerRate: terms.makerRate ?? 0,
    takerRate: terms.takerRate ?? 0,
    placedAtMs: terms.placedAtMs ?? 0,
    borrowed: terms.borrowed ?? 0n,
    futures: terms.futures,
    instructions: terms.instructions,
  };
}

/** The state of an order that is still open. */
export function openStatusOf(order: {
  readonly executed: number;
  readonly futures: Pick<FuturesTerms, "isWaiting"> | undefined;
  readonly instructions?: Pick<Instructions, "isPending"> | undefined;
}): OrderStatus {
  if (order.futures?.isWaiting) return "waiting";
  if (order.instructions?.isPending) return "pending";
  return order.executed === 0 ? "new" : "partially_filled";
}

/** Whether the user sent a client id. */
export function hasClientId(order: Pick<Order, "clientId" | "nameHash">): boolean {
  return Boolean(order.nameHash) || order.clientId !== "";
}

/** SPOT-CLIENT-6: the client id that clients see. */
export function clientIdOf(order: Pick<Order, "id" | "clientId" | "nameHash">): string {
  return hasClientId(order) ? order.clientId : `bourse:${order.id}`;
}
