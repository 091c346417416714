/**
 * A preview state for one order on a pair: the engine's own state with nothing in it but the pair, the
 * user as it is told and the visible book. What is asked and done on it is asked and done by the rules of
 * the exchange; it is made anew for each preview, and nothing of it is ever sent.
 */

import { type Book, newBook, restOrder } from "../../engine/book/book.ts";
import type { Pair } from "../../engine/catalogue/catalogue.ts";
import { enterPairFees, pairRatesOf } from "../../engine/catalogue/user-fees.ts";
import { houseOf, type Wallet } from "../../engine/ledger/ledger.ts";
import { enterOrder } from "../../engine/orders/open-orders.ts";
import type { PairArea, Side } from "../../engine/orders/order.ts";
import { setLastTicks } from "../../engine/prices/prices.ts";
import { countExpectedLock } from "../../engine/spot/count-expected-lock.ts";
import { lockOf } from "../../engine/spot/order-value.ts";
import { settlementAccountOf } from "../../engine/spot/settlement-account.ts";
import type { ExchangeState } from "../../engine/state.ts";
import { stepsOf } from "../../money/decimal.ts";
import { enterPairTerms, moneyOf, rateOf } from "../market-terms.ts";
import type { BalanceView } from "../preview-words.ts";
import { enterStanding, newPreviewState, timeOf } from "../trader-standing.ts";
import {
  type BookEntry,
  ME,
  newRestingOrder,
  OTHERS,
  PLENTY,
  type VisibleBook,
} from "../visible-book.ts";
import { enterMarginAccount } from "./margin-account-view.ts";
import type {
  OwnPairOrder,
  PairAsked,
  PairMarketFacts,
  PairMarketView,
} from "./pair-market-view.ts";

export interface PairPreviewState {
  readonly state: ExchangeState;
  readonly pair: Pair;
  readonly book: Book;
  /** Whose money the order is played with. */
  readonly area: PairArea;
  readonly context: { readonly timeMs: number; readonly events: object[] };
}

/** A margin account that is not told is played as one of spot. */
export function setPairPreviewState(view: PairMarketView, asked: PairAsked): PairPreviewState {
  const isTold = asked.area === "spot" || view.margin !== undefined;
  const area = isTold ? asked.area : "spot";
  const facts = isTold ? view : { ...view, book: inSpot(view.book) };
  const previewState = setMarket(facts, { area, clientId: asked.clientId });
  const { state, pair, context } = previewState;
  const { feeHeld, balances, margin } = view;
  if (feeHeld) {
    const { base, quote } = view.terms;
    houseOf(state.ledger, pair.base).fee = moneyOf(feeHeld.base, base.scale);
    houseOf(state.ledger, pair.quote).fee = moneyOf(feeHeld.quote, quote.scale);
  }
  if (area === "margin" && margin) enterMarginAccount(state, margin, context.timeMs);
  else if (balances) {
    setBalance(previewState, pair.base, balances.base);
    setBalance(previewState, pair.quote, balances.quote);
  }
  return previewState;
}

type Sender = Pick<PairAsked, "area" | "clientId">;

/** Market and user without money. */
function setMarket(facts: PairMarketFacts, sender: Sender): PairPreviewState {
  const { book, last, standing = {} } = facts;
  const { area, clientId = "" } = sender;
  const state = newPreviewState(standing, facts);
  const pair = enterPairTerms(state.catalogue, facts.terms);
  state.books.push(newBook(state.orders.byId.rows));
  if (facts.fees) {
    const { makerRate, takerRate } = facts.fees;
    const rates = { makerRate: rateOf(makerRate), takerRate: rateOf(takerRate) };
    enterPairFees(state.catalogue.userFees, { pair: pair.id, user: ME, ...rates });
  }
  const previewState: PairPreviewState = {
    state,
    pair,
    book: state.books[0] as Book,
    area,
    context: { timeMs: timeOf(facts), events: [] },
  };
  // What a rebate is paid from; how much of it there is only the exchange knows.
  for (const asset of [pair.base, pair.quote]) houseOf(state.ledger, asset).fee = PLENTY;
  for (const entry of book.bids) rest(previewState, "buy", entry);
  for (const entry of book.asks) rest(previewState, "sell", entry);
  const lastTicks = stepsOf(last, pair.pricePrecision);
  if (lastTicks > 0) setLastTicks(state.prices, pair, lastTicks);
  state.prices.pendingIndexPairs.length = 0;
  enterStanding(state, standing, { area, clientId, timeMs: timeOf(facts) });
  return previewState;
}

function inSpot({ bids, asks }: VisibleBook<OwnPairOrder>): VisibleBook<OwnPairOrder> {
  const moved = (entry: BookEntry<OwnPairOrder>) =>
    entry.own ? { ...entry, own: { ...entry.own, area: "spot" as const } } : entry;
  return { bids: bids.map(moved), asks: asks.map(moved) };
}

/** The user's wallet of an asset, in the area that is played. */
export function walletOf({ state, area }: PairPreviewState, asset: number): Wallet {
  return settlementAccountOf(state, area).wallet(ME, asset);
}

function setBalance(
  previewState: PairPreviewState,
  asset: number,
  { free, locked }: BalanceView,
): void {
  const scale = previewState.state.catalogue.assets[asset - 1]?.scale ?? 0;
  previewState.state.ledger.wallets.set(walletOf(previewState, asset), {
    free: moneyOf(free, scale),
    locked: locked === undefined ? undefined : moneyOf(locked, scale),
  });
}

/** Rests an order with the money that it locks. */
function rest(
  { state, pair, book }: PairPreviewState,
  side: Side,
  { price, quantity, own }: BookEntry<OwnPairOrder>,
): void {
  const ticks = stepsOf(price, pair.pricePrecision);
  const lots = stepsOf(quantity, pair.quantityPrecision);
  if (ticks <= 0 || lots <= 0) return;
  const asset = side === "buy" ? pair.quote : pair.base;
  const scale = state.catalogue.assets[asset - 1]?.scale ?? 0;
  const user = own ? ME : OTHERS;
  const rates = pairRatesOf(state.catalogue.userFees, user, pair);
  const order = newRestingOrder(state, {
    user,
    area: own?.area ?? "spot",
    market: pair.id,
    side,
    ticks,
    lots,
    makerRate: own?.makerRate === undefined ? rates.makerRate : rateOf(own.makerRate),
    takerRate: rates.takerRate,
    borrowed: moneyOf(own?.borrowed ?? "0", scale),
  });
  const wallet = settlementAccountOf(state, order.area).wallet(order.user, asset);
  state.ledger.wallets.addLocked(wallet, lockOf(pair, order));
  const row = book.rows.add(order);
  book.rows.setWallet(row, wallet);
  restOrder(book, row);
  enterOrder(state.orders, row);
  countExpectedLock(state, row, order.remaining);
}
