/**
 * The end of a futures order, whatever ended it, and what resting and waiting mean for its contract account: what
 * is frozen, what is pending, how much it would open. Rules FUT-STATE-1 to FUT-STATE-4, FUT-CLOSE-1.
 */

import type { CommandContext } from "../../../base/command-context.ts";
import { foldNumber } from "../../../base/records/digest.ts";
import { minus } from "../../../money/amount.ts";
import { restOrder, takeOut } from "../../book/book.ts";
import type { EndReason } from "../../orders/end-reasons.ts";
import { enterOrder, leaveOrder, retireClientId } from "../../orders/open-orders.ts";
import {
  type OrderEnded,
  type OrderRested,
  orderEnded,
  orderRested,
} from "../../orders/order-events.ts";
import { NO_ORDER, type OrderRow } from "../../orders/order-rows.ts";
import {
  addOpening,
  findContractAccount,
  positionOn,
  positionSideAt,
  walletOf,
} from "../contract-account.ts";
import { amountAt, isValueUp } from "../contract-amount.ts";
import type { ContractAccount, ContractMarket, FuturesState } from "../futures-state.ts";
import { removeWaiting } from "../triggers.ts";
import { touchMoney } from "../watch.ts";
import { countExpectedFreeze } from "./count-expected-freeze.ts";
import { restFreezeAt, unfreeze } from "./freeze.ts";

type EndContext = CommandContext<OrderEnded | OrderRested>;

export interface FuturesEnd {
  readonly status: "filled" | "canceled" | "rejected";
  /** Whether the order was in the table of open orders, resting or waiting. */
  readonly wasOpen: boolean;
  readonly isOwnCancel?: boolean | undefined;
  readonly reason?: EndReason | undefined;
}

/** The order is off the book and off the triggers already. Its row can be read until the command is over. */
export function endFuturesOrder(
  state: FuturesState,
  order: OrderRow,
  end: FuturesEnd,
  context: EndContext,
): void {
  const { timeMs } = context;
  const { rows } = state.orders.byId;
  const id = rows.id(order);
  giveBack(state, order);
  if (end.wasOpen) leaveOrder(state.orders, order);
  retireClientId(state.orders, order, end, timeMs);
  foldNumber(state.digest, end.status === "filled" ? id : -id);
  context.events.push(orderEnded(rows, order, end, timeMs));
  rows.drop(order);
}

/** Releases what a live order still has frozen or pending; a waiting order has nothing. */
function giveBack(state: FuturesState, order: OrderRow): void {
  const { rows } = state.orders.byId;
  const terms = rows.terms(order);
  const user = rows.user(order);
  const contractAccount = findContractAccount(state.futures, user, rows.market(order));
  if (terms.isWaiting || !contractAccount) return;
  if (terms.action === "close") {
    const position = positionOn(contractAccount, positionSideAt(rows, order));
    if (position) position.pending -= rows.remaining(order); // FUT-CLOSE-1
  } else if (terms.frozen > 0n) {
    unfreeze(state.ledger, walletOf(state.ledger, contractAccount), terms, 0);
  }
  touchMoney(state.futures, contractAccount);
}

/** Puts what is left of a live order on the book. */
export function restFutures(
  state: FuturesState,
  contractAccount: ContractAccount,
  order: OrderRow,
  context: EndContext,
): void {
  const { byId } = state.orders;
  const { rows } = byId;
  const terms = rows.terms(order);
  const { market } = contractAccount;
  const { contract } = market;
  const isUntouched = terms.action === "open" && rows.executed(order) === 0;
  if (isUntouched && !isValueUp(contract, rows.side(order))) {
    // FUT-FREEZE-2: what was frozen for trades at a worse price is released.
    const wallet = walletOf(state.ledger, contractAccount);
    unfreeze(state.ledger, wallet, terms, restFreezeAt(market, order));
  }
  restOrder(market.book, order);
  if (byId.find(rows.id(order)) === NO_ORDER) enterOrder(state.orders, order);
  contractAccount.resting++;
  countOpening(contractAccount, order, 1);
  countExpectedFreeze(state, contractAccount, order, 1);
  foldNumber(state.digest, rows.id(order));
  foldNumber(state.digest, rows.ticks(order));
  foldNumber(state.digest, rows.remaining(order));
  context.events.push(orderRested(rows, order));
}

/** FUT-CHECK-16: what the order has left to open counts for its contract account, or does not any more. */
export function countOpening(
  contractAccount: ContractAccount,
  order: OrderRow,
  sign: 1 | -1,
): void {
  const { contract, book } = contractAccount.market;
  const { rows } = book;
  if (rows.terms(order).action !== "open") return;
  const lots = rows.remaining(order);
  const value = amountAt(contract, { lots, ticks: rows.ticks(order) });
  addOpening(contractAccount, rows.side(order), sign * lots, sign > 0 ? value : minus(0, value));
}

/** FUT-STATE-3: takes a resting or waiting order out and ends it. */
export function cancelOpen(
  state: FuturesState,
  order: OrderRow,
  context: EndContext,
  { isOwnCancel, reason }: Pick<FuturesEnd, "isOwnCancel" | "reason"> = {},
): void {
  const { rows } = state.orders.byId;
  const contract = rows.market(order);
  const isInLevel = rows.level(order) !== 0;
  if (rows.terms(order).isWaiting) {
    const { triggers } = state.futures.markets[contract - 1] as ContractMarket;
    // An order that has triggered and is queued is in no level any more.
    if (isInLevel) removeWaiting(triggers, order);
  } else if (isInLevel) {
    const contractAccount = findContractAccount(state.futures, rows.user(order), contract);
    leaveBook(state, contractAccount as ContractAccount, order);
  }
  endFuturesOrder(
    state,
    order,
    { status: "canceled", wasOpen: true, isOwnCancel, reason },
    context,
  );
}

function leaveBook(state: FuturesState, contractAccount: ContractAccount, order: OrderRow): void {
  countOpening(contractAccount, order, -1);
  countExpectedFreeze(state, contractAccount, order, -1);
  takeOut(contractAccount.market.book, order);
  contractAccount.resting--;
}
