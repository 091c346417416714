/** The margin account of a user, read from the live state as plain data. */

import { INDEX_DECIMALS, type Pair } from "../../engine/catalogue/catalogue.ts";
import { HOURLY_RATE_DECIMALS, loanTermsOf } from "../../engine/catalogue/lending.ts";
import { fundHeld } from "../../engine/ledger/house.ts";
import { findBalance } from "../../engine/ledger/ledger.ts";
import { findAccount, findDebt } from "../../engine/margin/account.ts";
import { interestOf } from "../../engine/margin/loans.ts";
import { holdingsOf } from "../../engine/margin/valuation.ts";
import { formatRate } from "../../engine/orders/refusal-numbers.ts";
import { indexPriceOf, isIndexStale } from "../../engine/prices/index-prices.ts";
import { openOrdersOf } from "../../engine/read/orders.ts";
import type { ExchangeState } from "../../engine/state.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import type {
  IndexView,
  LoanView,
  MarginAccountView,
  MarginAsset,
  OwnElsewhere,
} from "../pair/margin-account-view.ts";
import { readAsset, readPairTerms } from "./read-terms.ts";

/** Whose account, and the pair of the order that is asked about. */
export interface MarginSender {
  readonly user: number;
  readonly pair: number;
}

export function readMarginAccount(
  state: ExchangeState,
  sender: MarginSender,
  timeMs: number,
): MarginAccountView {
  const { catalogue, margin } = state;
  const { user } = sender;
  const { leverageMax, callLevel, liquidationLevel } = catalogue.marginRules;
  return {
    assets: assetsOf(state, sender).map((asset) => readMarginAsset(state, { user, asset }, timeMs)),
    levels: {
      leverageMax,
      callLevel: formatRate(callLevel),
      liquidationLevel: formatRate(liquidationLevel),
    },
    isLiquidating: findAccount(margin, user)?.isLiquidating ?? false,
    elsewhere: readElsewhere(state, sender),
  };
}

/** All that it has or owes, and what its orders are about. */
function assetsOf(state: ExchangeState, { user, pair }: MarginSender): number[] {
  const { pairs } = state.catalogue;
  const assets = new Set<number>(holdingsOf(state, user).map(({ asset }) => asset));
  const traded = [pair, ...ordersOf(state, user).map(({ market }) => market)];
  for (const id of traded) {
    const { base, quote } = pairs[id - 1] as Pair;
    assets.add(base).add(quote);
  }
  return [...assets].sort((a, b) => a - b);
}

function ordersOf({ orders }: ExchangeState, user: number) {
  return [...openOrdersOf(orders, { area: "margin", user })];
}

function readMarginAsset(
  state: ExchangeState,
  { user, asset }: { readonly user: number; readonly asset: number },
  timeMs: number,
): MarginAsset {
  const { catalogue, ledger, margin } = state;
  const terms = readAsset(catalogue, asset);
  const money = (units: bigint | undefined) => formatUnits(units ?? 0n, terms.scale);
  const balance = findBalance(ledger, "margin", user, asset);
  const debt = findDebt(findAccount(margin, user), asset);
  const interest = debt ? interestOf(margin, debt) : 0n;
  return {
    ...terms,
    free: money(balance?.free),
    locked: money(balance?.locked),
    principal: money(debt?.principal),
    interest: formatUnits(interest, terms.scale + HOURLY_RATE_DECIMALS),
    index: readIndex(state, asset, timeMs),
    loan: readLoan(state, asset, money),
  };
}

function readIndex(state: ExchangeState, asset: number, timeMs: number): IndexView {
  const index = state.prices.index[asset - 1];
  return {
    price: formatUnits(indexPriceOf(state, asset), INDEX_DECIMALS),
    isStale: isIndexStale(state, asset, timeMs),
    followsTrades: (index?.sources.length ?? 0) === 0,
    anchor: formatUnits(index?.anchor ?? 0n, INDEX_DECIMALS),
  };
}

function readLoan(
  { catalogue, ledger }: ExchangeState,
  asset: number,
  money: (units: bigint) => string,
): LoanView {
  const { hourlyRate, cap, tradesMoveMax } = loanTermsOf(catalogue, asset);
  return {
    hourlyRate: formatSteps(hourlyRate, HOURLY_RATE_DECIMALS),
    cap: money(cap),
    pool: money(fundHeld(ledger, "loan_pool", asset)),
    tradesMoveMax: tradesMoveMax === undefined ? undefined : formatRate(tradesMoveMax),
  };
}

/** Its orders on other pairs; those on the pair of the order stand in its book. */
function readElsewhere(state: ExchangeState, { user, pair: id }: MarginSender): OwnElsewhere[] {
  const { catalogue } = state;
  return ordersOf(state, user)
    .filter(({ market }) => market !== id)
    .map(({ market, side, ticks, remaining }) => {
      const pair = catalogue.pairs[market - 1] as Pair;
      return {
        terms: readPairTerms(catalogue, pair),
        side,
        price: formatSteps(ticks, pair.pricePrecision),
        quantity: formatSteps(remaining, pair.quantityPrecision),
      };
    });
}
