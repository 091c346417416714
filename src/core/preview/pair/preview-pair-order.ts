/**
 * What would become of an order on a pair, before it is sent: refused by which rule, or what it trades
 * at once, what rests, what is locked, borrowed, paid and received, and what the account has then. The
 * engine itself plays it on a preview state of what is told. Rules SPOT-CHECK-1 to SPOT-CHECK-14,
 * SPOT-LOCK-1 to SPOT-LOCK-3, SPOT-SETTLE-1, SPOT-SETTLE-2, SPOT-STOP-2, MARG-BORROW-1, MARG-LEVEL-1.
 *
 * What it cannot know: where several orders stand at one price and a level is told as one entry, each of
 * them rounds its fee up, so the fee may be a unit more for each; and what follows of the order beyond it,
 * when it triggers stops or makes the exchange liquidate an account.
 */

import { assert } from "../../base/assert.ts";
import type { Outcome } from "../../base/outcome.ts";
import { placeMarginOrder } from "../../engine/margin/place-margin-order.ts";
import type { OrderStatus } from "../../engine/orders/order.ts";
import { NO_ORDER } from "../../engine/orders/order-rows.ts";
import { followTrades } from "../../engine/prices/index-prices.ts";
import { averagePrice } from "../../engine/read/average-price.ts";
import { checkTerms, type UserOrderRequest } from "../../engine/spot/check-order.ts";
import { newDraft, type OrderDraft } from "../../engine/spot/order-draft.ts";
import { baseAmount, type Lock, quoteAmount } from "../../engine/spot/order-value.ts";
import { placeOrder } from "../../engine/spot/place-order.ts";
import type { Borrowed } from "../../engine/spot/settlement-account.ts";
import type { Placement, Traded } from "../../engine/spot/spot.ts";
import { bigOf } from "../../money/amount.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import { feeOf } from "../../money/fee.ts";
import type { PairReason, PreviewFill, RefusedPreview } from "../preview-words.ts";
import { ME, PLENTY } from "../visible-book.ts";
import { type PairAccountAfter, pairAccountAfter } from "./pair-account-after.ts";
import type { PairAsked, PairMarketView } from "./pair-market-view.ts";
import { type PairPreviewState, setPairPreviewState, walletOf } from "./pair-preview-state.ts";

/** All amounts are decimal text; what is received is net of the fee. */
export interface PairEstimate {
  readonly ok: true;
  /** After matching. */
  readonly status: OrderStatus;
  readonly fills: readonly PreviewFill[];
  /** What trades at once, on the book as it is told. */
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
  /** A stop that would wait (SPOT-STOP-2): it has locked its money, and stands in no book. What it brings is not known. */
  readonly isWaiting: boolean;
  /** Undefined when no user is signed in. */
  readonly after: PairAccountAfter | undefined;
}

export type PairPreview = PairEstimate | RefusedPreview<PairReason>;

export function previewPairOrder(view: PairMarketView, asked: PairAsked): PairPreview {
  const previewState = setPairPreviewState(view, asked);
  const { state, pair, area } = previewState;
  const { side, kind, quantity, clientId = "", instructions, extras, tactics, trailing } = asked;
  const price = kind === "limit" ? asked.price : "";
  const words = {
    user: ME,
    pair: pair.id,
    side,
    kind,
    price,
    quantity,
    clientId,
    instructions,
    extras,
    tactics,
    trailing,
  };
  const drafted = newDraft();
  const no = checkTerms(state, drafted, words, area);
  const lent = no ? 0n : lend(previewState, view, asked, drafted.lock);
  const outcome = place(previewState, words);
  if (!outcome.ok) return outcome;
  assert(no === undefined, "an order that was placed passed its checks");
  const placed = { drafted, ...outcome.answer, lent };
  return estimate(previewState, view, placed);
}

function place(
  { state, area, context }: PairPreviewState,
  words: UserOrderRequest,
): Outcome<Placement, PairReason> {
  if (area === "spot") return placeOrder(state, words, context);
  const outcome = placeMarginOrder(
    state,
    { type: "PlaceMarginOrder", key: 0, request: 0, ...words },
    context,
  );
  if (outcome.ok) followTrades(state); // PRICE-INDEX-3
  return outcome;
}

