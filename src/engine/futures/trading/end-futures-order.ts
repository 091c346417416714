/**
 * The end of a futures order, whatever ended it, and what resting and waiting mean for its contract account: what
 * is frozen, what is pending, how much it would open. Rules FUT-STATE-1 to FUT-STATE-4, FUT-CLOSE-1.
 */

import type { CommandContext } from "../../../base/command-context.ts";
import { foldNumber } from "../../../base/digest.ts";
import { restOrder, takeOut } from "../../book/book.ts";
import { futuresWallet } from "../../ledger/ledger.ts";
import { enterOrder, leaveOrder, retireClientId } from "../../orders/open-orders.ts";
import type { FuturesTerms, Order } from "../../orders/order.ts";
import {
  type EndReason,
  type OrderEnded,
  type OrderRested,
  orderEnded,
  orderRested,
} from "../../orders/order-events.ts";
import {
  addOpening,
  findContractAccount,
  positionOn,
  positionSideOf,
} from "../contract-account.ts";
import { isValueUp, valueAt } from "../contract-value.ts";
import type { ContractAccount, ContractMarket, FuturesState } from "../futures-state.ts";
import { removeWaiting } from "../triggers.ts";
import { touchMoney } from "../watch.ts";
import { countExpectedFreeze } from "./count-expected-freeze.ts";
import { restFreezeOf, unfreeze } from "./freeze.ts";

type EndContext = CommandContext<OrderEnded | OrderRested>;

export interface FuturesEnd {
  readonly status: "filled" | "canceled" | "rejected";
  /** Whether the order was in the table of open orders, resting or waiting. */
  readonly wasOpen: boolean;
  readonly isOwnCancel?: boolean;
  readonly reason?: EndReason | undefined;
}

/** The order is off the book and off the triggers already. */
export function endFuturesOrder(
  state: FuturesState,
  order: Order,
  end: FuturesEnd,
  context: EndContext,
): void {
  const { timeMs } = context;
  giveBack(state, order);
  if (end.wasOpen) leaveOrder(state.orders, order);
  retireClientId(state.orders, order, end, timeMs);
  foldNumber(state.digest, end.status === "filled" ? order.id : -order.id);
  context.events.push(orderEnded(order, end, timeMs));
}

/** Releases what a live order still has frozen or pending; a waiting order has nothing. */
function giveBack(state: FuturesState, order: Order): void {
  const terms = order.futures as FuturesTerms;
  const contractAccount = findContractAccount(state.futures, order.user, order.market);
  if (terms.isWaiting || !contractAccount) return;
  if (terms.action === "close") {
    const position = positionOn(contractAccount, positionSideOf(order));
    if (position) position.pending -= order.remaining; // FUT-CLOSE-1
  } else if (terms.frozen > 0n) {
    const { marginCoin } = contractAccount.market.contract;
    const wallet = futuresWallet(state.ledger, order.user, marginCoin);
    unfreeze(state.ledger, wallet, terms, 0n);
  }
  touchMoney(state.futures, contractAccount);
}

/** Puts what is left of a live order on the book. */
export function restFutures(
  state: FuturesState,
  contractAccount: ContractAccount,
  order: Order,
  context: EndContext,
): void {
  const terms = order.futures as FuturesTerms;
  const { contract } = contractAccount.market;
  if (terms.action === "open" && order.executed === 0 && !isValueUp(contract, order.side)) {
    // FUT-FREEZE-2: what was frozen for trades at a worse price is released.
    const wallet = futuresWallet(state.ledger, order.user, contract.marginCoin);
    unfreeze(state.ledger, wallet, terms, restFreezeOf(contract, order, terms));
  }
  restOrder(contractAccount.market.book, order);
  if (!state.orders.byId.get(order.id)) enterOrder(state.orders, order);
  contractAccount.resting++;
  countOpening(contractAccount, order, 1);
  countExpectedFreeze(state, contractAccount, order, 1);
  foldNumber(state.digest, order.id);
  foldNumber(state.digest, order.ticks);
  foldNumber(state.digest, order.remaining);
  context.events.push(orderRested(order));
}

/** FUT-CHECK-16: what the order has left to open counts for its contract account, or does not any more. */
export function countOpening(contractAccount: ContractAccount, order: Order, sign: 1 | -1): void {
  if (order.futures?.action !== "open") return;
  const { remaining: lots } = order;
  const value = valueAt(contractAccount.market.contract, { lots, ticks: order.ticks });
  addOpening(contractAccount, order.side, sign * lots, sign > 0 ? value : -value);
}

/** FUT-STATE-3: takes a resting or waiting order out and ends it. */
export function cancelOpen(
  state: FuturesState,
  order: Order,
  context: EndContext,
  isOwnCancel = false,
): void {
  const market = state.futures.markets[order.market - 1] as ContractMarket;
  if (order.futures?.isWaiting) {
    // An order that has triggered and is queued is in no level any more.
    if (order.level) removeWaiting(market.triggers, order);
  } else if (order.level) {
    leaveBook(
      state,
      findContractAccount(state.futures, order.user, order.market) as ContractAccount,
      order,
    );
  }
  endFuturesOrder(state, order, { status: "canceled", wasOpen: true, isOwnCancel }, context);
}

function leaveBook(state: FuturesState, contractAccount: ContractAccount, order: Order): void {
  countOpening(contractAccount, order, -1);
  countExpectedFreeze(state, contractAccount, order, -1);
  takeOut(contractAccount.market.book, order);
  contractAccount.resting--;
}
