/**
 * The end of an order, whatever ended it: the rest of its lock is released, its client id stays taken
 * for a while, an event says so. A final order never changes again. What its end does to the orders of its list follows at
 * once. Rules SPOT-STATE-7 to SPOT-STATE-13, SPOT-LIST-8 to SPOT-LIST-11.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { foldNumber } from "../../base/records/digest.ts";
import { type Amount, lesser, minus } from "../../money/amount.ts";
import { type Book, takeOut } from "../book/book.ts";
import { forgetHidden } from "../book/slices.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import { release } from "../ledger/ledger.ts";
import type { EndReason } from "../orders/end-reasons.ts";
import { leaveOrder, retireClientId } from "../orders/open-orders.ts";
import type { OrderStatus } from "../orders/order.ts";
import { type OrderEnded, orderEnded } from "../orders/order-events.ts";
import {
  dropList,
  legIdsOf,
  listEnded,
  moveTo,
  type OrderList,
  orderIdsOf,
} from "../orders/order-lists.ts";
import { NO_ORDER, type OrderRow } from "../orders/order-rows.ts";
import { countExpectedLock, expectNoMore } from "./count-expected-lock.ts";
import { lockAt } from "./order-value.ts";
import { settlementAccountOf } from "./settlement-account.ts";
import type { SpotEvent, SpotState } from "./spot.ts";
import { removeStop } from "./stops.ts";

/** Every end is written out, with its fields in this order: it is read wherever an order ends, and V8 finds fields of one shape at once. */
export interface End {
  readonly status: Extract<OrderStatus, "filled" | "canceled" | "rejected">;
  /** Whether the order rested before. */
  readonly wasOpen: boolean;
  readonly isOwnCancel: boolean;
  readonly isForced: true | undefined;
  readonly reason: EndReason | undefined;
}

/** SPOT-STP-6: the end of an order that has lost something to its user's own, and has nothing left. */
export const LOST: End = {
  status: "canceled",
  wasOpen: true,
  isOwnCancel: false,
  isForced: undefined,
  reason: "self_trade",
};

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
  const rest = stopSharing(state, order) ?? lockedBy(state, order);
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
  const list = listOf(state, order);
  if (list) followEnd(state, list, { order, end }, context);
  return ended;
}

/** What is locked for an order; nothing for a leg that is not live yet (SPOT-LIST-11). */
function lockedBy({ orders, catalogue }: SpotState, order: OrderRow): Amount {
  const { rows } = orders.byId;
  if (rows.instructions(order)?.isPending) return 0;
  return lockAt(catalogue.pairs[rows.market(order) - 1] as Pair, rows, order);
}

/** The open list that an order belongs to; most belong to none. */
export function listOf({ orders, lists }: SpotState, order: OrderRow): OrderList | undefined {
  const instructions = orders.byId.rows.instructions(order);
  if (instructions === undefined || instructions.list === 0) return undefined;
  return lists.byId.get(instructions.list);
}

/** SPOT-LIST-8: what two live legs have locked once and not twice. */
export function sharedBy(state: SpotState, [one, other]: readonly [OrderRow, OrderRow]): Amount {
  return lesser(lockedBy(state, one), lockedBy(state, other));
}

/** The other one of two live legs. */
function otherLeg({ orders }: SpotState, list: OrderList, order: OrderRow): OrderRow {
  const own = orders.byId.rows.id(order);
  const [other = 0] = legIdsOf(list).filter((id) => id !== own);
  return orders.byId.find(other);
}

/**
 * A live leg ends, or the other one works: from now on each locks for itself. The answer is what only the ended one had
 * locked; undefined of an order that shares nothing.
 */
function stopSharing(state: SpotState, order: OrderRow): Amount | undefined {
  const list = listOf(state, order);
  if (list?.stage !== "both" && list?.stage !== "working") return undefined;
  const shared = sharedBy(state, [order, otherLeg(state, list, order)]);
  state.ledger.wallets.addExpectedLock(state.orders.byId.rows.wallet(order), shared);
  // The working leg stays; otherwise the other one follows this one.
  if (list.stage === "working") moveTo(state.lists, list, "over");
  return minus(lockedBy(state, order), shared);
}

/** SPOT-LIST-9: a leg is about to trade, or was triggered: the other one ends first. */
export function beginWork(
  state: SpotState,
  order: OrderRow,
  context: CommandContext<SpotEvent>,
): void {
  const list = listOf(state, order);
  if (list?.stage !== "both") return;
  list.stage = "working";
  const other = otherLeg(state, list, order);
  cancelResting(state, other, { isOwnCancel: false, reason: "other_leg" }, context);
}

interface EndedOrder {
  readonly order: OrderRow;
  readonly end: End;
}

/** SPOT-LIST-10, SPOT-LIST-11: what the end of an order does to the others of its list. */
function followEnd(
  state: SpotState,
  list: OrderList,
  { order, end }: EndedOrder,
  context: CommandContext<SpotEvent>,
): void {
  const { lists, orders } = state;
  list.open--;
  if (list.open === 0) {
    dropList(lists, list);
    context.events.push(listEnded(list, context.timeMs));
    return;
  }
  if (list.stage === "over") return;
  const isFirst = list.kind !== "oco" && orders.byId.rows.id(order) === list.id + 1;
  if (isFirst && end.status === "filled") {
    moveTo(lists, list, "due");
    lists.due.push(list);
    return;
  }
  moveTo(lists, list, "over");
  for (const id of orderIdsOf(list)) {
    const other = orders.byId.find(id);
    if (other === NO_ORDER) continue;
    const { isOwnCancel } = end;
    cancelResting(state, other, { isOwnCancel, reason: "list_ended" }, context);
  }
}

/** Off the book, or off its ladder; a leg that is not live yet stands nowhere. */
function takeOff(state: SpotState, order: OrderRow): void {
  const { rows } = state.orders.byId;
  const instructions = rows.instructions(order);
  if (instructions?.isPending) return;
  if (instructions?.isWaiting) {
    // A stop in the queue of those that are triggered has left its ladder.
    if (rows.level(order) !== 0) removeStop(state.stops, order); // SPOT-STOP-2
    expectNoMore(state, order);
    return;
  }
  const book = state.books[rows.market(order) - 1] as Book;
  takeOut(book, order);
  countExpectedLock(state, order, -rows.unfilled(order));
  forgetHidden(book, order);
}

/** SPOT-STATE-10, SPOT-STATE-11: takes an open order off the book, or a stop off its ladder, and ends it. */
export function cancelResting(
  state: SpotState,
  order: OrderRow,
  by: CancelBy,
  context: CommandContext<SpotEvent>,
): OrderEnded {
  takeOff(state, order);
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
