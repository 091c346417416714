/**
 * An order that passed every check: it locks its money, then it trades and rests or ends, or it waits for its
 * trigger. Nothing here can refuse. Rules SPOT-LOCK-1 to SPOT-LOCK-4, SPOT-STATE-1 to SPOT-STATE-5,
 * SPOT-STOP-1 to SPOT-STOP-5.
 */
import type { CommandContext } from "../../base/command-context.ts";
import { foldNumber } from "../../base/digest.ts";
import { type Book, restOrder } from "../book/book.ts";
import { isReached } from "../book/trigger-ladders.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import { sweepClientIds } from "../orders/client-ids.ts";
import type { Instructions } from "../orders/instructions.ts";
import { enterOrder, nextOrderId } from "../orders/open-orders.ts";
import { type Order, type OrderStatus, openStatusOf } from "../orders/order.ts";
import { orderRested } from "../orders/order-events.ts";
import { lastTicksOf } from "../prices/prices.ts";
import { countExpectedLock, expectWaiting } from "./count-expected-lock.ts";
import { endOrder, endUnlocked } from "./end-order.ts";
import { matchOrder, type Stop } from "./match.ts";
import type { Lock } from "./order-value.ts";
import { settlementAccountOf } from "./settlement-account.ts";
import type { Placement, SpotEvent, SpotState } from "./spot.ts";
import { addStop, queueStops } from "./stops.ts";
import { cancelReasonOf, mayTrade, wouldTrade } from "./time-in-force.ts";

/** An order that passed every check. */
interface Accepted {
  readonly order: Order;
  readonly lock: Lock;
  /** The last price before the command; 0 where no range stops the order. */
  readonly reference: number;
  /** A forced order is not stopped by its user's own (MARG-LIQ-4). */
  readonly isForced: boolean;
}

/** The order is accepted. From here on nothing may fail. */
export function acceptOrder(
  state: SpotState,
  accepted: Accepted,
  context: CommandContext<SpotEvent>,
): Placement {
  const { order } = accepted;
  sweepClientIds(state.orders.clientIds, context.timeMs);
  order.id = nextOrderId(state.orders);
  order.placedAtMs = context.timeMs;
  const { instructions } = order;
  const status =
    instructions === undefined
      ? lockAndTrade(state, accepted, context)
      : followInstructions(state, accepted, instructions, context);
  return placementOf(order, status, context.timeMs);
}

/** What is told of an order that was placed, or rejected. */
export function placementOf(order: Order, status: OrderStatus, timeMs: number): Placement {
  const placed = { orderId: order.id, status, executed: order.executed, timeMs };
  return order.instructions?.isWaiting ? { ...placed, isWaiting: true } : placed;
}

function lockAndTrade(
  state: SpotState,
  accepted: Accepted,
  context: CommandContext<SpotEvent>,
): OrderStatus {
  const { order, lock } = accepted;
  settlementAccountOf(state, order).hold(order, lock, context);
  return goLive(state, accepted, false, context);
}

function followInstructions(
  state: SpotState,
  accepted: Accepted,
  instructions: Instructions,
  context: CommandContext<SpotEvent>,
): OrderStatus {
  const { order, lock } = accepted;
  const { triggerTicks } = instructions;
  const isStop = triggerTicks > 0;
  if (isStop && !isReached(instructions, lastTicksOf(state.prices, order.market))) {
    settlementAccountOf(state, order).hold(order, lock, context);
    return wait(state, order, instructions, context); // SPOT-STOP-2
  }
  instructions.isWaiting = false;
  if (mayTrade(state, order)) {
    const reference = isStop ? triggerTicks : accepted.reference; // SPOT-STOP-4
    return lockAndTrade(state, { ...accepted, reference }, context);
  }
  // SPOT-TIF-3, SPOT-TIF-4: the order has an id and its end; nothing was locked or lent for it.
  const reason = cancelReasonOf(order, "canceled", "kept");
  endUnlocked(state, order, { status: "canceled", wasOpen: false, reason }, context);
  return "canceled";
}

