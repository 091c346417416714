/**
 * Legs of a list go live: of an OCO at once, of any other list when its first order is filled. Their money is locked
 * then, once for both. Rules SPOT-LIST-8, SPOT-LIST-9, SPOT-LIST-11, SPOT-LIST-12.
 */
import type { CommandContext } from "../../../base/command-context.ts";
import { emptyOut } from "../../../base/empty-out.ts";
import { lesser, minus } from "../../../money/amount.ts";
import { isReached } from "../../book/trigger-ladders.ts";
import type { Pair } from "../../catalogue/catalogue.ts";
import type { Instructions } from "../../orders/instructions.ts";
import { legIdsOf, moveTo, type OrderList } from "../../orders/order-lists.ts";
import { lastTicksOf } from "../../prices/prices.ts";
import { goToBook, standByTrigger } from "../accept-order.ts";
import { type End, endOrder } from "../end-order.ts";
import { draftAgain, newDraft, type OrderDraft, setLock } from "../order-draft.ts";
import type { SpotEvent, SpotState } from "../spot.ts";

/** The first orders of these lists were filled: their legs go live, one list after the other. */
export function workLists(state: SpotState, context: CommandContext<SpotEvent>): void {
  const { due } = state.lists;
  for (let at = 0; at < due.length; at++) wakeLegs(state, due[at] as OrderList, context);
  emptyOut(due);
}

/** SPOT-LIST-12: only the money is asked for again. Where one was reached meanwhile, it alone goes live. */
function wakeLegs(state: SpotState, list: OrderList, context: CommandContext<SpotEvent>): void {
  const legs = draftsOf(state, list);
  const last = lastTicksOf(state.prices, list.pair);
  const reached = legs.find((leg) => waitsAt(leg, last) === "reached");
  const going = reached ? [reached] : legs;
  const isPaid = refuseMoney(state, going, context.timeMs) === undefined;
  if (!isPaid || going.length === 1) moveTo(state.lists, list, "over");
  if (!isPaid) endLegs(state, legs, REJECTED, context);
  else {
    const passed = legs.filter((leg) => !going.includes(leg));
    endLegs(state, passed, PASSED, context);
    goLive(state, list, going, context);
  }
}

const REJECTED = { status: "rejected", reason: "insufficient_balance" } as const;
const PASSED = { status: "canceled", reason: "other_leg" } as const;

/** Legs that were never live end; nothing is locked for them. */
function endLegs(
  state: SpotState,
  legs: readonly OrderDraft[],
  { status, reason }: Pick<End, "status" | "reason">,
  context: CommandContext<SpotEvent>,
): void {
  for (const { order } of legs) {
    const end: End = { status, wasOpen: true, isOwnCancel: false, isForced: undefined, reason };
    endOrder(state, order, end, context);
  }
}

function draftsOf({ orders, catalogue }: SpotState, list: OrderList): OrderDraft[] {
  const pair = catalogue.pairs[list.pair - 1] as Pair;
  return legIdsOf(list).map((id) => {
    const draft = newDraft();
    draftAgain(draft, orders.byId.rows, orders.byId.find(id));
    setLock(draft, pair);
    return draft;
  });
}

/** SPOT-LIST-8: legs need as much as the one that needs more. */
export function refuseMoney(state: SpotState, legs: readonly OrderDraft[], timeMs: number) {
  const most = legs.reduce((one, other) => (other.lock.amount > one.lock.amount ? other : one));
  return state.settlementAccounts.spot.refuse(most, timeMs);
}

function termsOf({ instructions }: OrderDraft): Instructions {
  return instructions as Instructions;
}

/** Whether an order waits for a price, and whether that has come. */
export function waitsAt(draft: OrderDraft, last: number): "for nothing" | "still" | "reached" {
  const terms = termsOf(draft);
  if (terms.delta > 0) return "still"; // SPOT-LIST-18
  if (terms.triggerTicks === 0) return "for nothing";
  return isReached(terms, last) ? "reached" : "still";
}

/** Orders of a list that lock their money now: stops begin to wait, and whichever does not wait goes to the book. */
export function goLive(
  state: SpotState,
  list: OrderList,
  drafts: readonly OrderDraft[],
  context: CommandContext<SpotEvent>,
): void {
  const last = lastTicksOf(state.prices, list.pair);
  lockOnce(state, list, drafts, context);
  for (const draft of drafts) termsOf(draft).isPending = false;
  const waiting = drafts.filter((draft) => waitsAt(draft, last) === "still");
  for (const draft of waiting) standByTrigger(state, draft.order, termsOf(draft), context);
  for (const draft of drafts) {
    if (waiting.includes(draft)) continue;
    const terms = termsOf(draft);
    terms.isWaiting = false;
    if (terms.triggerTicks > 0) draft.reference = terms.triggerTicks; // SPOT-STOP-4
    goToBook(state, draft, context);
  }
}

function lockOnce(
  state: SpotState,
  list: OrderList,
  [one, other]: readonly OrderDraft[],
  context: CommandContext<SpotEvent>,
): void {
  const { spot } = state.settlementAccounts;
  if (one) spot.hold(one, context);
  if (!one || !other) return;
  const shared = lesser(one.lock.amount, other.lock.amount);
  other.lock.amount = minus(other.lock.amount, shared);
  spot.hold(other, context);
  const wallet = state.orders.byId.rows.wallet(other.order);
  state.ledger.wallets.addExpectedLock(wallet, minus(0, shared));
  moveTo(state.lists, list, "both");
}
