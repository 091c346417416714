/**
 * An order that passed every check: it locks its money, then it trades and rests or ends, or it waits for its
 * trigger. Nothing here can refuse. Rules SPOT-LOCK-1 to SPOT-LOCK-4, SPOT-STATE-1 to SPOT-STATE-5,
 * SPOT-STOP-1 to SPOT-STOP-5, SPOT-TRAIL-1, SPOT-TRAIL-4.
 */
import type { CommandContext } from "../../base/command-context.ts";
import { foldNumber } from "../../base/records/digest.ts";
import { type Book, restNewest } from "../book/book.ts";
import { hideBehindSlice } from "../book/slices.ts";
import { isReached } from "../book/trigger-ladders.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import { sweepClientIds } from "../orders/client-ids.ts";
import { cancelReasonOf, type EndReason, type Stop } from "../orders/end-reasons.ts";
import type { Instructions } from "../orders/instructions.ts";
import { enterOrder, nextOrderId } from "../orders/open-orders.ts";
import type { OrderStatus } from "../orders/order.ts";
import { orderRested } from "../orders/order-events.ts";
import { NO_ORDER, type OrderRow, type OrderRows } from "../orders/order-rows.ts";
import { lastTicksOf } from "../prices/prices.ts";
import { countExpectedLock, expectNoMore, expectWaiting } from "./count-expected-lock.ts";
import { beginWork, type End, endOrder, endUnlocked } from "./end-order.ts";
import { type Meeting, matchOrder } from "./match.ts";
import { countTrades, draftAgain, type OrderDraft } from "./order-draft.ts";
import { settlementAccountOf } from "./settlement-account.ts";
import type { Placement, SpotEvent, SpotState } from "./spot.ts";
import { addStop, queueStops, trailAtOnce, triggerOf } from "./stops.ts";
import { mayTrade, wouldTrade } from "./time-in-force.ts";

/** The order is accepted. From here on nothing may fail. */
export function acceptOrder(
  state: SpotState,
  draft: OrderDraft,
  context: CommandContext<SpotEvent>,
): Placement {
  sweepClientIds(state.orders.clientIds, context.timeMs);
  const order = giveRow(state, draft, context.timeMs);
  const { instructions } = draft;
  const standing =
    instructions === undefined
      ? lockAndTrade(state, draft, context)
      : followInstructions(state, draft, instructions, context);
  return placementOf(state.orders.byId.rows, order, standing, context.timeMs);
}

/** The order gets its id, and its row. */
export function giveRow({ orders }: SpotState, draft: OrderDraft, timeMs: number): OrderRow {
  draft.id = nextOrderId(orders);
  draft.placedAtMs = timeMs;
  draft.order = orders.byId.rows.add(draft);
  return draft.order;
}

/** What is told of an order that was placed, or rejected. */
export function placementOf(
  rows: OrderRows,
  order: OrderRow,
  { status, reason }: Standing,
  timeMs: number,
): Placement {
  const orderId = rows.id(order);
  const executed = rows.executed(order);
  const { isWaiting = false, prevented = 0 } = rows.instructions(order) ?? NOTHING_ASKED;
  if (prevented > 0) {
    return { orderId, status, executed, timeMs, prevented, ...(reason && { reason }) };
  }
  if (reason) return { orderId, status, executed, timeMs, reason };
  if (isWaiting) return { orderId, status, executed, timeMs, isWaiting: true };
  return { orderId, status, executed, timeMs };
}

const NOTHING_ASKED = { isWaiting: false, prevented: 0 } as const;

/** How an order stands when it has come, and why it ended where that does not say it. */
export interface Standing {
  readonly status: OrderStatus;
  readonly reason?: EndReason | undefined;
}

function lockAndTrade(
  state: SpotState,
  draft: OrderDraft,
  context: CommandContext<SpotEvent>,
): Standing {
  lockMoney(state, draft, context);
  return goLive(state, draft, false, context);
}

/** SPOT-LOCK-1 to SPOT-LOCK-4 */
function lockMoney(state: SpotState, draft: OrderDraft, context: CommandContext<SpotEvent>): void {
  settlementAccountOf(state, draft.area).hold(draft, context);
}

