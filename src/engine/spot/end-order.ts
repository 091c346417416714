/**
 * The end of an order, whatever ended it: the rest of its lock is released, its client id stays taken
 * for a while, an event says so. A final order never changes again. Rules SPOT-STATE-7 to SPOT-STATE-13.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { foldNumber } from "../../base/digest.ts";
import { takeOut } from "../book/book.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import { leaveOrder, retireClientId } from "../orders/open-orders.ts";
import type { Order, OrderStatus } from "../orders/order.ts";
import { type EndReason, orderEnded } from "../orders/order-events.ts";
import { countExpectedLock, expectWaiting } from "./count-expected-lock.ts";
import { newLock } from "./order-value.ts";
import { settlementAccountOf } from "./settlement-account.ts";
import type { SpotEvent, SpotState } from "./spot.ts";
import { removeStop } from "./stops.ts";

export interface End {
  readonly status: Extract<OrderStatus, "filled" | "canceled">;
  /** Whether the order rested before. */
  readonly wasOpen: boolean;
  readonly isOwnCancel?: boolean;
  readonly isForced?: true | undefined;
  readonly reason?: EndReason | undefined;
}

/** The order is off the book already. */
export function endOrder(
  state: SpotState,
  order: Order,
  end: End,
  context: CommandContext<SpotEvent>,
): void {
  const pair = state.catalogue.pairs[order.market - 1] as Pair;
  const settlementAccount = settlementAccountOf(state, order);
  const rest = newLock(pair, order);
  if (rest.amount > 0) settlementAccount.release(order, rest.asset, rest.amount);
  settlementAccount.ended(order, rest, context);
  if (end.wasOpen) leaveOrder(state.orders, order);
  endUnlocked(state, order, end, context);
}

/** The end of an order for which nothing is locked. */
export function endUnlocked(
  state: SpotState,
  order: Order,
  end: End,
  context: CommandContext<SpotEvent>,
): void {
  const { timeMs } = context;
  retireClientId(state.orders, order, end, timeMs);
  foldNumber(state.digest, end.status === "filled" ? order.id : -order.id);
  context.events.push(orderEnded(order, end, timeMs));
}

/** SPOT-STATE-10, SPOT-STATE-11: takes an open order off the book, or a stop off its ladder, and ends it. */
export function cancelResting(
  state: SpotState,
  order: Order,
  by: Pick<End, "isOwnCancel" | "reason">,
  context: CommandContext<SpotEvent>,
): void {
  if (order.instructions?.isWaiting) {
    removeStop(state.stops, order); // SPOT-STOP-2
    expectWaiting(state, order, -1);
  } else {
    takeOut(state.books[order.market - 1] as (typeof state.books)[number], order);
    countExpectedLock(state, order, -order.remaining);
  }
  const { isOwnCancel = false, reason } = by;
  endOrder(state, order, { status: "canceled", wasOpen: true, isOwnCancel, reason }, context);
}
