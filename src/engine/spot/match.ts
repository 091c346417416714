/**
 * Matching one incoming order against the book and settling each trade as it happens. Nothing here
 * can refuse: the order was accepted and its money is locked. Rules SPOT-MATCH-1 to SPOT-MATCH-6,
 * SPOT-SETTLE-1 to SPOT-SETTLE-5, SPOT-STP-1, SPOT-STP-2, SPOT-STP-4, SPOT-STP-5, SPOT-BAND-3.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { foldNumber } from "../../base/digest.ts";
import { type Amount, bigOf, minus } from "../../money/amount.ts";
import { feeOf } from "../../money/fee.ts";
import { productOf } from "../../money/product.ts";
import { isAtLeastTimes, isAtMostTimes } from "../../money/rate.ts";
import { type Book, bestOpposite, crosses, reduceResting } from "../book/book.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import { houseOf, payHeld } from "../ledger/ledger.ts";
import type { SelfTrade } from "../orders/instructions.ts";
import { nextTradeId } from "../orders/open-orders.ts";
import type { Order, PriceLevel } from "../orders/order.ts";
import { setLastTicks } from "../prices/prices.ts";
import { countExpectedLock } from "./count-expected-lock.ts";
import { cancelResting, endOrder } from "./end-order.ts";
import { baseAmount, quoteAmount } from "./order-value.ts";
import { settlementAccountOf } from "./settlement-account.ts";
import type { SpotEvent, SpotState } from "./spot.ts";

/**
 * Why matching stopped: everything wanted was traded; nothing on the book at an acceptable price;
 * the next order is the user's own; the next price is out of range.
 */
export type Stop = "complete" | "no_match" | "own_order" | "out_of_range";

/** An order that meets the book, and what stops it. */
export interface Meeting {
  readonly pair: Pair;
  readonly book: Book;
  readonly taker: Order;
  /** The last price at the start of the command (SPOT-BAND-3): 0 before any. */
  readonly reference: number;
  /** What it does when the next order is the user's own (SPOT-STP-1 to SPOT-STP-4). */
  readonly selfTrade: SelfTrade;
  readonly isForced?: true | undefined;
}

export function matchOrder(
  state: SpotState,
  { pair, book, taker, reference, selfTrade, isForced }: Meeting,
  context: CommandContext<SpotEvent>,
): Stop {
  for (;;) {
    const level = bestOpposite(book, taker.side);
    if (isComplete(taker, level)) return "complete";
    if (!level) return "no_match";
    if (taker.kind === "limit") {
      if (!crosses(taker.side, taker.ticks, level.ticks)) return "no_match"; // SPOT-MATCH-3
    } else if (reference !== 0 && !isInRange(pair, level.ticks, reference)) return "out_of_range";
    const maker = level.first as Order; // SPOT-MATCH-1
    if (maker.user === taker.user && selfTrade !== "none") {
      if (selfTrade !== "expire_taker") expireMaker(state, maker, context); // SPOT-STP-4
      if (selfTrade !== "expire_maker") return "own_order"; // SPOT-STP-1
      continue;
    }

    const lots = Math.min(maker.remaining, wantedLots(taker, level.ticks));
    if (lots === 0) return "no_match";
    trade(state, { pair, book, maker, taker, lots, isForced }, context);
  }
}

/** SPOT-STP-4: the whole rest of the order goes, and its money is free again. */
function expireMaker(state: SpotState, maker: Order, context: CommandContext<SpotEvent>): void {
  cancelResting(state, maker, { isOwnCancel: false, reason: "self_trade" }, context);
}

/** SPOT-MATCH-4, SPOT-MATCH-6: used up; a market buy is also done when its rest cannot buy one lot at the next ask. */
function isComplete(taker: Order, level: PriceLevel | undefined): boolean {
  if (taker.side === "sell" || taker.kind === "limit") return taker.remaining === 0;
  const rest = taker.budget - taker.traded;
  return rest === 0n || (level !== undefined && rest < BigInt(level.ticks));
}

/** SPOT-MATCH-5: what a market buy can still afford at a price, and an order can hold. */
function wantedLots(taker: Order, ticks: number): number {
  if (taker.side === "sell" || taker.kind === "limit") return taker.remaining;
  const lots = (taker.budget - taker.traded) / BigInt(ticks);
  const room = Number.MAX_SAFE_INTEGER - taker.executed;
  return lots <= BigInt(room) ? Number(lots) : room;
}

