/**
 * The condition orders of a contract that wait for a price, and since when: an order that waits too long is
 * ended. Rules FUT-COND-2, FUT-COND-5.
 */
import { assert } from "../../base/assert.ts";
import {
  isReached,
  joinLadder,
  leaveLadder,
  newTriggerLadders,
  type TriggerCondition,
  type TriggerLadders,
  takeReached,
} from "../book/trigger-ladders.ts";
import type { OrderId } from "../orders/order.ts";
import type { FuturesDetails, OrderDetails } from "../orders/order-events.ts";
import { NO_ORDER, type OrderRow, type OrderRows } from "../orders/order-rows.ts";
import type { OrderTable } from "../orders/order-table.ts";

export interface Triggers extends TriggerLadders {
  /** Oldest first, to end orders whose time is over; some have left already, and other orders may have their rows. */
  queue: OrderId[];
}

/** Open orders as they are looked up here. */
type OrdersById = Pick<OrderTable, "find" | "rows">;

export function newTriggers(rows: OrderRows): Triggers {
  return { ...newTriggerLadders(rows), queue: [] };
}

/** What tells when an order is triggered. */
type TriggerOrder = Pick<OrderDetails, "side" | "futures">;

function termsOf({ futures }: TriggerOrder): FuturesDetails {
  assert(futures !== undefined && futures.trigger !== "none", "an order that waits has a trigger");
  return futures;
}

/** FUT-COND-1: a stop loss of a long and a gain of a short wait for a fall, and the other way round. */
export function waitsForRise(order: TriggerOrder): boolean {
  const { trigger } = termsOf(order);
  if (trigger === "up") return true;
  if (trigger === "down") return false;
  return (trigger === "stop_loss") === (order.side === "buy");
}

function conditionOf(order: TriggerOrder): TriggerCondition {
  return { triggerTicks: termsOf(order).triggerTicks, isRise: waitsForRise(order) };
}

/** FUT-COND-2: whether the order's condition is true at this price. Without a price none is. */
export function isTriggered(order: TriggerOrder, ticks: number): boolean {
  return isReached(conditionOf(order), ticks);
}

function conditionAt(rows: OrderRows, order: OrderRow): TriggerCondition {
  return conditionOf({ side: rows.side(order), futures: rows.terms(order) });
}

/** The order is in the table of open orders already. */
export function addWaiting(triggers: Triggers, order: OrderRow, byId: OrdersById): void {
  const { rows, queue, waiting } = triggers;
  const id = rows.id(order);
  joinLadder(triggers, order, conditionAt(rows, order));
  if (queue.length > 2 * waiting + 64) {
    triggers.queue = queue.filter((other) => isStillWaiting(byId, byId.find(other)));
  }
  let at = triggers.queue.length;
  // Only a snapshot loaded backwards brings an older order after a newer one.
  while (at > 0 && (triggers.queue[at - 1] as OrderId) > id) at--;
  triggers.queue.splice(at, 0, id);
}

export function removeWaiting(triggers: Triggers, order: OrderRow): void {
  leaveLadder(triggers, order, conditionAt(triggers.rows, order));
}

/** An order waits as long as it is in a level. */
function isStillWaiting({ rows }: OrdersById, order: OrderRow): boolean {
  return order !== NO_ORDER && rows.terms(order).isWaiting && rows.level(order) !== 0;
}

/** FUT-COND-3: takes out all orders whose condition is true at this price, lowest order id first. */
export function takeTriggered(triggers: Triggers, ticks: number): OrderRow[] {
  const { rows } = triggers;
  return takeReached(triggers, ticks).sort((one, other) => rows.id(one) - rows.id(other));
}

/** FUT-COND-5: the oldest order that waits since `beforeMs` or earlier; `NO_ORDER` when there is none. */
export function oldestSince(triggers: Triggers, beforeMs: number, byId: OrdersById): OrderRow {
  const { queue } = triggers;
  for (let gone = 0; gone < queue.length; gone++) {
    const oldest = byId.find(queue[gone] as OrderId);
    if (!isStillWaiting(byId, oldest)) continue;
    if (gone > 0) queue.splice(0, gone);
    return byId.rows.placedAtMs(oldest) <= beforeMs ? oldest : NO_ORDER;
  }
  queue.length = 0;
  return NO_ORDER;
}
