/**
 * Matching one incoming order against the book and settling each trade as it happens. Nothing here
 * can refuse: the order was accepted and its money is locked. Rules SPOT-MATCH-1 to SPOT-MATCH-6,
 * SPOT-SETTLE-1 to SPOT-SETTLE-5, SPOT-STP-1, SPOT-STP-2, SPOT-STP-4, SPOT-STP-5, SPOT-BAND-3.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { foldNumber } from "../../base/records/digest.ts";
import { type Amount, bigOf, minus, times } from "../../money/amount.ts";
import { feeOf } from "../../money/fee.ts";
import { isAtLeastTimes, isAtMostTimes } from "../../money/rate.ts";
import { type Book, bestOpposite, crosses, reduceResting } from "../book/book.ts";
import { showNextSlice } from "../book/slices.ts";
import type { Pair } from "../catalogue/catalogue.ts";
import type { PostingCause } from "../ledger/journal.ts";
import { houseOf, payHeld, release } from "../ledger/ledger.ts";
import type { Stop } from "../orders/end-reasons.ts";
import type { SelfTrade } from "../orders/instructions.ts";
import { nextTradeId } from "../orders/open-orders.ts";
import { forceNumber, type PriceLevel } from "../orders/order.ts";
import type { OrderRow, OrderRows } from "../orders/order-rows.ts";
import { setLastTicks } from "../prices/prices.ts";
import { countExpectedLock } from "./count-expected-lock.ts";
import { beginWork, type End, endOrder, LOST } from "./end-order.ts";
import { baseAmount, quoteAmount } from "./order-value.ts";
import { preventMatch } from "./prevent-match.ts";
import { settlementAccountOf } from "./settlement-account.ts";
import type { SpotEvent, SpotState } from "./spot.ts";

/** The end of a maker without a rest. */
const FILLED: End = {
  status: "filled",
  wasOpen: true,
  isOwnCancel: false,
  isForced: undefined,
  reason: undefined,
};

/** An order that meets the book: what stops it, and the fill that it makes, one after the other. */
export interface Meeting {
  readonly pair: Pair;
  readonly book: Book;
  readonly taker: OrderRow;
  /** The last price at the start of the command (SPOT-BAND-3): 0 before any. */
  readonly reference: number;
  /** The last price, from the best on, that it has locked for, where its range may go on beyond (SPOT-TRAIL-4); 0: any. */
  readonly worst: number;
  /** What it does when the next order is the user's own (SPOT-STP-1 to SPOT-STP-8). */
  readonly selfTrade: SelfTrade;
  readonly isForced: true | undefined;
  /** Of the fill; none before the first. */
  maker: OrderRow;
  lots: number;
  buyerFee: Amount;
  sellerFee: Amount;
}

export function matchOrder(
  state: SpotState,
  meeting: Meeting,
  context: CommandContext<SpotEvent>,
): Stop {
  const { book, taker, selfTrade } = meeting;
  const { rows } = book;
  for (;;) {
    const level = bestOpposite(book, rows.side(taker));
    if (isComplete(rows, taker, level)) return "complete";
    if (!level) return "no_match";
    if (rows.kind(taker) === "limit") {
      if (!crosses(rows.side(taker), rows.ticks(taker), level.ticks)) return "no_match"; // SPOT-MATCH-3
    } else if (!mayTakeAt(meeting, level.ticks)) return "out_of_range";
    const maker = level.first; // SPOT-MATCH-1
    const wanted = wantedLots(rows, taker, level.ticks);
    const lots = Math.min(rows.remaining(maker), wanted);
    const isOwn = selfTrade !== "none" && rows.user(maker) === rows.user(taker);
    if (lots === 0 && !(isOwn && selfTrade !== "decrement")) return "largest_number";
    meeting.maker = maker;
    meeting.lots = lots;
    if (!isOwn) trade(state, meeting, context);
    else if (!preventMatch(state, meeting, wanted, context)) return "own_order"; // SPOT-STP-1
  }
}

/** SPOT-MATCH-4, SPOT-MATCH-6: used up; of an amount also when its rest does not pay for one lot at the next price. */
function isComplete(rows: OrderRows, taker: OrderRow, level: PriceLevel | undefined): boolean {
  const budget = rows.budget(taker);
  if (budget === 0n) return rows.remaining(taker) === 0;
  const rest = rows.restOfBudget(taker);
  return rest === 0n || (level !== undefined && rest < BigInt(level.ticks));
}

/** SPOT-MATCH-5, SPOT-UNIT-3: what an amount still pays for at a price, and an order can hold. */
function wantedLots(rows: OrderRows, taker: OrderRow, ticks: number): number {
  const budget = rows.budget(taker);
  if (budget === 0n) return rows.remaining(taker);
  const lots = rows.restOfBudget(taker) / BigInt(ticks);
  const room = Number.MAX_SAFE_INTEGER - rows.executed(taker) - rows.prevented(taker);
  return lots <= BigInt(room) ? Number(lots) : room;
}

