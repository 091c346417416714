/**
 * No trade into a deficit: before each trade both sides are tried, and one that would leave its
 * isolated position or its cross account below zero is not made. Else two accounts of one person
 * could trade at a price far from the mark and collect from the insurance. Rules FUT-DEFICIT-1, FUT-DEFICIT-2.
 */
import { bigOf, dividedDown, plus } from "../../../money/amount.ts";
import { closedCostOf } from "../../../money/cost.ts";
import { feeOf } from "../../../money/fee.ts";
import { bigFrom } from "../../../money/product.ts";
import { houseOf } from "../../ledger/ledger.ts";
import type { FuturesTerms, Order, Side } from "../../orders/order.ts";
import type { OrderRow, OrderRows } from "../../orders/order-rows.ts";
import { crossEquityOf } from "../account.ts";
import { positionOn, positionSideAt } from "../contract-account.ts";
import { profitAmountAt } from "../contract-amount.ts";
import { isValueUp, profitAt, profitIsOf } from "../contract-value.ts";
import type { ContractAccount, FuturesState } from "../futures-state.ts";
import { COST, MARGIN } from "../position.ts";
import { restFreezeOf } from "./freeze.ts";
import type { Fill } from "./settle.ts";

/** One side of a trade as it is before it: of the account, the position and the order. */
export interface TradeBasis {
  /** Equity of the cross account; not used for an isolated position. */
  readonly equity: bigint;
  readonly volume: number;
  readonly cost: bigint;
  readonly margin: bigint;
  /** What the order has frozen. */
  readonly frozen: bigint;
}

/** As much of an order as a trade of it is tried with. */
export interface TriedOrder extends Readonly<Pick<Order, "kind" | "ticks">> {
  /** Of the position that it is about. */
  readonly positionSide: Side;
  readonly terms: FuturesTerms;
  remaining: number;
  /** What a market order that opens may still spend; of any other it is not looked at. */
  readonly unspent: bigint;
}

export function triedOrderOf(rows: OrderRows, order: OrderRow): TriedOrder {
  const kind = rows.kind(order);
  return {
    kind,
    ticks: rows.ticks(order),
    positionSide: positionSideAt(rows, order),
    terms: rows.terms(order),
    remaining: rows.remaining(order),
    // A limit order spends no value, and its sum of trades is not worth reading.
    unspent: kind === "market" ? rows.budget(order) - rows.traded(order) : 0n,
  };
}

export function standingOf(
  state: FuturesState,
  contractAccount: ContractAccount,
  { positionSide, terms }: TriedOrder,
): TradeBasis {
  const position = positionOn(contractAccount, positionSide);
  const { marginCoin } = contractAccount.market.contract;
  return {
    equity:
      contractAccount.mode === "cross"
        ? crossEquityOf(state, contractAccount.user, marginCoin)
        : 0n,
    volume: position?.volume ?? 0,
    cost: position?.cost ?? 0n,
    margin: position?.margin ?? 0n,
    frozen: terms.frozen,
  };
}

/** A trade as it is tried. */
interface TriedFill {
  readonly lots: number;
  readonly value: bigint;
}

/** What a side pays for a trade, whatever is there; below zero is a rebate out of `feeHeld`. */
export interface Paid extends TriedFill {
  readonly fee: bigint;
}

export function paidOf({ lots, value: amount, rate }: Fill, feeHeld: bigint): Paid {
  const value = bigOf(amount);
  return { lots, value, fee: feeOf(value, rate, feeHeld) };
}

export function feeHeldFor(
  { ledger }: FuturesState,
  { market: { contract } }: ContractAccount,
): bigint {
  return houseOf(ledger, contract.marginCoin).fee;
}

/** The side as it would be after the trade. */
export function standingAfter(
  contractAccount: ContractAccount,
  order: TriedOrder,
  before: TradeBasis,
  paid: Paid,
): TradeBasis {
  const after =
    order.terms.action === "open"
      ? afterOpening(contractAccount, order, before, paid)
      : afterClosing(contractAccount, order, before, paid);
  if (contractAccount.mode === "isolated") return after;
  // FUT-DEFICIT-2: an account's equity changes by its trade value against the mark, less the fee.
  const gained =
    unrealizedIn(contractAccount, order, after) - unrealizedIn(contractAccount, order, before);
  return { ...after, equity: after.equity + gained - paid.fee };
}

function afterOpening(
  contractAccount: ContractAccount,
  { terms, kind, ticks, remaining, unspent }: TriedOrder,
  before: TradeBasis,
  { lots, value }: TriedFill,
): TradeBasis {
  const volume = before.volume + lots;
  const cost = before.cost + value;
  if (contractAccount.mode === "isolated") {
    // The frozen money of the order, and its fee, are the account's and not the position's.
    const margin = before.margin + value / bigFrom(terms.leverage);
    return { equity: before.equity, volume, cost, margin, frozen: before.frozen };
  }
  const rest = { kind, ticks, budget: unspent, remaining: remaining - lots, traded: value };
  const frozen = restFreezeOf(contractAccount.market.contract, rest, terms);
  const equity = before.equity + before.frozen - frozen;
  return { equity, volume, cost, margin: before.margin, frozen };
}

