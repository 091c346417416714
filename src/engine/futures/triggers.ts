/**
 * Condition orders that wait for a price: one ladder for those that wait for a rise, lowest trigger
 * first, one for a fall, highest first. The orders are linked in levels like resting orders in a book,
 * so a canceled order is taken out at once. Rules FUT-COND-2, FUT-COND-5.
 */
import { assert } from "../../base/assert.ts";
import { joinLevel, leaveLevel } from "../book/book.ts";
import { dropLevel, type Ladder, levelAt, newLadder } from "../book/ladder.ts";
import type { Order, PriceLevel } from "../orders/order.ts";
import type { FuturesDetails, OrderDetails } from "../orders/order-events.ts";

export interface Triggers {
  readonly rises: Ladder;
  readonly falls: Ladder;
  /** Oldest first, to end orders whose time is over; some have left already. */
  queue: Order[];
  waiting: number;
}

export function newTriggers(): Triggers {
  return { rises: newLadder("sell"), falls: newLadder("buy"), queue: [], waiting: 0 };
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

/** FUT-COND-2: whether the order's condition is true at this price. Without a price none is. */
export function isTriggered(order: TriggerOrder, ticks: number): boolean {
  if (ticks === 0) return false;
  const { triggerTicks } = termsOf(order);
  return waitsForRise(order) ? ticks >= triggerTicks : ticks <= triggerTicks;
}

function ladderFor(triggers: Triggers, order: Order): Ladder {
  return waitsForRise(order) ? triggers.rises : triggers.falls;
}

export function addWaiting(triggers: Triggers, order: Order): void {
  const ladder = ladderFor(triggers, order);
  joinLevel(levelAt(ladder, termsOf(order).triggerTicks), order);
  const { queue } = triggers;
  if (queue.length > 2 * triggers.waiting + 64) triggers.queue = queue.filter(isStillWaiting);
  let at = triggers.queue.length;
  // Only a snapshot loaded backwards brings an older order after a newer one.
  while (at > 0 && (triggers.queue[at - 1] as Order).id > order.id) at--;
  triggers.queue.splice(at, 0, order);
  triggers.waiting++;
}

export function removeWaiting(triggers: Triggers, order: Order): void {
  const level = order.level as PriceLevel;
  const ladder = ladderFor(triggers, order);
  leaveLevel(order);
  if (!level.first) dropLevel(ladder, level);
  triggers.waiting--;
}

/** An order waits as long as it is in a level. */
function isStillWaiting({ futures, level }: Order): boolean {
  return futures?.isWaiting === true && level !== undefined;
}

/** FUT-COND-3: takes out all orders whose condition is true at this price, lowest order id first. */
export function takeTriggered(triggers: Triggers, ticks: number): Order[] {
  const taken: Order[] = [];
  for (const ladder of [triggers.rises, triggers.falls]) {
    for (let level = ladder.best; level?.first; level = ladder.best) {
      if (!isTriggered(level.first, ticks)) break;
      const order = level.first;
      removeWaiting(triggers, order);
      taken.push(order);
    }
  }
  return taken.sort((a, b) => a.id - b.id);
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
