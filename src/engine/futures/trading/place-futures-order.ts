/**
 * Placing a futures order, for now or on a condition. A live order freezes money or
 * reserves what it closes, trades, then rests or ends. Rules FUT-STATE-1, FUT-TIF-1 to FUT-TIF-3,
 * FUT-COND-1 to FUT-COND-4.
 */
import { foldNumber } from "../../../base/digest.ts";
import { accept, type Outcome, reject } from "../../../base/outcome.ts";
import { bestOpposite, crosses } from "../../book/book.ts";
import { futuresWallet, hold } from "../../ledger/ledger.ts";
import { isClientId } from "../../orders/client-id-form.ts";
import { sweepClientIds } from "../../orders/client-ids.ts";
import {
  enterOrder,
  hasRoom,
  nextOrderId,
  openCountOf,
  orderIdNamed,
} from "../../orders/open-orders.ts";
import {
  type FuturesTerms,
  type Order,
  type OrderStatus,
  openStatusOf,
} from "../../orders/order.ts";
import { endReasonOf, orderRested } from "../../orders/order-events.ts";
import {
  isModeFree,
  positionOn,
  positionSideOf,
  takeContractAccount,
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
import { type FuturesStop, matchFutures } from "./match-futures.ts";
import { queueTriggered, triggerPriceOf } from "./trigger-queue.ts";

export function placeFuturesOrder(
  state: FuturesState,
  command: PlaceFuturesOrder,
  context: FuturesContext,
): Outcome<FuturesPlaced, FuturesPlaceReject> {
  const checked = checkFuturesTerms(state, command);
  if (!checked.ok) return checked;
  const order = checked.answer;
  const isCondition = command.trigger !== "none";
  const orderContext = orderContextOf(state, order);
  const no = isCondition
    ? (checkLimits(state, order) ?? checkStanding(state, order, context.timeMs))
    : checkNow(state, orderContext, order, context.timeMs);
  if (no) return no;

  // The order is accepted. From here on nothing may fail.

  sweepClientIds(state.orders.clientIds, context.timeMs);
  order.id = nextOrderId(state.orders);
  order.placedAtMs = context.timeMs;
  const status = isCondition
    ? keepWaiting(state, order, context)
    : goLive(state, orderContext, order, context);
  return accept({ orderId: order.id, status, executed: order.executed, timeMs: context.timeMs });
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
    const isForm = clientId.length <= CLIENT_ID_LENGTH_MAX && isClientId(clientId);
    if (!isForm) return reject("client_id_malformed");
    const first = orderIdNamed(state.orders, order, timeMs);
    if (first !== 0) return reject("client_id_used", { had: `${first}`, needed: "" });
  }
  const max = state.catalogue.contracts[order.market - 1]?.ordersMax ?? 0;
  const isFull = state.orders.byId.size >= state.orders.openMax; // CORE-BOUND-1
  if (isFull) return reject("too_many_open_orders");
  if (hasRoom(state.orders, order, { pair: order.market, max })) return undefined;
  const had = `${openCountOf(state.orders, order, order.market)}`;
  return reject("too_many_open_orders", { had, needed: `${max}` });
}

/** FUT-COND-2: the order waits; one whose condition is true already joins the queue at once. */
function keepWaiting(state: FuturesState, order: Order, context: FuturesContext): OrderStatus {
  const market = state.futures.markets[order.market - 1] as ContractMarket;
  const terms = order.futures as FuturesTerms;
  terms.isWaiting = true;
  foldNumber(state.digest, terms.triggerTicks);
  enterOrder(state.orders, order);
  context.events.push(orderRested(order));
  if (isTriggered(order, triggerPriceOf(market))) state.futures.triggered.push(order);
  else addWaiting(market.triggers, order);
  return "waiting";
}

/** FUT-COND-4: the same order id becomes a live order, or is rejected. */
export function triggerOrder(state: FuturesState, order: Order, context: FuturesContext): void {
  const { futures } = state;
  const terms = order.futures as FuturesTerms;
  const contractAccount = takeContractAccount(
    futures,
    order.user,
    futures.markets[order.market - 1] as ContractMarket,
  );
  terms.leverage = contractAccount.leverage; // FUT-LEV-1
  if (terms.action === "close") terms.mode = contractAccount.mode; // FUT-MODE-1
  const orderContext = orderContextOf(state, order);
  const no =
    checkContractAccount(orderContext) ??
    checkBand(orderContext, order) ??
    checkMoment(state, orderContext, order);
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
  order: Order,
  context: FuturesContext,
): OrderStatus {
  const { futures } = state;
  const { market, terms } = orderContext;
  const contractAccount =
    orderContext.contractAccount ?? takeContractAccount(futures, order.user, market);
  if (terms.action === "open" && isModeFree(contractAccount)) contractAccount.mode = terms.mode; // FUT-MODE-1
  touchMoney(futures, contractAccount);
  commit(state, contractAccount, order, orderContext);
  const stop = mayTrade(state, contractAccount, order, terms)
    ? matchFutures(state, contractAccount, order, context)
    : "kept";
  const status = statusAfter(order, terms, stop);
  if (status === "filled" || status === "canceled") {
    const wasOpen = state.orders.byId.get(order.id) === order;
    endFuturesOrder(state, order, { status, wasOpen, reason: endReasonOf(status, stop) }, context);
  } else {
    restFutures(state, contractAccount, order, context);
  }
  if (order.executed > 0) queueTriggered(state, contractAccount.market); // FUT-COND-3
  return status;
}

/** FUT-FREEZE-1 for an order that opens, FUT-CLOSE-1 for one that closes. */
function commit(
  state: FuturesState,
  contractAccount: ContractAccount,
  order: Order,
  { terms, freeze }: OrderContext,
): void {
  if (terms.action === "close") {
    (positionOn(contractAccount, positionSideOf(order)) as Position).pending += order.remaining;
    return;
  }
  terms.frozen = freeze;
  const wallet = futuresWallet(
    state.ledger,
    order.user,
    contractAccount.market.contract.marginCoin,
  );
  hold(state.ledger, wallet, terms.frozen);
}

/** FUT-TIF-2, FUT-TIF-3: all at once or nothing; nothing at once. */
function mayTrade(
  state: FuturesState,
  contractAccount: ContractAccount,
  order: Order,
  terms: FuturesTerms,
): boolean {
  if (terms.timeInForce === "fok") return canFillWhole(state, contractAccount, order);
  if (terms.timeInForce !== "post_only") return true;
  const best = bestOpposite(contractAccount.market.book, order.side);
  return !best || !crosses(order.side, order.ticks, best.ticks);
}

/** FUT-STATE-1: only a limit order that nothing stopped goes on the book. */
function statusAfter(order: Order, terms: FuturesTerms, stop: FuturesStop | "kept"): OrderStatus {
  if (stop === "complete" && order.executed > 0) return "filled";
  if (stop !== "no_match" || order.kind === "market") return "canceled";
  if (terms.timeInForce === "ioc" || terms.timeInForce === "fok") return "canceled"; // FUT-TIF-1
  return openStatusOf(order);
}
