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
import type { Order } from "../orders/order.ts";
import type { FuturesDetails, OrderDetails } from "../orders/order-events.ts";

export interface Triggers extends TriggerLadders {
  /** Oldest first, to end orders whose time is over; some have left already. */
  queue: Order[];
}

export function newTriggers(): Triggers {
  return { ...newTriggerLadders(), queue: [] };
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

export function addWaiting(triggers: Triggers, order: Order): void {
  const { queue, waiting } = triggers;
  joinLadder(triggers, order, conditionOf(order));
  if (queue.length > 2 * waiting + 64) triggers.queue = queue.filter(isStillWaiting);
  let at = triggers.queue.length;
  // Only a snapshot loaded backwards brings an older order after a newer one.
  while (at > 0 && (triggers.queue[at - 1] as Order).id > order.id) at--;
  triggers.queue.splice(at, 0, order);
}

export function removeWaiting(triggers: Triggers, order: Order): void {
  leaveLadder(triggers, order, conditionOf(order));
}

/** An order waits as long as it is in a level. */
function isStillWaiting({ futures, level }: Order): boolean {
  return futures?.isWaiting === true && level !== undefined;
}

/** FUT-COND-3: takes out all orders whose condition is true at this price, lowest order id first. */
export function takeTriggered(triggers: Triggers, ticks: number): Order[] {
  return takeReached(triggers, ticks).sort((a, b) => a.id - b.id);
}

/** FUT-COND-5: the oldest order that waits since `beforeMs` or earlier; undefined when there is none. */
export function oldestSince(triggers: Triggers, beforeMs: number): Order | undefined {
  const { queue } = triggers;
  let gone = 0;
  while (gone < queue.length && !isStillWaiting(queue[gone] as Order)) gone++;
  if (gone > 0) queue.splice(0, gone);
  const oldest = queue[0];
  return oldest && oldest.placedAtMs <= beforeMs ? oldest : undefined;
}