/** SPOT-STOP-2: the stop is open and stands in no book. */
function wait(
  state: SpotState,
  order: Order,
  instructions: Instructions,
  context: CommandContext<SpotEvent>,
): OrderStatus {
  addStop(state.stops, order);
  expectWaiting(state, order, 1);
  enterOrder(state.orders, order);
  foldNumber(state.digest, order.id);
  foldNumber(state.digest, instructions.triggerTicks);
  context.events.push(orderRested(order));
  return "new";
}

/** SPOT-STOP-4: the order goes live under its own id, with what it locked when it came. */
export function triggerStop(
  state: SpotState,
  order: Order,
  context: CommandContext<SpotEvent>,
): void {
  const instructions = order.instructions as Instructions;
  expectWaiting(state, order, -1);
  instructions.isWaiting = false;
  foldNumber(state.digest, order.id);
  if (mayTrade(state, order)) {
    const reference = instructions.triggerTicks;
    goLive(state, { order, reference, isForced: false }, true, context);
    return;
  }
  const reason = cancelReasonOf(order, "canceled", "kept");
  endOrder(state, order, { status: "canceled", wasOpen: true, reason }, context);
}

/** The order trades, then it rests or ends. One that was open already has waited for its trigger. */
function goLive(
  state: SpotState,
  { order, reference, isForced }: Omit<Accepted, "lock">,
  wasOpen: boolean,
  context: CommandContext<SpotEvent>,
): OrderStatus {
  const pair = state.catalogue.pairs[order.market - 1] as Pair;
  const book = state.books[order.market - 1] as Book;
  const { instructions } = order;
  const selfTrade = isForced ? "none" : (instructions?.selfTrade ?? pair.selfTrade);
  const forced: true | undefined = isForced ? true : undefined;
  const meeting = { pair, book, taker: order, reference, selfTrade, isForced: forced };
  // Most limit orders meet nothing, and only rest.
  const mayMeet = order.kind === "market" || wouldTrade(book, order);
  const stop = mayMeet ? matchOrder(state, meeting, context) : "no_match";
  const status = statusAfter(order, stop);
  if (status === "filled" || status === "canceled") {
    const reason = cancelReasonOf(order, status, stop);
    endOrder(state, order, { status, wasOpen, isForced: forced, reason }, context);
  } else {
    if (wasOpen)
      standLast(state, order); // SPOT-STOP-5
    else enterOrder(state.orders, order);
    rest(state, book, order, context);
  }
  if (order.executed > 0) queueStops(state, pair.id); // SPOT-STOP-3
  return status;
}

/** SPOT-STATE-1 to SPOT-STATE-5: only a limit order that nothing stopped goes on the book. */
function statusAfter(order: Order, stop: Stop): OrderStatus {
  // SPOT-STATE-3; a market buy that could not pay for one lot has traded nothing (SPOT-MATCH-6).
  if (stop === "complete" && order.executed > 0) return "filled";
  if (order.kind === "market") return "canceled"; // SPOT-STATE-5, SPOT-MATCH-6
  if (stop === "own_order") return "canceled"; // SPOT-STATE-4
  const { instructions } = order;
  if (instructions && instructions.timeInForce === "ioc") return "canceled"; // SPOT-TIF-2
  return openStatusOf(order); // SPOT-STATE-1, SPOT-STATE-2
}

/** SPOT-STOP-5: a triggered order stands behind all that rest: it takes the next number for its place. */
function standLast(state: SpotState, order: Order): void {
  (order.instructions as Instructions).rank = nextOrderId(state.orders);
}

function rest(
  state: SpotState,
  book: Book,
  order: Order,
  context: CommandContext<SpotEvent>,
): void {
  restOrder(book, order);
  countExpectedLock(state, order, order.remaining);
  foldNumber(state.digest, order.id);
  foldNumber(state.digest, order.ticks);
  foldNumber(state.digest, order.remaining);
  context.events.push(orderRested(order));
}
