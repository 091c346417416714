/**
 * What a preview on a pair is made of, read from the live state as plain data, so that a caller with the
 * state at hand asks the same room as a page that has only heard of it.
 */

import type { Book } from "../../engine/book/book.ts";
import type { Asset, Pair } from "../../engine/catalogue/catalogue.ts";
import { pairRatesOf } from "../../engine/catalogue/user-fees.ts";
import { findBalance } from "../../engine/ledger/ledger.ts";
import type { PairArea, Side } from "../../engine/orders/order.ts";
import { formatRate } from "../../engine/orders/refusal-numbers.ts";
import { lastTicksOf } from "../../engine/prices/prices.ts";
import { lockedAsset } from "../../engine/spot/order-value.ts";
import type { ExchangeState } from "../../engine/state.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import type { OwnPairOrder, PairMarketFacts, PairMarketView } from "../pair/pair-market-view.ts";
import { type BookReader, readBestOpposite, readBook } from "./read-book.ts";
import { readMarginAccount } from "./read-margin-account.ts";
import { readStanding } from "./read-standing.ts";
import { readPairTerms } from "./read-terms.ts";

/** An order that is asked about: of whom, in which area, on which pair of the catalogue. */
export interface PairSender {
  readonly user: number;
  readonly area: PairArea;
  readonly pair: number;
  readonly clientId: string;
}

/** All that the checks of an order look at beside money; of the book the first order it would meet. */
export function readPairFacts(
  state: ExchangeState,
  sender: PairSender & { readonly side: Side },
  timeMs: number,
): PairMarketFacts {
  const { pair, reader } = placeOf(state, sender);
  const book = readBestOpposite(state.books[pair.id - 1] as Book, sender.side, reader);
  return { ...factsOf(state, sender, timeMs), book };
}

/** All that a preview needs: the whole book, order by order, and the user's money. */
export function readPairView(
  state: ExchangeState,
  sender: PairSender,
  timeMs: number,
): PairMarketView {
  const { pair, reader } = placeOf(state, sender);
  const { ledger } = state;
  const inAsset = (asset: number) => (units: bigint) => formatUnits(units, scaleOf(state, asset));
  const balanceOf = (asset: number) => {
    const { free, locked } = findBalance(ledger, sender.area, sender.user, asset) ?? EMPTY;
    const show = inAsset(asset);
    return { free: show(free), locked: show(locked) };
  };
  const feeIn = (asset: number) => inAsset(asset)(ledger.houses[asset - 1]?.fee ?? 0n);
  return {
    ...factsOf(state, sender, timeMs),
    book: readBook(state.books[pair.id - 1] as Book, reader),
    balances: { base: balanceOf(pair.base), quote: balanceOf(pair.quote) },
    margin: sender.area === "margin" ? readMarginAccount(state, sender, timeMs) : undefined,
    feeHeld: { base: feeIn(pair.base), quote: feeIn(pair.quote) },
  };
}

/** Reading makes no wallet where there is none. */
const EMPTY = { free: 0n, locked: 0n };

function factsOf(
  state: ExchangeState,
  sender: PairSender,
  timeMs: number,
): Omit<PairMarketFacts, "book"> {
  const { pair } = placeOf(state, sender);
  const { catalogue, prices, rules } = state;
  return {
    terms: readPairTerms(catalogue, pair),
    last: formatSteps(lastTicksOf(prices, pair.id), pair.pricePrecision),
    standing: readStanding(state, { ...sender, market: pair.id }, timeMs),
    fees: ownFeesOf(state, sender.user, pair),
    timeMs,
    rules,
  };
}

/** SPOT-FEE-2: undefined where the user has none of its own. */
function ownFeesOf({ catalogue }: ExchangeState, user: number, pair: Pair) {
  const rates = pairRatesOf(catalogue.userFees, user, pair);
  if (rates === pair) return undefined;
  return { makerRate: formatRate(rates.makerRate), takerRate: formatRate(rates.takerRate) };
}

function placeOf(state: ExchangeState, { user, pair: id }: PairSender) {
  const pair = state.catalogue.pairs[id - 1] as Pair;
  const { pricePrecision, quantityPrecision } = pair;
  const reader: BookReader<OwnPairOrder> = {
    user,
    pricePrecision,
    quantityPrecision,
    ownOf: (order) => ({
      area: order.area === "margin" ? "margin" : "spot",
      makerRate: formatRate(order.makerRate),
      borrowed: formatUnits(order.borrowed, scaleOf(state, lockedAsset(pair, order))),
    }),
  };
  return { pair, reader };
}

function scaleOf({ catalogue }: ExchangeState, asset: number): number {
  return (catalogue.assets[asset - 1] as Asset).scale;
}