function afterClosing(
  contractAccount: ContractAccount,
  { positionSide: side }: TriedOrder,
  before: TradeBasis,
  { lots, value, fee }: Paid,
): TradeBasis {
  const { contract } = contractAccount.market;
  const { volume, cost, margin } = before;
  const whole = bigFrom(volume);
  const closed = bigFrom(lots);
  const profitIs = profitIsOf(contract, side);
  const part = closedCostOf({ openCost: cost, volume: whole, closed, profitIs });
  const profit = isValueUp(contract, side) ? value - part : part - value;
  const released = lots === volume ? margin : (margin * closed) / whole;
  const cash = released + profit - fee;
  return {
    equity: before.equity + profit,
    volume: volume - lots,
    cost: cost - part,
    margin: margin - released + (cash < 0n ? cash : 0n),
    frozen: 0n,
  };
}

function unrealizedIn(
  { market }: ContractAccount,
  { positionSide: side }: TriedOrder,
  { volume, cost }: TradeBasis,
): bigint {
  if (market.mark === 0) return 0n;
  return profitAt(market.contract, { side, volume, cost }, market.mark);
}

/**
 * FUT-DEFICIT-1: whether the side is below zero. Never while there is no mark. A margin that is used up is not
 * carried by what the rest of the position has gained: the insurance would pay it, and the gain stay.
 */
export function isInDeficit(
  contractAccount: ContractAccount,
  order: TriedOrder,
  after: TradeBasis,
): boolean {
  if (contractAccount.market.mark === 0) return false;
  if (contractAccount.mode === "cross") return after.equity < 0n;
  return after.margin < 0n || after.margin + unrealizedIn(contractAccount, order, after) < 0n;
}

/** Whether this trade would leave the order's side in a deficit. */
export function wouldBeInDeficit(
  state: FuturesState,
  contractAccount: ContractAccount,
  order: OrderRow,
  fill: Fill,
): boolean {
  if (contractAccount.market.mark === 0) return false;
  const { rows } = state.orders.byId;
  if (contractAccount.mode === "isolated" && rows.terms(order).action === "open") {
    return wouldOpenInDeficit(contractAccount, rows, order, fill);
  }
  const tried = triedOrderOf(rows, order);
  return isInDeficit(contractAccount, tried, afterTrade(state, contractAccount, tried, fill));
}

/** The same of most trades, whose money is the position's alone: what `afterOpening` and `isInDeficit` say of them. */
function wouldOpenInDeficit(
  contractAccount: ContractAccount,
  rows: OrderRows,
  order: OrderRow,
  { lots, value }: Fill,
): boolean {
  const { contract, mark } = contractAccount.market;
  const side = rows.side(order);
  const position = positionOn(contractAccount, side);
  const own = dividedDown(value, rows.terms(order).leverage);
  const margin = position ? plus(position.amount(MARGIN), own) : own;
  const cost = position ? plus(position.amount(COST), value) : value;
  const volume = (position?.volume ?? 0) + lots;
  return margin < 0 || plus(margin, profitAmountAt(contract, { side, volume, cost }, mark)) < 0;
}

function afterTrade(
  state: FuturesState,
  contractAccount: ContractAccount,
  order: TriedOrder,
  fill: Fill,
): TradeBasis {
  const standing = standingOf(state, contractAccount, order);
  const isFree = contractAccount.mode === "isolated" && order.terms.action === "open";
  if (isFree) {
    const tried = { lots: fill.lots, value: bigOf(fill.value) };
    return afterOpening(contractAccount, order, standing, tried);
  }
  const paid = paidOf(fill, feeHeldFor(state, contractAccount));
  return standingAfter(contractAccount, order, standing, paid);
}

/** One half of a trade. */
export interface FillSide {
  readonly contractAccount: ContractAccount;
  readonly order: OrderRow;
  readonly fill: Fill;
}

/** The same in a trade with oneself: both halves are one account's, so the taker is tried after the maker. */
export function wouldOwnBeInDeficit(
  state: FuturesState,
  maker: FillSide,
  taker: FillSide,
): boolean {
  const { contractAccount, fill } = taker;
  if (contractAccount.market.mark === 0) return false;
  const { rows } = state.orders.byId;
  const order = triedOrderOf(rows, taker.order);
  const given = triedOrderOf(rows, maker.order);
  const live = standingOf(state, contractAccount, order);
  const { equity, ...behind } = afterTrade(state, maker.contractAccount, given, maker.fill);
  const isOne = given.positionSide === order.positionSide;
  const before = { ...live, ...(isOne ? behind : {}), equity, frozen: live.frozen };
  const paid = paidOf(fill, feeHeldFor(state, contractAccount));
  return isInDeficit(contractAccount, order, standingAfter(contractAccount, order, before, paid));
}
