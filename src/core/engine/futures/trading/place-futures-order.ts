/**
 * Placing a futures order, for now or on a condition. A live order freezes money or
 * reserves what it closes, trades, then rests or ends. Rules FUT-STATE-1, FUT-TIF-1 to FUT-TIF-3,
 * FUT-COND-1 to FUT-COND-4.
 */

import { accept, type Outcome, reject } from "../../../base/outcome.ts";
import { foldNumber } from "../../../base/records/digest.ts";
import { bigOf } from "../../../money/amount.ts";
import { bestOpposite, crosses } from "../../book/book.ts";
import { isInForce } from "../../catalogue/rule-changes.ts";
import { hold } from "../../ledger/ledger.ts";
import { isNameFormed } from "../../orders/client-id-form.ts";
import { findNameHolder, sweepClientIds } from "../../orders/client-ids.ts";
import { cancelReasonOf, type Stop } from "../../orders/end-reasons.ts";
import {
  enterOrder,
  hasRoom,
  mayRest,
  nextOrderId,
  openCountOf,
} from "../../orders/open-orders.ts";
import {
  type FuturesTerms,
  type Order,
  type OrderStatus,
  openStatusOf,
} from "../../orders/order.ts";
import { orderRested } from "../../orders/order-events.ts";
import type { OrderRow, OrderRows } from "../../orders/order-rows.ts";
import {
  isModeFree,
  positionOn,
  positionSideAt,
  takeContractAccount,
  walletOf,
} from "../contract-account.ts";
import type { FuturesContext } from "../futures.ts";
import type { FuturesPlaced, FuturesPlaceReject, PlaceFuturesOrder } from "../futures-commands.ts";
import type { ContractAccount, ContractMarket, FuturesState, Position } from "../futures-state.ts";
import { addWaiting, isTriggered } from "../triggers.ts";
import { touchMoney } from "../watch.ts";
import { checkFuturesTerms, checkLimits, type FuturesRefusal } from "./check-futures-order.ts";
import {
  checkBand,
  checkContractAccount,
  checkMoment,
  type OrderContext,
  orderContextOf,
} from "./check-moment.ts";
import { endFuturesOrder, restFutures } from "./end-futures-order.ts";
import { canFillWhole } from "./fill-or-kill.ts";
import { matchFutures } from "./match-futures.ts";
import { queueTriggered, triggerPriceOf } from "./trigger-queue.ts";

export function placeFuturesOrder(
  state: FuturesState,
  command: PlaceFuturesOrder,
  context: FuturesContext,
): Outcome<FuturesPlaced, FuturesPlaceReject> {
  const checked = checkFuturesTerms(state, command);
  if (!checked.ok) return checked;
  const draft = checked.answer;
  const { timeMs } = context;
  const isCondition = command.trigger !== "none";
  const orderContext = orderContextOf(state, draft);
  const no = isCondition
    ? (checkLimits(state, draft) ?? checkStanding(state, draft, timeMs))
    : checkNow(state, orderContext, draft, timeMs);
  if (no) return no;

  // The order is accepted. From here on nothing may fail.

  sweepClientIds(state.orders.clientIds, timeMs);
  draft.id = nextOrderId(state.orders);
  draft.placedAtMs = timeMs;
  const { rows } = state.orders.byId;
  const order = rows.add(draft);
  const status = isCondition
    ? keepWaiting(state, order, context)
    : goLive(state, orderContext, order, context);
  return accept({ orderId: draft.id, status, executed: rows.executed(order), timeMs });
}

/** All checks of an order for now, in their order. */
function checkNow(
  state: FuturesState,
  orderContext: OrderContext,
  order: Order,
  timeMs: number,
): FuturesRefusal | undefined {
  return (
    checkContractAccount(orderContext) ??
    checkLimits(state, order) ??
    checkBand(orderContext, order) ??
    checkStanding(state, order, timeMs) ??
    checkMoment(state, orderContext, order)
  );
}

const CLIENT_ID_LENGTH_MAX = 31;

/** FUT-CHECK-13, FUT-CHECK-14: waiting orders count too. */
function checkStanding(
  state: FuturesState,
  order: Order,
  timeMs: number,
): FuturesRefusal | undefined {
  const { clientId } = order;
  if (clientId !== "") {
    const isForm = clientId.length <= CLIENT_ID_LENGTH_MAX && isNameFormed(order);
    if (!isForm) return reject("client_id_malformed");
    const first = findNameHolder(state.orders, order, timeMs);
    if (first !== 0) return reject("client_id_used", { had: `${first}`, needed: "" });
  }
  const max = state.catalogue.contracts[order.market - 1]?.ordersMax ?? 0;
  const isFull = state.orders.byId.size >= state.orders.openMax; // CORE-BOUND-1
  if (isFull) return reject("too_many_open_orders");
  if (isInForce(state, "passing_orders") && !mayRest(order)) return undefined;
  if (hasRoom(state.orders, order, { pair: order.market, max })) return undefined;
  const had = `${openCountOf(state.orders, order, order.market)}`;
  return reject("too_many_open_orders", { had, needed: `${max}` });
}