/** MARG-BORROW-1: exactly what is missing; whether it is lent to an account that is not told, only the server can tell. */
function lend(
  previewState: PairPreviewState,
  { margin, balances }: PairMarketView,
  asked: PairAsked,
  { asset, amount }: Lock,
): bigint {
  const mayBorrow = (asked.area === "margin" && !margin) || !balances;
  const wallet = walletOf(previewState, asset);
  const { wallets } = previewState.state.ledger;
  const missing = bigOf(amount) - wallets.free(wallet);
  if (previewState.area === "margin" || !mayBorrow || missing <= 0n) return 0n;
  wallets.addFree(wallet, missing);
  return balances ? missing : 0n;
}

interface PlacedPreview extends Placement {
  readonly drafted: OrderDraft;
  readonly lent: bigint;
}

/** Read off the trades that the preview made, and off what it left on the book. */
function estimate(
  previewState: PairPreviewState,
  view: PairMarketView,
  { drafted, lent, orderId, status, ...placed }: PlacedPreview,
): PairEstimate {
  const { state, pair, context } = previewState;
  const { base, quote } = view.terms;
  const isBuy = drafted.side === "buy";
  const [gets, gives] = isBuy ? [base, quote] : [quote, base];
  const trades = context.events.filter(isTrade);
  const lots = trades.reduce((sum, trade) => sum + trade.lots, 0);
  const traded = trades.reduce((sum, { ticks, lots }) => sum + BigInt(ticks) * BigInt(lots), 0n);
  const feeNow = trades.reduce((sum, trade) => sum + feeIn(trade), 0n);
  const isWaiting = placed.isWaiting === true;
  const { byId } = state.orders;
  const isOpen = byId.find(orderId) !== NO_ORDER;
  const restLots = isWaiting || !isOpen ? 0 : byId.rows.unfilled(byId.find(orderId)); // SPOT-ICE-2
  const restValue = bigOf(quoteAmount(pair, drafted.ticks, restLots));
  const restBase = bigOf(baseAmount(pair, restLots));
  const restAmount = isBuy ? restBase : restValue;
  const feeAtRest = feeOf(restAmount, drafted.makerRate, PLENTY);
  const tradedBase = bigOf(baseAmount(pair, lots));
  const tradedQuote = traded * pair.quoteUnit;
  const got = isBuy ? tradedBase : tradedQuote;
  const borrowed = context.events.filter(isLoan).reduce((sum, { amount }) => sum + amount, lent);
  return {
    ok: true,
    status,
    fills: trades.map((trade) => ({
      price: formatSteps(trade.ticks, pair.pricePrecision),
      quantity: formatSteps(trade.lots, pair.quantityPrecision),
      fee: formatUnits(feeIn(trade), gets.scale),
    })),
    now: {
      base: formatUnits(tradedBase, base.scale),
      quote: formatUnits(tradedQuote, quote.scale),
      averagePrice: averagePrice(pair, { traded, executed: lots }),
    },
    rest: {
      base: formatUnits(restBase, base.scale),
      quote: formatUnits(restValue, quote.scale),
    },
    locks: {
      asset: gives.name,
      amount: formatUnits(bigOf(drafted.lock.amount), gives.scale),
    },
    borrows: formatUnits(borrowed, gives.scale),
    fee: {
      asset: gets.name,
      now: formatUnits(feeNow, gets.scale),
      atRest: formatUnits(feeAtRest, gets.scale),
    },
    receives: {
      asset: gets.name,
      amount: formatUnits(got + restAmount - feeNow - feeAtRest, gets.scale),
    },
    isCutShort: drafted.kind === "market" && status === "canceled",
    isWaiting,
    after: view.balances && pairAccountAfter(previewState),
  };
}

/** The fee of the order's own side, which is the taker's. */
function feeIn({ takerSide, buyerFee, sellerFee }: Traded): bigint {
  return takerSide === "buy" ? buyerFee : sellerFee;
}

function isTrade(event: object): event is Traded {
  return "type" in event && event.type === "Traded";
}

function isLoan(event: object): event is Borrowed {
  return "type" in event && event.type === "Borrowed";
}
