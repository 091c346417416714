/**
 * What happens to an order of any area, as events: it comes to rest, and it ends. An event holds the
 * order as it was then, copied once from its row; the row goes on changing and the event does not.
 */
import type { Sink } from "../../base/command-context.ts";
import type { FeeRates } from "../catalogue/contract.ts";
import type { EndReason } from "./end-reasons.ts";
import { type Instructions, type ToldInstructions, toldOf } from "./instructions.ts";
import type { FuturesTerms, Order, OrderId, OrderStatus } from "./order.ts";
import type { OrderRow, OrderRows } from "./order-rows.ts";

/** What can be told of an order at one moment: an event has it, and so has the order itself. */
export interface OrderDetails
  extends Readonly<
    Pick<Order, "id" | "user" | "area" | "market" | "side" | "kind" | "ticks" | "lots" | "budget">
  > {
  readonly executed: number;
  /** Sum of ticks × lots of its trades, in futures of their values. */
  readonly traded: bigint;
  /** As the user sent it; empty when it sent none. */
  readonly clientId: string;
  readonly placedAtMs: number;
  /** Undefined in the areas that trade pairs. */
  readonly futures: FuturesDetails | undefined;
  /** Undefined of an order that asked for nothing besides, and in futures. */
  readonly instructions: Readonly<Instructions> | ToldInstructions | undefined;
}

/** What can be told of a futures order besides. */
export type FuturesDetails = Readonly<Omit<FuturesTerms, "rates">>;

/** What every event about an order tells of it. */
export interface OrderEvent extends OrderDetails {
  readonly futures: (FuturesDetails & FeeRates) | undefined;
  readonly instructions: ToldInstructions | undefined;
}

/** An order came to rest on the book, or it waits for its trigger, or it rests with less than before (SPOT-REPLACE-3). */
export interface OrderRested extends OrderEvent {
  readonly type: "OrderRested";
  readonly remaining: number;
}

/** An order is over. */
export interface OrderEnded extends OrderEvent {
  readonly type: "OrderEnded";
  readonly status: OrderStatus;
  readonly timeMs: number;
  /** The exchange placed it, in a liquidation (MARG-LIQ-3, FUT-LIQ-2). */
  readonly isForced: true | undefined;
  readonly reason: EndReason | undefined;
}

export function orderRested(rows: OrderRows, order: OrderRow): OrderRested {
  const futures = rows.futures(order);
  const instructions = rows.instructions(order);
  return {
    type: "OrderRested",
    id: rows.id(order),
    user: rows.user(order),
    area: rows.area(order),
    market: rows.market(order),
    side: rows.side(order),
    kind: rows.kind(order),
    ticks: rows.ticks(order),
    lots: rows.lots(order),
    budget: rows.budget(order),
    remaining: rows.unfilled(order),
    executed: rows.executed(order),
    traded: rows.traded(order),
    clientId: rows.clientId(order),
    placedAtMs: rows.placedAtMs(order),
    futures: futures && futuresDetailsOf(futures),
    instructions: instructions && toldOf(instructions),
  };
}

/** How an order ended. */
export interface OrderEnd {
  readonly status: OrderStatus;
  readonly isForced?: true | undefined;
  readonly reason?: EndReason | undefined;
}

export function orderEnded(
  rows: OrderRows,
  order: OrderRow,
  end: OrderEnd,
  timeMs: number,
): OrderEnded {
  const futures = rows.futures(order);
  const instructions = rows.instructions(order);
  return {
    type: "OrderEnded",
    id: rows.id(order),
    user: rows.user(order),
    area: rows.area(order),
    market: rows.market(order),
    side: rows.side(order),
    kind: rows.kind(order),
    ticks: rows.ticks(order),
    lots: rows.lots(order),
    budget: rows.budget(order),
    executed: rows.executed(order),
    traded: rows.traded(order),
    clientId: rows.clientId(order),
    placedAtMs: rows.placedAtMs(order),
    futures: futures && futuresDetailsOf(futures),
    instructions: instructions && toldOf(instructions),
    status: end.status,
    timeMs,
    isForced: end.isForced,
    reason: end.reason,
  };
}

function futuresDetailsOf(terms: FuturesTerms): FuturesDetails & FeeRates {
  const { rates } = terms;
  return {
    action: terms.action,
    mode: terms.mode,
    leverage: terms.leverage,
    timeInForce: terms.timeInForce,
    trigger: terms.trigger,
    triggerTicks: terms.triggerTicks,
    isWaiting: terms.isWaiting,
    frozen: terms.frozen,
    openMakerRate: rates.openMakerRate,
    openTakerRate: rates.openTakerRate,
    closeMakerRate: rates.closeMakerRate,
    closeTakerRate: rates.closeTakerRate,
  };
}

/** Passes events on, and remembers how orders ended that are watched. */
export class EndsOf<Event extends { readonly type: string }> implements Sink<Event> {
  readonly ends = new Map<OrderId, OrderEnded>();
  readonly #orders: readonly OrderId[];
  readonly #events: Sink<Event>;

  constructor(orders: readonly OrderId[], events: Sink<Event>) {
    this.#orders = orders;
    this.#events = events;
  }

  push(event: Event): void {
    if (event.type === "OrderEnded") this.#see(event as unknown as OrderEnded);
    this.#events.push(event);
  }

  #see(end: OrderEnded): void {
    if (this.#orders.includes(end.id)) this.ends.set(end.id, end);
  }
}