/** FUT-COND-2: the order waits; one whose condition is true already joins the queue at once. */
function keepWaiting(state: FuturesState, order: OrderRow, context: FuturesContext): OrderStatus {
  const { byId } = state.orders;
  const { rows } = byId;
  const market = state.futures.markets[rows.market(order) - 1] as ContractMarket;
  const terms = rows.terms(order);
  terms.isWaiting = true;
  foldNumber(state.digest, terms.triggerTicks);
  enterOrder(state.orders, order);
  context.events.push(orderRested(rows, order));
  const isDue = isTriggered({ side: rows.side(order), futures: terms }, triggerPriceOf(market));
  if (isDue) state.futures.triggered.push(order);
  else addWaiting(market.triggers, order, byId);
  return "waiting";
}

/** FUT-COND-4: the same order id becomes a live order, or is rejected. */
export function triggerOrder(state: FuturesState, order: OrderRow, context: FuturesContext): void {
  const { futures } = state;
  const { rows } = state.orders.byId;
  const terms = rows.terms(order);
  const contractAccount = takeContractAccount(
    futures,
    rows.user(order),
    futures.markets[rows.market(order) - 1] as ContractMarket,
  );
  terms.leverage = contractAccount.leverage; // FUT-LEV-1
  if (terms.action === "close") terms.mode = contractAccount.mode; // FUT-MODE-1
  const asked = rows.orderAt(order);
  const orderContext = orderContextOf(state, asked);
  const no =
    checkContractAccount(orderContext) ??
    checkBand(orderContext, asked) ??
    checkMoment(state, orderContext, asked);
  if (no) {
    endFuturesOrder(state, order, { status: "rejected", wasOpen: true }, context);
    return;
  }
  terms.isWaiting = false;
  goLive(state, orderContext, order, context);
}

/** The order has passed all checks and becomes live. */
function goLive(
  state: FuturesState,
  orderContext: OrderContext,
  order: OrderRow,
  context: FuturesContext,
): OrderStatus {
  const { futures } = state;
  const { byId } = state.orders;
  const { rows } = byId;
  const { market, terms } = orderContext;
  const contractAccount =
    orderContext.contractAccount ?? takeContractAccount(futures, rows.user(order), market);
  if (terms.action === "open" && isModeFree(contractAccount)) contractAccount.mode = terms.mode; // FUT-MODE-1
  touchMoney(futures, contractAccount);
  commit(state, contractAccount, order, orderContext);
  const stop = mayTrade(state, contractAccount, order, terms)
    ? matchFutures(state, contractAccount, order, context)
    : "kept";
  const status = statusAfter(rows, order, stop);
  if (status === "filled" || status === "canceled") {
    const wasOpen = byId.find(rows.id(order)) === order;
    const isCanceled = status === "canceled";
    const reason = isCanceled
      ? cancelReasonOf(rows.kind(order), terms.timeInForce, stop)
      : undefined;
    endFuturesOrder(state, order, { status, wasOpen, reason }, context);
  } else {
    restFutures(state, contractAccount, order, context);
  }
  if (rows.executed(order) > 0) queueTriggered(state, contractAccount.market); // FUT-COND-3
  return status;
}

/** FUT-FREEZE-1 for an order that opens, FUT-CLOSE-1 for one that closes. */
function commit(
  state: FuturesState,
  contractAccount: ContractAccount,
  order: OrderRow,
  { terms, freeze }: OrderContext,
): void {
  if (terms.action === "close") {
    const { rows } = state.orders.byId;
    const position = positionOn(contractAccount, positionSideAt(rows, order)) as Position;
    position.pending += rows.remaining(order);
    return;
  }
  terms.frozen = bigOf(freeze);
  hold(state.ledger, walletOf(state.ledger, contractAccount), freeze);
}

/** FUT-TIF-2, FUT-TIF-3: all at once or nothing; nothing at once. */
function mayTrade(
  state: FuturesState,
  contractAccount: ContractAccount,
  order: OrderRow,
  terms: FuturesTerms,
): boolean {
  if (terms.timeInForce === "fok") return canFillWhole(state, contractAccount, order);
  if (terms.timeInForce !== "post_only") return true;
  const { book } = contractAccount.market;
  const side = book.rows.side(order);
  const best = bestOpposite(book, side);
  return !best || !crosses(side, book.rows.ticks(order), best.ticks);
}

/** FUT-STATE-1: only a limit order that nothing stopped goes on the book. */
function statusAfter(rows: OrderRows, order: OrderRow, stop: Stop | "kept"): OrderStatus {
  const executed = rows.executed(order);
  const terms = rows.terms(order);
  if (stop === "complete" && executed > 0) return "filled";
  if (stop !== "no_match" || rows.kind(order) === "market") return "canceled";
  if (terms.timeInForce === "ioc" || terms.timeInForce === "fok") return "canceled"; // FUT-TIF-1
  return openStatusOf({ executed, futures: terms });
}
