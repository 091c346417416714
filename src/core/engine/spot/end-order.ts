/**
 * The end of an order, whatever ended it: the rest of its lock is released, its client id stays taken
 * for a while, an event says so. A final order never changes again. Rules SPOT-STATE-7 to SPOT-STATE-13.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { foldNumber } from "../../base/records/digest.ts";
import { type Book, takeOut } from "../book/book.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import { release } from "../ledger/ledger.ts";
import type { EndReason } from "../orders/end-reasons.ts";
import { leaveOrder, retireClientId } from "../orders/open-orders.ts";
import type { OrderStatus } from "../orders/order.ts";
import { type OrderEnded, orderEnded } from "../orders/order-events.ts";
import type { OrderRow } from "../orders/order-rows.ts";
import { countExpectedLock, expectNoMore } from "./count-expected-lock.ts";
import { lockAt } from "./order-value.ts";
import { settlementAccountOf } from "./settlement-account.ts";
import type { SpotEvent, SpotState } from "./spot.ts";
import { removeStop } from "./stops.ts";

/** Every end is written out, with its fields in this order: it is read wherever an order ends, and V8 finds fields of one shape at once. */
export interface End {
  readonly status: Extract<OrderStatus, "filled" | "canceled">;
  /** Whether the order rested before. */
  readonly wasOpen: boolean;
  readonly isOwnCancel: boolean;
  readonly isForced: true | undefined;
  readonly reason: EndReason | undefined;
}

/** Who takes an open order off the book, and why. */
export type CancelBy = Pick<End, "isOwnCancel"> & Partial<Pick<End, "reason">>;

/** The order is off the book already. */
export function endOrder(
  state: SpotState,
  order: OrderRow,
  end: End,
  context: CommandContext<SpotEvent>,
): OrderEnded {
  const { rows } = state.orders.byId;
  const rest = lockAt(state.catalogue.pairs[rows.market(order) - 1] as Pair, rows, order);
  if (rest > 0) release(state.ledger, rows.wallet(order), rest);
  settlementAccountOf(state, rows.area(order)).ended(order, rest, context);
  if (end.wasOpen) leaveOrder(state.orders, order);
  return endUnlocked(state, order, end, context);
}

/** The end of an order for which nothing is locked. */
export function endUnlocked(
  state: SpotState,
  order: OrderRow,
  end: End,
  context: CommandContext<SpotEvent>,
): OrderEnded {
  const { timeMs } = context;
  const { rows } = state.orders.byId;
  const id = rows.id(order);
  retireClientId(state.orders, order, end, timeMs);
  foldNumber(state.digest, end.status === "filled" ? id : -id);
  const ended = orderEnded(rows, order, end, timeMs);
  context.events.push(ended);
  rows.drop(order);
  return ended;
}

/** SPOT-STATE-10, SPOT-STATE-11: takes an open order off the book, or a stop off its ladder, and ends it. */
export function cancelResting(
  state: SpotState,
  order: OrderRow,
  by: CancelBy,
  context: CommandContext<SpotEvent>,
): OrderEnded {
  const { rows } = state.orders.byId;
  if (rows.instructions(order)?.isWaiting) {
    removeStop(state.stops, order); // SPOT-STOP-2
    expectNoMore(state, order);
  } else {
    takeOut(state.books[rows.market(order) - 1] as Book, order);
    countExpectedLock(state, order, -rows.remaining(order));
  }
  const { isOwnCancel, reason } = by;
  const end = {
    status: "canceled",
    wasOpen: true,
    isOwnCancel,
    isForced: undefined,
    reason,
  } as const;
  return endOrder(state, order, end, context);
}