/** SPOT-BAND-3 */
export function isInRange(pair: Pair, ticks: number, reference: number): boolean {
  return (
    isAtLeastTimes(ticks, reference, pair.rangeDown) &&
    isAtMostTimes(ticks, reference, pair.rangeUp)
  );
}

interface Fill {
  readonly pair: Pair;
  readonly book: Book;
  readonly maker: Order;
  readonly taker: Order;
  readonly lots: number;
  readonly isForced: true | undefined;
}

/** SPOT-MATCH-2: the maker's price. Money first, then the book, then the end of a filled maker. */
function trade(state: SpotState, fill: Fill, context: CommandContext<SpotEvent>): void {
  const { pair, book, maker, taker, lots } = fill;
  const { ticks } = maker;
  const value = productOf(ticks, lots);
  const fees = settle(state, fill, quoteAmount(pair, ticks, lots), context); // NUM-ROUND-1

  maker.executed += lots;
  maker.traded += value;
  taker.executed += lots;
  taker.traded += value;
  if (taker.side === "sell" || taker.kind === "limit") taker.remaining -= lots;
  reduceResting(book, maker, lots);
  countExpectedLock(state, maker, -lots);

  const id = nextTradeId(state.orders);
  setLastTicks(state.prices, pair, ticks); // SPOT-BAND-1
  foldNumber(state.digest, id);
  foldNumber(state.digest, maker.id);
  foldNumber(state.digest, lots);
  context.events.push({
    type: "Traded",
    id,
    pair: pair.id,
    ticks,
    lots,
    timeMs: context.timeMs,
    takerSide: taker.side,
    makerOrder: maker.id,
    makerUser: maker.user,
    makerArea: maker.area,
    takerOrder: taker.id,
    takerUser: taker.user,
    takerArea: taker.area,
    buyerFee: bigOf(fees.buyerFee),
    sellerFee: bigOf(fees.sellerFee),
    isForced: fill.isForced,
  });
  // SPOT-STATE-7, SPOT-STATE-8, SPOT-STATE-9: a maker with a rest stays, one without ends.
  if (maker.remaining === 0) endOrder(state, maker, { status: "filled", wasOpen: true }, context);
}

/** `amount` is the price times the quantity, in units of the quote asset. */
function settle(
  state: SpotState,
  { pair, maker, taker, lots }: Fill,
  amount: Amount,
  context: CommandContext<SpotEvent>,
) {
  const { ledger } = state;
  const [buyer, seller] = taker.side === "buy" ? [taker, maker] : [maker, taker];
  const { base, quote } = pair;
  const bought = baseAmount(pair, lots);
  // SPOT-SETTLE-3: each side pays the rate of its role, as it was when the order was accepted.
  const buyerRate = buyer === taker ? buyer.takerRate : buyer.makerRate;
  const sellerRate = seller === taker ? seller.takerRate : seller.makerRate;
  const buyerFee = feeOf(bought, buyerRate, houseOf(ledger, base).fee);
  const sellerFee = feeOf(amount, sellerRate, houseOf(ledger, quote).fee);
  const buyers = settlementAccountOf(state, buyer);
  const sellers = settlementAccountOf(state, seller);

  payHeld(ledger, {
    from: buyers.wallet(buyer.user, quote),
    to: sellers.wallet(seller.user, quote),
    amount,
    fee: sellerFee, // SPOT-SETTLE-2
  });
  payHeld(ledger, {
    from: sellers.wallet(seller.user, base),
    to: buyers.wallet(buyer.user, base),
    amount: bought,
    fee: buyerFee, // SPOT-SETTLE-1
  });
  if (buyer.kind === "limit" && buyer.ticks > maker.ticks) {
    const better = quoteAmount(pair, buyer.ticks - maker.ticks, lots); // SPOT-SETTLE-4
    buyers.release(buyer, quote, better);
  }
  sellers.received(seller, quote, minus(amount, sellerFee), context);
  buyers.received(buyer, base, minus(bought, buyerFee), context);
  return { buyerFee, sellerFee };
}