/** SPOT-BAND-3, SPOT-TRAIL-4: of a market order. */
function mayTakeAt({ pair, book, taker, reference, worst }: Meeting, ticks: number): boolean {
  if (reference !== 0 && !isInRange(pair, ticks, reference)) return false;
  return worst === 0 || crosses(book.rows.side(taker), worst, ticks);
}

/** SPOT-BAND-3 */
export function isInRange(pair: Pair, ticks: number, reference: number): boolean {
  return (
    isAtLeastTimes(ticks, reference, pair.rangeDown) &&
    isAtMostTimes(ticks, reference, pair.rangeUp)
  );
}

/** SPOT-MATCH-2: the maker's price. Money first, then the book, then the end of a filled maker. */
function trade(state: SpotState, meeting: Meeting, context: CommandContext<SpotEvent>): void {
  const { pair, book, maker, taker, lots } = meeting;
  const { rows } = book;
  // SPOT-LIST-9
  beginWork(state, maker, context);
  beginWork(state, taker, context);
  const ticks = rows.ticks(maker);
  const value = times(ticks, lots);
  state.ledger.journal?.begin(causeOf(state, meeting));
  settle(state, meeting, times(value, pair.quoteStep), context); // NUM-ROUND-1
  state.ledger.journal?.end();

  rows.addTrade(maker, lots, value);
  rows.addTrade(taker, lots, value);
  // A market buy that spends an amount has no lots (SPOT-LOCK-3); one that sells for an amount has those it has locked.
  if (rows.remaining(taker) > 0) rows.reduce(taker, lots);
  reduceResting(book, maker, lots);
  countExpectedLock(state, maker, -lots);

  const id = nextTradeId(state.orders);
  const makerOrder = rows.id(maker);
  setLastTicks(state.prices, pair, ticks); // SPOT-BAND-1
  foldNumber(state.digest, id);
  foldNumber(state.digest, makerOrder);
  foldNumber(state.digest, lots);
  context.events.push({
    type: "Traded",
    id,
    pair: pair.id,
    ticks,
    lots,
    timeMs: context.timeMs,
    takerSide: rows.side(taker),
    makerOrder,
    makerUser: rows.user(maker),
    makerArea: rows.area(maker),
    takerOrder: rows.id(taker),
    takerUser: rows.user(taker),
    takerArea: rows.area(taker),
    buyerFee: bigOf(meeting.buyerFee),
    sellerFee: bigOf(meeting.sellerFee),
    isForced: meeting.isForced,
  });
  // SPOT-STATE-7, SPOT-STATE-8, SPOT-STATE-9: a maker with a rest stays, one without ends.
  if (rows.remaining(maker) === 0 && !showNextSlice(state.orders, book, maker)) {
    endOrder(state, maker, rows.prevented(maker) === 0 ? FILLED : LOST, context);
  }
}

/** The trade that is settled next. */
function causeOf({ orders }: SpotState, { pair, book, taker, isForced }: Meeting): PostingCause {
  const force = forceNumber(isForced && "liquidation");
  return { number: orders.tradeIdLast + 1, market: pair.id, force, forced: book.rows.user(taker) };
}

/** `amount` is the price times the quantity, in units of the quote asset. */
function settle(
  state: SpotState,
  meeting: Meeting,
  amount: Amount,
  context: CommandContext<SpotEvent>,
): void {
  const { pair, book, maker, taker, lots } = meeting;
  const { ledger } = state;
  const { rows } = book;
  const isTakerBuying = rows.side(taker) === "buy";
  const buyer = isTakerBuying ? taker : maker;
  const seller = isTakerBuying ? maker : taker;
  const { base, quote } = pair;
  const bought = baseAmount(pair, lots);
  // SPOT-SETTLE-3: each side pays the rate of its role, as it was when the order was accepted.
  const buyerRate = isTakerBuying ? rows.takerRate(buyer) : rows.makerRate(buyer);
  const sellerRate = isTakerBuying ? rows.makerRate(seller) : rows.takerRate(seller);
  const buyerFee = feeOf(bought, buyerRate, houseOf(ledger, base).fee);
  const sellerFee = feeOf(amount, sellerRate, houseOf(ledger, quote).fee);
  const buyers = settlementAccountOf(state, rows.area(buyer));
  const sellers = settlementAccountOf(state, rows.area(seller));

  payHeld(ledger, {
    from: rows.wallet(buyer),
    to: sellers.wallet(rows.user(seller), quote),
    amount,
    fee: sellerFee, // SPOT-SETTLE-2
  });
  payHeld(ledger, {
    from: rows.wallet(seller),
    to: buyers.wallet(rows.user(buyer), base),
    amount: bought,
    fee: buyerFee, // SPOT-SETTLE-1
  });
  const ticks = rows.ticks(maker);
  if (rows.ticks(buyer) > ticks) {
    const better = quoteAmount(pair, rows.ticks(buyer) - ticks, lots); // SPOT-SETTLE-4, SPOT-UNIT-2
    release(ledger, rows.wallet(buyer), better);
  }
  sellers.received(seller, quote, minus(amount, sellerFee), context);
  buyers.received(buyer, base, minus(bought, buyerFee), context);
  meeting.buyerFee = buyerFee;
  meeting.sellerFee = sellerFee;
}
