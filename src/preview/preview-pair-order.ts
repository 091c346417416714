/**
 * What would become of an order on a pair, before it is sent: refused by which rule, or what it trades
 * at once, what rests, what is locked, borrowed, paid and received. The engine itself plays it on a
 * preview state of the visible book. Rules SPOT-CHECK-1 to SPOT-CHECK-14, SPOT-LOCK-1 to SPOT-LOCK-3,
 * SPOT-SETTLE-1, SPOT-SETTLE-2, MARG-BORROW-1.
 */
import { findSpotWallet } from "../engine/ledger/ledger.ts";
import type { Order, Side } from "../engine/orders/order.ts";
import { checkTerms } from "../engine/spot/check-order.ts";
import { averagePrice, baseAmount, newLock, quoteAmount } from "../engine/spot/order-value.ts";
import { placeOrder } from "../engine/spot/place-order.ts";
import type { PlaceReject, Traded } from "../engine/spot/spot.ts";
import { formatUnits } from "../money/decimal.ts";
import { feeOf } from "../money/fee.ts";
import {
  giveMoney,
  type PairMarketView,
  type PairPreviewState,
  setPairPreviewState,
} from "./pair-preview-state.ts";
import type { RefusedPreview } from "./refused-preview.ts";
import { ME, PLENTY } from "./visible-book.ts";

export interface PairAsked {
  readonly area: "spot" | "margin";
  readonly side: Side;
  readonly kind: "limit" | "market";
  readonly price: string;
  /** Of a market buy an amount of the quote asset. */
  readonly quantity: string;
}

/** All amounts are decimal text; what is received is net of the fee. */
export interface PairEstimate {
  readonly ok: true;
  /** What trades at once, on the book as it is shown. */
  readonly now: { readonly base: string; readonly quote: string; readonly averagePrice: string };
  /** What would rest on the book. */
  readonly rest: { readonly base: string; readonly quote: string };
  readonly locks: { readonly asset: string; readonly amount: string };
  /** Of the locked asset, in margin; "0" when nothing is missing. */
  readonly borrows: string;
  readonly fee: { readonly asset: string; readonly now: string; readonly atRest: string };
  /** With all of it traded. */
  readonly receives: { readonly asset: string; readonly amount: string };
  /** A market order that would end before it has all it asked for. */
  readonly isCutShort: boolean;
}

export type PairPreview = PairEstimate | RefusedPreview<PlaceReject>;

export function previewPairOrder(marketView: PairMarketView, asked: PairAsked): PairPreview {
  const previewState = setPairPreviewState(marketView);
  const { state, pair, context } = previewState;
  const { side, kind, price, quantity } = asked;
  const words = { side, kind, price: kind === "limit" ? price : "", quantity, clientId: "" };
  const checked = checkTerms(state, { user: ME, area: "spot", pair: pair.id }, words);
  if (!checked.ok) return checked;
  const lock = newLock(pair, checked.answer);
  const borrows = lend(
    previewState,
    lock,
    asked.area === "margin" || marketView.free === undefined,
  );
  const outcome = placeOrder(state, { user: ME, pair: pair.id, ...words }, context);
  if (!outcome.ok) return outcome;
  const isSignedIn = marketView.free !== undefined;
  return {
    ...estimate(previewState, marketView, checked.answer),
    borrows: isSignedIn ? borrows : "0",
  };
}

/** MARG-BORROW-1: exactly what is missing. Whether it is lent only the server can tell. */
function lend(
  previewState: PairPreviewState,
  lock: { asset: number; amount: bigint },
  mayBorrow: boolean,
): string {
  const { ledger, catalogue } = previewState.state;
  const free = findSpotWallet(ledger, ME, lock.asset)?.free ?? 0n;
  const missing = lock.amount > free ? lock.amount - free : 0n;
  if (!mayBorrow || missing === 0n) return "0";
  giveMoney(previewState, lock.asset, missing);
  return formatUnits(missing, catalogue.assets[lock.asset - 1]?.scale ?? 0);
}

/** Read off the trades that the preview made, and off what it left on the book. */
function estimate(previewState: PairPreviewState, { listing }: PairMarketView, drafted: Order) {
  const { pair, context } = previewState;
  const { side } = drafted;
  const isBuy = side === "buy";
  const scales = { base: listing.baseAssetPrecision, quote: listing.quoteAssetPrecision };
  const trades = context.events.filter(
    (event): event is Traded => "type" in event && event.type === "Traded",
  );
  const lots = trades.reduce((sum, trade) => sum + trade.lots, 0);
  const traded = trades.reduce((sum, { ticks, lots }) => sum + BigInt(ticks) * BigInt(lots), 0n);
  const feeNow = trades.reduce((sum, t) => sum + (isBuy ? t.buyerFee : t.sellerFee), 0n);
  const restLots = restOf(previewState);
  const restAmount = isBuy
    ? baseAmount(pair, restLots)
    : quoteAmount(pair, drafted.ticks, restLots);
  const feeAtRest = feeOf(restAmount, pair.makerRate, PLENTY);
  const got = isBuy ? baseAmount(pair, lots) : traded * pair.quoteUnit;
  const gets = isBuy
    ? { asset: listing.baseAsset, scale: scales.base }
    : { asset: listing.quoteAsset, scale: scales.quote };
  const lock = newLock(pair, drafted);
  const quote = (units: bigint) => formatUnits(units, scales.quote);
  return {
    ok: true as const,
    now: {
      base: formatUnits(baseAmount(pair, lots), scales.base),
      quote: quote(traded * pair.quoteUnit),
      averagePrice: averagePrice(pair, { traded, executed: lots }),
    },
    rest: {
      base: formatUnits(baseAmount(pair, restLots), scales.base),
      quote: quote(quoteAmount(pair, drafted.ticks, restLots)),
    },
    locks: {
      asset: isBuy ? listing.quoteAsset : listing.baseAsset,
      amount: formatUnits(lock.amount, isBuy ? scales.quote : scales.base),
    },
    fee: {
      asset: gets.asset,
      now: formatUnits(feeNow, gets.scale),
      atRest: formatUnits(feeAtRest, gets.scale),
    },
    receives: {
      asset: gets.asset,
      amount: formatUnits(got + restAmount - feeNow - feeAtRest, gets.scale),
    },
    isCutShort: drafted.kind === "market" && isStopped(previewState),
  };
}

/** The user's own order, if it came to rest: the one that was placed last. */
function restOf({ state }: PairPreviewState): number {
  return state.orders.byId.get(state.orders.orderIdLast)?.remaining ?? 0;
}

function isStopped({ context }: PairPreviewState): boolean {
  return context.events.some((event) => "status" in event && event.status === "canceled");
}
