/**
 * The walk of a taker along the other side of a book: price first, then time, one maker after the other, at the maker's price. A maker
 * that the trade would leave in a deficit is canceled instead. Who takes says how much, and what becomes of its own half: an order
 * (match-futures.ts), a position that is reduced by a tier, or the liquidation engine. Rules FUT-MATCH-1, FUT-SETTLE-1, FUT-DEFICIT-1.
 */
import { assert } from "../../../base/assert.ts";
import { foldNumber } from "../../../base/records/digest.ts";
import { type Amount, bigOf, minus } from "../../../money/amount.ts";
import { bestOpposite, reduceResting } from "../../book/book.ts";
import type { PostingCause } from "../../ledger/journal.ts";
import { nextTradeId } from "../../orders/open-orders.ts";
import { forceNumber, type OrderId, type PriceLevel, type Side } from "../../orders/order.ts";
import type { OrderRow } from "../../orders/order-rows.ts";
import type { UserId } from "../../users/users.ts";
import { addOpening, findContractAccount } from "../contract-account.ts";
import { amountAt } from "../contract-amount.ts";
import type { FuturesContext } from "../futures.ts";
import type { ContractAccount, ContractMarket, FuturesState } from "../futures-state.ts";
import { countExpectedFreeze } from "./count-expected-freeze.ts";
import { type FillSide, wouldBeInDeficit } from "./deficit.ts";
import { cancelOpen, countOpening, endFuturesOrder, type FuturesEnd } from "./end-futures-order.ts";
import { settleSide } from "./settle.ts";

/** Who takes from a book; `End` is why it takes no more. */
export interface BookTaker<End> {
  readonly market: ContractMarket;
  readonly side: Side;
  /** 0, as the user is, in trades of the liquidation engine. */
  readonly orderId: OrderId;
  readonly user: UserId;
  readonly isForced?: true;
  /** What is told of a maker that is canceled for it. */
  readonly cancels: Pick<FuturesEnd, "reason">;
  /** How many contracts it takes of the first order of the best level; there may be none. */
  lotsAt(level: PriceLevel | undefined): number | End;
  /** Why it cannot trade with a maker that could. */
  refusalOf?(maker: FillSide): End | undefined;
  /** Its own half, before the maker's. */
  take(lots: number, value: Amount): void;
  /** And behind the maker's: returns its fee. */
  settle(lots: number, value: Amount): Amount;
}

export function walkBook<End>(
  state: FuturesState,
  taker: BookTaker<End>,
  context: FuturesContext,
): End {
  const { market, side } = taker;
  const { rows } = state.orders.byId;
  for (;;) {
    const level = bestOpposite(market.book, side);
    const lots = taker.lotsAt(level);
    if (typeof lots !== "number") return lots;
    assert(level !== undefined, "there is a maker");
    const order = level.first; // FUT-MATCH-1
    const value = amountAt(market.contract, { lots, ticks: level.ticks });
    const contractAccount = contractAccountOfMaker(state, order);
    const maker = { contractAccount, order, fill: { lots, value, rate: rows.makerRate(order) } };
    if (wouldBeInDeficit(state, contractAccount, order, maker.fill)) {
      cancelOpen(state, order, context, taker.cancels);
      continue;
    }
    const refusal = taker.refusalOf?.(maker);
    if (refusal !== undefined) return refusal;
    state.ledger.journal?.begin(causeOf(state, taker));
    taker.take(lots, value);
    const makerFee = giveFromBook(state, { contractAccount, maker: order, lots, value }, context);
    const takerFee = taker.settle(lots, value);
    state.ledger.journal?.end();
    publish(state, { taker, maker: order, lots, value, makerFee, takerFee }, context);
  }
}

/** The trade that is settled next. */
function causeOf(
  { orders }: FuturesState,
  { market, user, isForced }: BookTaker<unknown>,
): PostingCause {
  const number = orders.tradeIdLast + 1;
  const force = forceNumber(isForced && "liquidation");
  return { number, market: market.contract.id, force, forced: user };
}

export function contractAccountOfMaker(
  { futures, orders }: FuturesState,
  maker: OrderRow,
): ContractAccount {
  const { rows } = orders.byId;
  return findContractAccount(futures, rows.user(maker), rows.market(maker)) as ContractAccount;
}

/** A resting order gives `lots` away: the maker's half of a trade. Returns its fee. */
export function giveFromBook(
  state: FuturesState,
  {
    contractAccount,
    maker,
    lots,
    value,
  }: { contractAccount: ContractAccount; maker: OrderRow; lots: number; value: Amount },
  context: FuturesContext,
): Amount {
  const { contract, book } = contractAccount.market;
  const { rows } = book;
  // A linear trade takes exactly its value away; an inverse rest is cut anew.
  const isExact = contract.kind === "linear";
  if (!isExact) countOpening(contractAccount, maker, -1);
  countExpectedFreeze(state, contractAccount, maker, -1);
  reduceResting(book, maker, lots);
  rows.addTrade(maker, lots, value);
  const isOpening = rows.terms(maker).action === "open";
  if (!isExact) countOpening(contractAccount, maker, 1);
  else if (isOpening) addOpening(contractAccount, rows.side(maker), -lots, minus(0, value));
  countExpectedFreeze(state, contractAccount, maker, 1);
  if (rows.remaining(maker) === 0) contractAccount.resting--;
  const fill = { lots, value, rate: rows.makerRate(maker) };
  return settleSide(state, contractAccount, maker, fill, context);
}

/** A trade with what each side paid for it. */
interface Done {
  readonly taker: BookTaker<unknown>;
  readonly maker: OrderRow;
  readonly lots: number;
  readonly value: Amount;
  readonly makerFee: Amount;
  readonly takerFee: Amount;
}

/** FUT-SETTLE-1: the trade is public; a maker without a rest ends (FUT-STATE-2). */
function publish(state: FuturesState, done: Done, context: FuturesContext): void {
  const { taker, maker, lots, value } = done;
  const { market } = taker;
  const { rows } = state.orders.byId;
  const makerOrder = rows.id(maker);
  const ticks = rows.ticks(maker);
  const id = nextTradeId(state.orders);
  market.last = ticks;
  if (market.mark === 0) state.futures.traded.add(market);
  foldNumber(state.digest, id);
  foldNumber(state.digest, makerOrder);
  foldNumber(state.digest, lots);
  context.events.push({
    type: "ContractTraded",
    id,
    contract: market.contract.id,
    ticks,
    lots,
    value: bigOf(value),
    timeMs: context.timeMs,
    takerSide: taker.side,
    makerOrder,
    makerUser: rows.user(maker),
    takerOrder: taker.orderId,
    takerUser: taker.user,
    makerFee: bigOf(done.makerFee),
    takerFee: bigOf(done.takerFee),
    isForced: taker.isForced,
  });
  if (rows.remaining(maker) === 0) {
    endFuturesOrder(state, maker, { status: "filled", wasOpen: true }, context);
  }
}
