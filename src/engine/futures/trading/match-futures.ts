/**
 * Matching one incoming futures order against the book of its market, and settling each trade as it
 * happens: price first, then time, at the maker's price. A side that would end in a deficit does not
 * trade. Rules FUT-MATCH-1, FUT-MARKET-1, FUT-MARKET-2, FUT-DEFICIT-1.
 */
import { foldNumber } from "../../../base/digest.ts";
import { bestOpposite, crosses, reduceResting } from "../../book/book.ts";
import { nextTradeId } from "../../orders/open-orders.ts";
import type { Order, PriceLevel } from "../../orders/order.ts";
import { addOpening, findContractAccount, openingOn, positionOn } from "../contract-account.ts";
import { valueAt } from "../contract-value.ts";
import type { FuturesContext } from "../futures.ts";
import type { ContractAccount, ContractMarket, FuturesState } from "../futures-state.ts";
import { countExpectedFreeze } from "./count-expected-freeze.ts";
import { wouldBeInDeficit, wouldOwnBeInDeficit } from "./deficit.ts";
import { cancelOpen, countOpening, endFuturesOrder } from "./end-futures-order.ts";
import { affordableLots, isInReach } from "./reach.ts";
import { settleSide } from "./settle.ts";

/**
 * Why matching stopped: everything wanted was traded; nothing on the book at an acceptable price;
 * the next order is the user's own; the next trade would leave the taker in a deficit.
 */
export type FuturesStop = "complete" | "no_match" | "own_order" | "deficit";

export function matchFutures(
  state: FuturesState,
  contractAccount: ContractAccount,
  taker: Order,
  context: FuturesContext,
): FuturesStop {
  const { market } = contractAccount;
  for (;;) {
    const level = bestOpposite(market.book, taker.side);
    if (isComplete(market, taker, level)) return "complete";
    if (!level || !isAcceptable(market, taker, level.ticks)) return "no_match";
    const maker = level.first as Order; // FUT-MATCH-1
    const isOwn = maker.user === taker.user;
    if (isOwn && market.contract.selfTrade === "expire_taker") return "own_order"; // FUT-STP-1
    const lots = Math.min(maker.remaining, wantedLots(contractAccount, taker, level.ticks));
    if (lots === 0) return "no_match";
    const value = valueAt(market.contract, { lots, ticks: level.ticks });
    const makerContractAccount = contractAccountOfMaker(state, maker);
    const given = {
      contractAccount: makerContractAccount,
      order: maker,
      fill: { lots, value, rate: maker.makerRate },
    };
    if (wouldBeInDeficit(state, makerContractAccount, maker, given.fill)) {
      cancelOpen(state, maker, context);
      continue;
    }
    const fill = { lots, value, rate: taker.takerRate };
    const isTooMuch = isOwn
      ? wouldOwnBeInDeficit(state, given, { contractAccount, order: taker, fill })
      : wouldBeInDeficit(state, contractAccount, taker, fill);
    if (isTooMuch) return "deficit";
    trade(state, { contractAccount, taker, makerContractAccount, maker, lots, value }, context);
  }
}

export function contractAccountOfMaker(
  { futures }: FuturesState,
  { user, market: pair }: Order,
): ContractAccount {
  return findContractAccount(futures, user, pair) as ContractAccount;
}

/** FUT-MARKET-2: used up; a value is also done when its rest cannot buy one contract at the next price. */
function isComplete(
  { contract }: ContractMarket,
  taker: Order,
  level: PriceLevel | undefined,
): boolean {
  if (!spendsValue(taker)) return taker.remaining === 0;
  const rest = taker.budget - taker.traded;
  return rest === 0n || (level !== undefined && affordableLots(contract, rest, level.ticks) === 0);
}

/** A market order that opens names a value, every other order contracts. */
export function spendsValue({ kind, futures }: Order): boolean {
  return kind === "market" && futures?.action === "open";
}

function isAcceptable(market: ContractMarket, taker: Order, ticks: number): boolean {
  if (taker.kind === "limit") return crosses(taker.side, taker.ticks, ticks);
  return isInReach(market, taker.side, ticks); // FUT-MARKET-1
}

