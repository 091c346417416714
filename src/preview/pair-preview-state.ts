/**
 * A preview state for one order on a pair: the engine's own state with nothing in it but the pair, the money
 * of this user and the visible book. What is asked and done on it is asked and done by the rules of the
 * exchange; it is made anew for each preview, and nothing of it is ever sent.
 */
import type { ListedSymbol } from "../client/client.ts";
import { newBook, restOrder } from "../engine/book/book.ts";
import { enterAsset, type Pair } from "../engine/catalogue/catalogue.ts";
import { deposit, hold, houseOf, spotWallet } from "../engine/ledger/ledger.ts";
import { enterOrder } from "../engine/orders/open-orders.ts";
import type { Order, Side } from "../engine/orders/order.ts";
import { setLastTicks } from "../engine/prices/prices.ts";
import { countExpectedLock } from "../engine/spot/count-expected-lock.ts";
import { newLock } from "../engine/spot/order-value.ts";
import { type ExchangeState, emptyState } from "../engine/state.ts";
import { stepsOf, unitsOf } from "../money/decimal.ts";
import { enterListedPair } from "./market-terms.ts";
import {
  ME,
  newRestingOrder,
  OTHERS,
  type OwnResting,
  ownAt,
  PLENTY,
  type VisibleBook,
  type VisibleLevel,
} from "./visible-book.ts";

/** What is known of a pair and of the user's money in one area. */
export interface PairMarketView {
  readonly listing: ListedSymbol;
  readonly book: VisibleBook;
  /** The price of the last trade; 0 before the first. */
  readonly last: string;
  /** Undefined when no user is signed in: then money is not asked for. */
  readonly free: { readonly base: string; readonly quote: string } | undefined;
  readonly own: readonly OwnResting[];
  /** What a margin account owes, with interest; no part of the preview. */
  readonly owed?: { readonly base: string; readonly quote: string } | undefined;
}

const BASE = 1;
const QUOTE = 2;
const ENDED = { timeMs: 0 } as const;

export interface PairPreviewState {
  readonly state: ExchangeState;
  readonly pair: Pair;
  readonly context: { readonly timeMs: number; readonly events: object[] };
}

export function setPairPreviewState(marketView: PairMarketView): PairPreviewState {
  const { listing, book, own, free } = marketView;
  const state = emptyState();
  enterAsset(state.catalogue, {
    id: BASE,
    name: listing.baseAsset,
    scale: listing.baseAssetPrecision,
  });
  enterAsset(state.catalogue, {
    id: QUOTE,
    name: listing.quoteAsset,
    scale: listing.quoteAssetPrecision,
  });
  const pair = enterListedPair(state.catalogue, listing);
  state.books.push(newBook());
  // What a rebate is paid from; how much of it there is only the exchange knows.
  for (const asset of [BASE, QUOTE]) houseOf(state.ledger, asset).fee = PLENTY;
  const previewState: PairPreviewState = { state, pair, context: { ...ENDED, events: [] } };
  // Where own orders may trade with each other, they count as those of others.
  const inTheWay = listing.stpMode === "EXPIRE_TAKER" ? own : [];
  restSide(previewState, "buy", book.bids, inTheWay);
  restSide(previewState, "sell", book.asks, inTheWay);
  const last = stepsOf(marketView.last, pair.pricePrecision);
  if (last > 0) setLastTicks(state.prices, pair, last);
  if (free) {
    giveMoney(previewState, BASE, unitsOf(free.base, listing.baseAssetPrecision) ?? 0n);
    giveMoney(previewState, QUOTE, unitsOf(free.quote, listing.quoteAssetPrecision) ?? 0n);
  }
  return previewState;
}

export function giveMoney(
  { state: { ledger } }: PairPreviewState,
  asset: number,
  amount: bigint,
): void {
  if (amount > 0n) deposit(ledger, spotWallet(ledger, ME, asset), amount);
}

/** The levels of one side; what is the user's own of a level stands behind the others' part. */
function restSide(
  previewState: PairPreviewState,
  side: Side,
  levels: readonly VisibleLevel[],
  own: readonly OwnResting[],
): void {
  const { pricePrecision, quantityPrecision } = previewState.pair;
  for (const [price, quantity] of levels) {
    const ticks = stepsOf(price, pricePrecision);
    // For a moment after another market was chosen, the book is still that of the last one.
    if (ticks <= 0) continue;
    const mine = ownAt(own, { side, ticks, pricePrecision });
    const ownLots = mine.reduce((sum, one) => sum + stepsOf(one.remaining, quantityPrecision), 0);
    const lots = stepsOf(quantity, quantityPrecision);
    const others = Math.max(lots - ownLots, 0);
    if (others > 0) rest(previewState, { user: OTHERS, side, ticks, lots: others });
    if (ownLots > 0) rest(previewState, { user: ME, side, ticks, lots: ownLots });
  }
}

type RestingSize = Pick<Order, "user" | "side" | "ticks" | "lots">;

/** Rests an order with the money that it locks. */
function rest({ state, pair }: PairPreviewState, size: RestingSize): void {
  const { ledger, orders } = state;
  const order = newRestingOrder(state, {
    ...size,
    area: "spot",
    market: pair.id,
    futures: undefined,
  });
  const { asset, amount } = newLock(pair, order);
  const wallet = spotWallet(ledger, order.user, asset);
  deposit(ledger, wallet, amount);
  hold(ledger, wallet, amount);
  restOrder(state.books[0] as (typeof state.books)[number], order);
  enterOrder(orders, order);
  countExpectedLock(state, order, order.remaining);
}
