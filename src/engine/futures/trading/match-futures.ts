/**
 * Matching one incoming futures order against the book of its market, and settling each trade as it
 * happens: price first, then time, at the maker's price. A side that would end in a deficit does not
 * trade. Rules FUT-MATCH-1, FUT-MARKET-1, FUT-MARKET-2, FUT-DEFICIT-1.
 */
import { foldNumber } from "../../../base/digest.ts";
import { type Amount, bigOf, minus } from "../../../money/amount.ts";
import { bestOpposite, crosses, reduceResting } from "../../book/book.ts";
import type { Stop } from "../../orders/end-reasons.ts";
import { nextTradeId } from "../../orders/open-orders.ts";
import type { OrderId, PriceLevel, Side } from "../../orders/order.ts";
import type { OrderRow, OrderRows } from "../../orders/order-rows.ts";
import type { UserId } from "../../users/users.ts";
import { addOpening, findContractAccount, openingOn, positionOn } from "../contract-account.ts";
import { amountAt } from "../contract-amount.ts";
import type { FuturesContext } from "../futures.ts";
import type { ContractAccount, ContractMarket, FuturesState } from "../futures-state.ts";
import { countExpectedFreeze } from "./count-expected-freeze.ts";
import { wouldBeInDeficit, wouldOwnBeInDeficit } from "./deficit.ts";
import { cancelOpen, countOpening, endFuturesOrder } from "./end-futures-order.ts";
import { affordableLots, isInReach } from "./reach.ts";
import { settleSide } from "./settle.ts";

export function matchFutures(
  state: FuturesState,
  contractAccount: ContractAccount,
  taker: OrderRow,
  context: FuturesContext,
): Stop {
  const { market } = contractAccount;
  const { rows } = state.orders.byId;
  for (;;) {
    const level = bestOpposite(market.book, rows.side(taker));
    if (isComplete(market, taker, level)) return "complete";
    if (!level) return "no_match";
    if (rows.kind(taker) === "limit") {
      if (!crosses(rows.side(taker), rows.ticks(taker), level.ticks)) return "no_match";
    } else if (!isInReach(market, rows.side(taker), level.ticks)) return "out_of_range"; // FUT-MARKET-1
    const maker = level.first; // FUT-MATCH-1
    const isOwn = rows.user(maker) === contractAccount.user;
    if (isOwn && market.contract.selfTrade === "expire_taker") return "own_order"; // FUT-STP-1
    const lots = Math.min(rows.remaining(maker), wantedLots(contractAccount, taker, level.ticks));
    if (lots === 0) return "largest_number";
    const value = amountAt(market.contract, { lots, ticks: level.ticks });
    const makerContractAccount = contractAccountOfMaker(state, maker);
    const given = {
      contractAccount: makerContractAccount,
      order: maker,
      fill: { lots, value, rate: rows.makerRate(maker) },
    };
    if (wouldBeInDeficit(state, makerContractAccount, maker, given.fill)) {
      cancelOpen(state, maker, context, { reason: "deficit" });
      continue;
    }
    const fill = { lots, value, rate: rows.takerRate(taker) };
    const isTooMuch = isOwn
      ? wouldOwnBeInDeficit(state, given, { contractAccount, order: taker, fill })
      : wouldBeInDeficit(state, contractAccount, taker, fill);
    if (isTooMuch) return "deficit";
    trade(state, { contractAccount, taker, makerContractAccount, maker, lots, value }, context);
  }
}

export function contractAccountOfMaker(
  { futures, orders }: FuturesState,
  maker: OrderRow,
): ContractAccount {
  const { rows } = orders.byId;
  return findContractAccount(futures, rows.user(maker), rows.market(maker)) as ContractAccount;
}

/** FUT-MARKET-2: used up; a value is also done when its rest cannot buy one contract at the next price. */
function isComplete(
  { contract, book: { rows } }: ContractMarket,
  taker: OrderRow,
  level: PriceLevel | undefined,
): boolean {
  if (!spendsValue(rows, taker)) return rows.remaining(taker) === 0;
  const rest = rows.budget(taker) - rows.traded(taker);
  return rest === 0n || (level !== undefined && affordableLots(contract, rest, level.ticks) === 0);
}

/** A market order that opens names a value, every other order contracts. */
function spendsValue(rows: OrderRows, taker: OrderRow): boolean {
  return rows.kind(taker) === "market" && rows.terms(taker).action === "open";
}

/** What an order can still take at a price, and its position can hold. */
function wantedLots(contractAccount: ContractAccount, taker: OrderRow, ticks: number): number {
  const { contract, book } = contractAccount.market;
  const { rows } = book;
  if (!spendsValue(rows, taker)) return rows.remaining(taker);
  const side = rows.side(taker);
  const held = positionOn(contractAccount, side)?.volume ?? 0;
  const room = Number.MAX_SAFE_INTEGER - held - openingOn(contractAccount, side).lots;
  return Math.min(affordableLots(contract, rows.budget(taker) - rows.traded(taker), ticks), room);
}

interface Match {
  readonly contractAccount: ContractAccount;
  readonly taker: OrderRow;
  readonly makerContractAccount: ContractAccount;
  readonly maker: OrderRow;
  readonly lots: number;
  readonly value: Amount;
}

/** FUT-MATCH-1: the maker's price. The orders first, then the money of both, then the end of a filled maker. */
function trade(state: FuturesState, match: Match, context: FuturesContext): void {
  const { contractAccount, taker, makerContractAccount, maker, lots, value } = match;
  const { rows } = state.orders.byId;
  if (!spendsValue(rows, taker)) rows.reduce(taker, lots);
  rows.addTrade(taker, lots, value);
  const makerFee = giveFromBook(
    state,
    { contractAccount: makerContractAccount, maker, lots, value },
    context,
  );
  const takerFee = settleSide(
    state,
    contractAccount,
    taker,
    { lots, value, rate: rows.takerRate(taker) },
    context,
  );
  const done = {
    market: contractAccount.market,
    takerSide: rows.side(taker),
    takerOrder: rows.id(taker),
    takerUser: contractAccount.user,
    maker,
    lots,
    value,
    makerFee,
    takerFee,
  };
  publish(state, done, context);
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
export interface Done {
  readonly market: ContractMarket;
  readonly takerSide: Side;
  /** 0, as the user is, in trades of the liquidation engine. */
  readonly takerOrder: OrderId;
  readonly takerUser: UserId;
  readonly maker: OrderRow;
  readonly lots: number;
  readonly value: Amount;
  readonly makerFee: Amount;
  readonly takerFee: Amount;
  readonly isForced?: true;
}

/** FUT-SETTLE-1: the trade is public; a maker without a rest ends (FUT-STATE-2). */
export function publish(state: FuturesState, done: Done, context: FuturesContext): void {
  const { market, maker, lots, value } = done;
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
    takerSide: done.takerSide,
    makerOrder,
    makerUser: rows.user(maker),
    takerOrder: done.takerOrder,
    takerUser: done.takerUser,
    makerFee: bigOf(done.makerFee),
    takerFee: bigOf(done.takerFee),
    isForced: done.isForced,
  });
  if (rows.remaining(maker) === 0) {
    endFuturesOrder(state, maker, { status: "filled", wasOpen: true }, context);
  }
}