function followInstructions(
  state: SpotState,
  draft: OrderDraft,
  instructions: Instructions,
  context: CommandContext<SpotEvent>,
): Standing {
  const { order, market } = draft;
  const { triggerTicks, delta } = instructions;
  const isPlainStop = triggerTicks > 0 && delta === 0;
  const isReachedNow = isReached(instructions, lastTicksOf(state.prices, market));
  if (delta > 0 || (isPlainStop && !isReachedNow)) {
    lockMoney(state, draft, context);
    return wait(state, order, instructions, context); // SPOT-STOP-2
  }
  instructions.isWaiting = false;
  if (mayTrade(state, order)) {
    if (isPlainStop) draft.reference = triggerTicks; // SPOT-STOP-4
    return lockAndTrade(state, draft, context);
  }
  // SPOT-TIF-3, SPOT-TIF-4: the order has an id and its end; nothing was locked or lent for it.
  const kept = canceledFor(draft, "kept");
  endUnlocked(state, order, endOf(kept, { wasOpen: false, isForced: undefined }), context);
  return kept;
}

/** SPOT-STOP-2: the stop is open and stands in no book. */
function wait(
  state: SpotState,
  order: OrderRow,
  instructions: Instructions,
  context: CommandContext<SpotEvent>,
): Standing {
  enterOrder(state.orders, order);
  standByTrigger(state, order, instructions, context);
  return NEW;
}

/** A stop that is open begins to wait for its trigger. */
export function standByTrigger(
  state: SpotState,
  order: OrderRow,
  instructions: Instructions,
  context: CommandContext<SpotEvent>,
): void {
  const { rows } = state.orders.byId;
  trailAtOnce(state, order);
  addStop(state.stops, order);
  expectWaiting(state, order);
  foldNumber(state.digest, rows.id(order));
  foldNumber(state.digest, instructions.triggerTicks);
  context.events.push(orderRested(rows, order));
}

/** SPOT-STOP-4: the order goes live under its own id, with what it locked when it came. */
export function triggerStop(
  state: SpotState,
  order: OrderRow,
  context: CommandContext<SpotEvent>,
): void {
  const { draft } = state;
  const { rows } = state.orders.byId;
  const instructions = rows.instructions(order) as Instructions;
  beginWork(state, order, context); // SPOT-LIST-9
  expectNoMore(state, order);
  instructions.isWaiting = false;
  foldNumber(state.digest, rows.id(order));
  draftAgain(draft, rows, order);
  draft.reference = triggerOf(state.stops, order);
  goToBook(state, draft, context);
}

/** An order that is open already goes to the book: a stop that was triggered, or one of a list. */
export function goToBook(
  state: SpotState,
  draft: OrderDraft,
  context: CommandContext<SpotEvent>,
): void {
  if (mayTrade(state, draft.order)) {
    goLive(state, draft, true, context);
    return;
  }
  const kept = canceledFor(draft, "kept");
  const end = endOf(kept, { wasOpen: true, isForced: undefined });
  endOrder(state, draft.order, end, context);
}

/** The order trades, then it rests or ends. One that was open already has waited for its trigger. */
function goLive(
  state: SpotState,
  draft: OrderDraft,
  wasOpen: boolean,
  context: CommandContext<SpotEvent>,
): Standing {
  const { order, market, isForced } = draft;
  const book = state.books[market - 1] as Book;
  const stop = meetBook(state, draft, book, context);
  const standing = standingAfter(draft, stop);
  if (isEnd(standing)) {
    const end = endOf(standing, { wasOpen, isForced: isForced ? true : undefined });
    endOrder(state, order, end, context);
  } else {
    if (!wasOpen) enterOrder(state.orders, order);
    else if (draft.isLate) standLast(state, order); // SPOT-STOP-5
    rest(state, book, draft, context);
  }
  if (draft.executed > 0) queueStops(state, market, context.events); // SPOT-STOP-3
  return standing;
}

