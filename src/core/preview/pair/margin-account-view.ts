/**
 * A margin account as plain data: what it has and owes of each asset, at which index, on which terms of
 * lending, and what its orders on other pairs would give away. With it a preview tells whether a loan is
 * made and which level is left; without it a loan is taken to be made (preview-pair-order.ts).
 */

import { INDEX_DECIMALS, type Pair } from "../../engine/catalogue/catalogue.ts";
import { enterTerms, HOURLY_RATE_DECIMALS } from "../../engine/catalogue/lending.ts";
import { houseOf, marginWallet } from "../../engine/ledger/ledger.ts";
import { openAccount, openDebt } from "../../engine/margin/account.ts";
import { enterOrder } from "../../engine/orders/open-orders.ts";
import { indexEntry, OPERATOR, SILENT_AFTER_MS } from "../../engine/prices/index-prices.ts";
import type { ExchangeState } from "../../engine/state.ts";
import { stepsOf } from "../../money/decimal.ts";
import {
  type AssetTerms,
  enterPairTerms,
  moneyOf,
  type PairTerms,
  rateOf,
  takeAsset,
} from "../market-terms.ts";
import { ME, newRestingOrder, type OwnResting } from "../visible-book.ts";

export interface IndexView {
  /** USDT for one of the asset; 0 when there is none. */
  readonly price: string;
  readonly isStale: boolean;
  /** No source gives a price, so that the index follows the last trade (PRICE-INDEX-3). */
  readonly followsTrades: boolean;
  /** PRICE-INDEX-6: from where it may move; 0 when it is not bound. */
  readonly anchor: string;
}

export interface LoanView {
  /** By the hour, with 12 decimals. */
  readonly hourlyRate: string;
  readonly cap: string;
  /** What the pool can still lend. */
  readonly pool: string;
  /** MARG-INDEX-1: undefined when no loan may rest on an index that only follows trades. */
  readonly tradesMoveMax: string | undefined;
}

export interface MarginAsset extends AssetTerms {
  readonly free: string;
  readonly locked: string;
  /** What was lent and is not paid back. */
  readonly principal: string;
  /** Up to now, exactly: with 12 decimals more than the asset. */
  readonly interest: string;
  readonly index: IndexView;
  readonly loan: LoanView;
}

export interface MarginLevels {
  readonly leverageMax: number;
  readonly callLevel: string;
  readonly liquidationLevel: string;
}

/** An order of the account that rests on another pair. */
export interface OwnElsewhere extends OwnResting {
  readonly terms: PairTerms;
}

export interface MarginAccountView {
  /** All that it has or owes, the assets of the order's pair, and those of its other orders. */
  readonly assets: readonly MarginAsset[];
  readonly levels: MarginLevels;
  readonly isLiquidating: boolean;
  readonly elsewhere: readonly OwnElsewhere[];
}

export function enterMarginAccount(
  state: ExchangeState,
  view: MarginAccountView,
  timeMs: number,
): void {
  const { catalogue, margin } = state;
  const { leverageMax, callLevel, liquidationLevel } = view.levels;
  catalogue.marginRules = {
    ...catalogue.marginRules,
    leverageMax,
    callLevel: rateOf(callLevel),
    liquidationLevel: rateOf(liquidationLevel),
  };
  for (const asset of view.assets) enterMarginAsset(state, asset, timeMs);
  if (view.isLiquidating) openAccount(margin, ME).isLiquidating = true;
  for (const order of view.elsewhere) enterElsewhere(state, order);
}

function enterMarginAsset(state: ExchangeState, asset: MarginAsset, timeMs: number): void {
  const { catalogue, ledger, margin } = state;
  const { id, scale } = takeAsset(catalogue, asset);
  const money = (text: string) => moneyOf(text, scale);
  const wallet = marginWallet(ledger, ME, id);
  ledger.wallets.set(wallet, { free: money(asset.free), locked: money(asset.locked) });
  const { hourlyRate, cap, pool, tradesMoveMax } = asset.loan;
  houseOf(ledger, id).loanPool = money(pool);
  enterTerms(catalogue, {
    asset: id,
    hourlyRate: stepsOf(hourlyRate, HOURLY_RATE_DECIMALS),
    cap: money(cap),
    tradesMoveMax: tradesMoveMax === undefined ? undefined : rateOf(tradesMoveMax),
  });
  enterIndex(state, id, asset.index, timeMs);
  const principal = money(asset.principal);
  if (principal === 0n) return;
  const debt = openDebt(margin, openAccount(margin, ME), id);
  debt.principal = principal;
  debt.interest = moneyOf(asset.interest, scale + HOURLY_RATE_DECIMALS);
}

function enterIndex({ prices }: ExchangeState, asset: number, told: IndexView, timeMs: number) {
  const price = moneyOf(told.price, INDEX_DECIMALS);
  if (price === 0n) return;
  const index = indexEntry(prices, asset);
  index.anchor = moneyOf(told.anchor, INDEX_DECIMALS);
  if (told.followsTrades) {
    index.ticks = 1;
    index.tickPrice = price;
    return;
  }
  const source = told.isStale
    ? { name: "told", atMs: timeMs - SILENT_AFTER_MS - 1 }
    : { name: OPERATOR, atMs: timeMs };
  index.price = price;
  index.sources = [{ ...source, weight: 1, price }];
}

/** It stands on no book here: only what it would give away counts (MARG-ORDER-3). */
function enterElsewhere(
  state: ExchangeState,
  { terms, side, price, quantity }: OwnElsewhere,
): void {
  const { catalogue, orders } = state;
  const pair: Pair = catalogue.pairsByName.get(terms.name) ?? enterPairTerms(catalogue, terms);
  const order = newRestingOrder(state, {
    user: ME,
    area: "margin",
    market: pair.id,
    side,
    ticks: stepsOf(price, pair.pricePrecision),
    lots: stepsOf(quantity, pair.quantityPrecision),
  });
  enterOrder(orders, orders.byId.rows.add(order));
}
