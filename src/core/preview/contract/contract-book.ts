/**
 * The visible book of a contract on the preview state. The user's own orders in it stop a new
 * one, or trade with it, as they will on the exchange (FUT-STP-1).
 */

import { restOrder } from "../../engine/book/book.ts";
import type { FeeRates } from "../../engine/catalogue/contract.ts";
import { contractRatesOf } from "../../engine/catalogue/user-fees.ts";
import { takeContractAccount } from "../../engine/futures/contract-account.ts";
import type { ContractAccount } from "../../engine/futures/futures-state.ts";
import { countExpectedFreeze } from "../../engine/futures/trading/count-expected-freeze.ts";
import { countOpening } from "../../engine/futures/trading/end-futures-order.ts";
import { restFreezeOf } from "../../engine/futures/trading/freeze.ts";
import { enterOrder } from "../../engine/orders/open-orders.ts";
import type { FuturesTerms, Side } from "../../engine/orders/order.ts";
import { stepsOf } from "../../money/decimal.ts";
import { feeRatesOf, moneyOf } from "../market-terms.ts";
import {
  type BookEntry,
  newRestingOrder,
  OTHERS,
  PLENTY,
  type VisibleBook,
} from "../visible-book.ts";
import type { OwnFuturesOrder } from "./contract-market-view.ts";
import type { ContractPreviewState } from "./contract-preview-state.ts";

export function restContractBook(
  previewState: ContractPreviewState,
  { bids, asks }: VisibleBook<OwnFuturesOrder>,
): void {
  const { state, market } = previewState;
  const others = takeContractAccount(state.futures, OTHERS, market);
  others.leverage = 1;
  const { wallets } = state.ledger;
  const wallet = wallets.open("futures", OTHERS, market.contract.marginCoin);
  wallets.set(wallet, { free: PLENTY * PLENTY });
  for (const entry of bids) rest(previewState, others, "buy", entry);
  for (const entry of asks) rest(previewState, others, "sell", entry);
}

/** What is told of the user's wallet replaces, in the end, what its orders have frozen here. */
function rest(
  { state, market, contractAccount }: ContractPreviewState,
  others: ContractAccount,
  side: Side,
  { price, quantity, own }: BookEntry<OwnFuturesOrder>,
): void {
  const { contract } = market;
  const ticks = stepsOf(price, contract.pricePrecision);
  const lots = stepsOf(quantity, 0);
  if (ticks <= 0 || lots <= 0) return;
  const account = own ? contractAccount : others;
  const now = contractRatesOf(state.catalogue.userFees, account.user, contract);
  const terms = termsOf(account, own, now);
  const { rates } = terms;
  const isOpen = terms.action === "open";
  const order = newRestingOrder(state, {
    user: account.user,
    area: "futures",
    market: contract.id,
    side,
    ticks,
    lots,
    makerRate: isOpen ? rates.openMakerRate : rates.closeMakerRate,
    takerRate: isOpen ? rates.openTakerRate : rates.closeTakerRate,
    futures: terms,
  });
  if (isOpen) {
    terms.frozen =
      own?.frozen === undefined
        ? restFreezeOf(contract, order, terms)
        : moneyOf(own.frozen, contract.scale);
    const { wallets } = state.ledger;
    const wallet = wallets.open("futures", account.user, contract.marginCoin);
    wallets.addLocked(wallet, terms.frozen);
  }
  const row = state.orders.byId.rows.add(order);
  restOrder(market.book, row);
  enterOrder(state.orders, row);
  account.resting++;
  countOpening(account, row, 1);
  countExpectedFreeze(state, account, row, 1);
}

const FREE = { openMakerRate: 0, openTakerRate: 0, closeMakerRate: 0, closeTakerRate: 0 } as const;

/** The others pay nothing here: their accounts are not known, and no preview is about them. */
function termsOf(
  { leverage, mode }: ContractAccount,
  own: OwnFuturesOrder | undefined,
  now: FeeRates,
): FuturesTerms {
  return {
    action: own?.action ?? "open",
    mode,
    leverage: own?.leverage ?? leverage,
    timeInForce: "gtc",
    trigger: "none",
    triggerTicks: 0,
    isWaiting: false,
    rates: own ? ratesOf(own, now) : FREE,
    frozen: 0n,
  };
}

function ratesOf({ fees }: OwnFuturesOrder, now: FeeRates): FeeRates {
  return fees ? feeRatesOf(fees) : now;
}