/** What stops it on the book. Most limit orders meet nothing there, and only rest. */
function meetBook(
  state: SpotState,
  draft: OrderDraft,
  book: Book,
  context: CommandContext<SpotEvent>,
): Stop {
  if (draft.kind === "limit" && !wouldTrade(book, draft)) return "no_match";
  const pair = state.catalogue.pairs[draft.market - 1] as Pair;
  const { order, reference, isForced, instructions } = draft;
  const meeting: Meeting = {
    pair,
    book,
    taker: order,
    reference,
    worst: worstOf(draft),
    selfTrade: isForced ? "none" : (instructions?.selfTrade ?? pair.selfTrade),
    isForced: isForced ? true : undefined,
    maker: NO_ORDER,
    lots: 0,
    buyerFee: 0,
    sellerFee: 0,
  };
  const stop = matchOrder(state, meeting, context);
  countTrades(draft, book.rows);
  return stop;
}

/** SPOT-TRAIL-4: what counts the other asset has locked for a range around another trigger than the one that it has in the end. */
function worstOf({ instructions, side, ticks, lots, budget }: OrderDraft): number {
  if (!instructions || instructions.delta === 0 || instructions.unit === undefined) return 0;
  if (side === "buy") return budget === 0n ? ticks : 0;
  return budget === 0n ? 0 : Number((budget + BigInt(lots) - 1n) / BigInt(lots));
}

type Ended = Standing & Pick<End, "status">;

function endOf(
  { status, reason }: Ended,
  { wasOpen, isForced }: Pick<End, "wasOpen" | "isForced">,
): End {
  return { status, wasOpen, isOwnCancel: false, isForced, reason };
}

function isEnd(standing: Standing): standing is Ended {
  return standing.status === "filled" || standing.status === "canceled";
}

/** SPOT-STATE-1 to SPOT-STATE-5: only a limit order that nothing stopped goes on the book. */
function standingAfter(draft: OrderDraft, stop: Stop): Standing {
  const { kind, instructions } = draft;
  const hasTraded = draft.executed > 0;
  // SPOT-STATE-3; a market buy that could not pay for one lot has traded nothing (SPOT-MATCH-6).
  const hasLost = (instructions?.prevented ?? 0) > 0;
  if (stop === "complete" && hasLost) return canceledFor(draft, "own_order"); // SPOT-STP-6
  if (stop === "complete" && hasTraded) return FILLED;
  const isCanceled =
    kind === "market" || // SPOT-STATE-5, SPOT-MATCH-6
    stop === "own_order" || // SPOT-STATE-4
    instructions?.timeInForce === "ioc"; // SPOT-TIF-2
  if (isCanceled) return canceledFor(draft, stop);
  return hasTraded ? PARTIALLY_FILLED : NEW; // SPOT-STATE-1, SPOT-STATE-2
}

const FILLED: Standing = { status: "filled", reason: undefined };
const PARTIALLY_FILLED: Standing = { status: "partially_filled", reason: undefined };
const NEW: Standing = { status: "new", reason: undefined };

function canceledFor({ kind, instructions }: OrderDraft, stop: Stop | "kept"): Ended {
  const timeInForce = instructions?.timeInForce ?? "gtc";
  return { status: "canceled", reason: cancelReasonOf(kind, timeInForce, stop) };
}

/** SPOT-STOP-5: a triggered order stands behind all that rest: it takes the next number for its place. */
function standLast({ orders }: SpotState, order: OrderRow): void {
  (orders.byId.rows.instructions(order) as Instructions).rank = nextOrderId(orders);
}

function rest(
  state: SpotState,
  book: Book,
  draft: OrderDraft,
  context: CommandContext<SpotEvent>,
): void {
  const { order } = draft;
  if (draft.instructions !== undefined) hideBehindSlice(book, order);
  restNewest(book, order);
  countExpectedLock(state, order, draft.remaining);
  foldNumber(state.digest, draft.id);
  foldNumber(state.digest, draft.ticks);
  foldNumber(state.digest, draft.remaining);
  context.events.push(orderRested(book.rows, order));
}