/** What an order can still take at a price, and its position can hold. */
function wantedLots(contractAccount: ContractAccount, taker: Order, ticks: number): number {
  if (!spendsValue(taker)) return taker.remaining;
  const held = positionOn(contractAccount, taker.side)?.volume ?? 0;
  const room = Number.MAX_SAFE_INTEGER - held - openingOn(contractAccount, taker.side).lots;
  const { contract } = contractAccount.market;
  return Math.min(affordableLots(contract, taker.budget - taker.traded, ticks), room);
}

interface Match {
  readonly contractAccount: ContractAccount;
  readonly taker: Order;
  readonly makerContractAccount: ContractAccount;
  readonly maker: Order;
  readonly lots: number;
  readonly value: bigint;
}

/** FUT-MATCH-1: the maker's price. The orders first, then the money of both, then the end of a filled maker. */
function trade(state: FuturesState, match: Match, context: FuturesContext): void {
  const { contractAccount, taker, makerContractAccount, maker, lots, value } = match;
  if (!spendsValue(taker)) taker.remaining -= lots;
  taker.executed += lots;
  taker.traded += value;
  const makerFee = giveFromBook(
    state,
    { contractAccount: makerContractAccount, maker, lots, value },
    context,
  );
  const takerFee = settleSide(
    state,
    contractAccount,
    taker,
    { lots, value, rate: taker.takerRate },
    context,
  );
  publish(
    state,
    { market: contractAccount.market, taker, maker, lots, value, makerFee, takerFee },
    context,
  );
}

/** A resting order gives `lots` away: the maker's half of a trade. Returns its fee. */
export function giveFromBook(
  state: FuturesState,
  {
    contractAccount,
    maker,
    lots,
    value,
  }: { contractAccount: ContractAccount; maker: Order; lots: number; value: bigint },
  context: FuturesContext,
): bigint {
  // A linear trade takes exactly its value away; an inverse rest is cut anew.
  const isExact = contractAccount.market.contract.kind === "linear";
  if (!isExact) countOpening(contractAccount, maker, -1);
  countExpectedFreeze(state, contractAccount, maker, -1);
  reduceResting(contractAccount.market.book, maker, lots);
  maker.executed += lots;
  maker.traded += value;
  if (!isExact) countOpening(contractAccount, maker, 1);
  else if (maker.futures?.action === "open") addOpening(contractAccount, maker.side, -lots, -value);
  countExpectedFreeze(state, contractAccount, maker, 1);
  if (maker.remaining === 0) contractAccount.resting--;
  return settleSide(state, contractAccount, maker, { lots, value, rate: maker.makerRate }, context);
}

/** A trade with what each side paid for it. */
export interface Done {
  readonly market: ContractMarket;
  readonly taker: Order;
  readonly maker: Order;
  readonly lots: number;
  readonly value: bigint;
  readonly makerFee: bigint;
  readonly takerFee: bigint;
  readonly isForced?: true;
}

/** FUT-SETTLE-1: the trade is public; a maker without a rest ends (FUT-STATE-2). */
export function publish(state: FuturesState, done: Done, context: FuturesContext): void {
  const { market, taker, maker, lots, value, makerFee, takerFee } = done;
  const id = nextTradeId(state.orders);
  market.last = maker.ticks;
  if (market.mark === 0) state.futures.traded.add(market);
  foldNumber(state.digest, id);
  foldNumber(state.digest, maker.id);
  foldNumber(state.digest, lots);
  context.events.push({
    type: "ContractTraded",
    id,
    contract: market.contract.id,
    ticks: maker.ticks,
    lots,
    value,
    timeMs: context.timeMs,
    takerSide: taker.side,
    makerOrder: maker.id,
    makerUser: maker.user,
    takerOrder: taker.id,
    takerUser: taker.user,
    makerFee,
    takerFee,
    isForced: done.isForced,
  });
  if (maker.remaining === 0) {
    endFuturesOrder(state, maker, { status: "filled", wasOpen: true }, context);
  }
}
