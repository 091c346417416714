/**
 * The money of a futures trade, one side at a time. An order that opens moves margin and adds to its
 * position, one that closes realises profit; both pay their fee. What a position cannot pay
 * the insurance pays. Rules FUT-SETTLE-1 to FUT-SETTLE-7, FUT-LOSS-1.
 */
import { assert } from "../../../base/assert.ts";
import { foldAmount, foldNumber } from "../../../base/records/digest.ts";
import { type Amount, bigOf, dividedDown, lesser, minus, plus } from "../../../money/amount.ts";
import { closedCostOf } from "../../../money/cost.ts";
import { feeOf } from "../../../money/fee.ts";
import { bigFrom } from "../../../money/product.ts";
import { moveMargin, payFee, realiseProfit } from "../../ledger/clearing.ts";
import { houseOf } from "../../ledger/ledger.ts";
import type { Force, Side } from "../../orders/order.ts";
import type { OrderRow } from "../../orders/order-rows.ts";
import { positionOn, positionSideAt, setPosition, walletOf } from "../contract-account.ts";
import { isValueUp, profitIsOf } from "../contract-value.ts";
import type { FuturesContext } from "../futures.ts";
import type { ContractAccount, FuturesState, Position } from "../futures-state.ts";
import { COST, newPosition, OPEN_COST, TRADE_FEE } from "../position.ts";
import { coverBelowZero } from "./cover.ts";
import { endPosition } from "./end-position.ts";
import { restFreezeAt, spokenForOf, unfreeze } from "./freeze.ts";

/** What one side of a trade gives or takes. */
export interface Fill {
  readonly lots: number;
  /** FUT-VALUE-2: worked out once, the same for both sides. */
  readonly value: Amount;
  /** In 10^-8, of this side's role. */
  readonly rate: number;
}

/** Settles one side; its `remaining`, `executed` and `traded` are those after the trade. Returns the fee. */
export function settleSide(
  state: FuturesState,
  contractAccount: ContractAccount,
  order: OrderRow,
  fill: Fill,
  context: FuturesContext,
): Amount {
  const fee =
    state.orders.byId.rows.terms(order).action === "open"
      ? settleOpening(state, contractAccount, order, fill, context)
      : settleClosing(state, contractAccount, order, fill, context);
  contractAccount.market.totals.feesGained += bigOf(fee);
  state.futures.touched.add(contractAccount.user);
  return fee;
}

/** FUT-SETTLE-2, FUT-SETTLE-3. */
function settleOpening(
  state: FuturesState,
  contractAccount: ContractAccount,
  order: OrderRow,
  { lots, value, rate }: Fill,
  context: FuturesContext,
): Amount {
  const { ledger } = state;
  const { rows } = state.orders.byId;
  const { market } = contractAccount;
  const { contract } = market;
  const terms = rows.terms(order);
  const wallet = walletOf(ledger, contractAccount);
  const free = ledger.wallets.freeAmount(wallet);
  const before = free > 0 ? free : 0;
  const released = unfreeze(ledger, wallet, terms, restFreezeAt(market, order));
  const side = positionSideAt(rows, order);
  const position =
    positionOn(contractAccount, side) ?? beginPosition(state, contractAccount, side, context);
  const isIsolated = terms.mode === "isolated";
  const usable = plus(before, released);
  const margin = isIsolated ? lesser(dividedDown(value, terms.leverage), usable) : 0;
  if (margin > 0) moveMargin(ledger, wallet, position, margin);
  // FUT-SETTLE-3: the sum of many small fees, each rounded up, must not overdraw what was frozen.
  const asked = feeOf(value, rate, houseOf(ledger, contract.marginCoin).fee);
  const spokenFor = isIsolated ? spokenForOf(market, order) : 0;
  const payable = minus(minus(usable, margin), spokenFor);
  const fee = lesser(asked, payable > 0 ? payable : 0);
  payFee(ledger, wallet, fee, "fee");
  position.volume += lots;
  position.add(COST, value);
  position.add(OPEN_COST, value);
  position.add(TRADE_FEE, minus(0, fee));
  noteChange(state, position, context);
  return fee;
}

/** FUT-POS-2: a position starts with its first opening fill. */
function beginPosition(
  state: FuturesState,
  contractAccount: ContractAccount,
  side: Side,
  { timeMs }: FuturesContext,
) {
  const { futures } = state;
  futures.positionIdLast++;
  const position = newPosition(contractAccount, side, { id: futures.positionIdLast, timeMs });
  setPosition(contractAccount, side, position);
  futures.positions.add(position);
  contractAccount.market.positions.add(position);
  return position;
}

/** FUT-SETTLE-4 to FUT-SETTLE-6, for an order of the user. */
function settleClosing(
  state: FuturesState,
  contractAccount: ContractAccount,
  order: OrderRow,
  { lots, value: amount, rate }: Fill,
  context: FuturesContext,
): bigint {
  const value = bigOf(amount);
  const side = positionSideAt(state.orders.byId.rows, order);
  const position = positionOn(contractAccount, side);
  assert(position !== undefined && position.volume >= lots, "what is closed is held"); // FUT-CLOSE-2
  const { marginCoin } = contractAccount.market.contract;
  const fee = feeOf(value, rate, houseOf(state.ledger, marginCoin).fee);
  position.pending -= lots;
  closePart(state, position, { lots, value, fee, feeTo: "fee", release: "in_proportion" }, context);
  return fee;
}

export interface Closing {
  readonly lots: number;
  readonly value: bigint;
  readonly fee: bigint;
  readonly feeTo: "fee" | "futuresInsurance";
  /** A reduction by liquidation leaves the margin where it is (FUT-LIQ-3). */
  readonly release: "in_proportion" | "nothing";
  /** Why the exchange closes; undefined of a close that its owner asked for. */
  readonly force?: Force | undefined;
}

/** Closes so many contracts at a value: profit and fee, margin that is not needed any more. */
export function closePart(
  state: FuturesState,
  position: Position,
  closing: Closing,
  context: FuturesContext,
): void {
  const { lots, value, fee, force } = closing;
  const { volume, cost, openCost } = position;
  const profit = takeCost(position, lots, value);
  position.volume -= lots;
  position.closeVolume += bigFrom(lots);
  position.closeValue += value;
  position.closeProfit += profit;
  position.tradeFee -= fee;
  if (position.contractAccount.mode === "cross") payCross(state, position, profit, closing);
  else payIsolated(state, position, { ...closing, profit, volume }, context);
  noteChange(state, position, context);
  state.futures.touched.add(position.user);
  if (position.volume === 0)
    endPosition(state, position, { volume, cost, openCost, force }, context);
}

/** NUM-COST-1: the closed part leaves the cost; returns the profit against it. */
function takeCost(position: Position, lots: number, value: bigint): bigint {
  const profit = closeProfitOf(position, lots, value);
  const part = partOf(position, position.cost, lots);
  position.openCost -=
    position.openCost === position.cost ? part : partOf(position, position.openCost, lots);
  position.cost -= part;
  return profit;
}

/** What closing so many contracts at a value brings against their part of the cost. */
export function closeProfitOf(position: Position, lots: number, value: bigint): bigint {
  const part = partOf(position, position.cost, lots);
  return isValueUp(position.contractAccount.market.contract, position.side)
    ? value - part
    : part - value;
}

function partOf(
  { side, volume, contractAccount }: Position,
  openCost: bigint,
  lots: number,
): bigint {
  const profitIs = profitIsOf(contractAccount.market.contract, side);
  return closedCostOf({ openCost, volume: bigFrom(volume), closed: bigFrom(lots), profitIs });
}

/** FUT-SETTLE-5 */
function payCross(state: FuturesState, position: Position, profit: bigint, by: Closing): void {
  const { ledger } = state;
  const wallet = walletOf(ledger, position.contractAccount);
  realiseProfit(ledger, position.contractAccount.market.contract.id, wallet, profit);
  payFee(ledger, wallet, by.fee, by.feeTo);
}

/** FUT-SETTLE-6: released margin, profit and fee in one; the margin that stays bears a loss beyond it. */
function payIsolated(
  state: FuturesState,
  position: Position,
  closing: Closing & { profit: bigint; volume: number },
  context: FuturesContext,
): void {
  const { ledger } = state;
  const { lots, fee, profit, volume } = closing;
  const released = releasedMargin(position, closing);
  realiseProfit(ledger, position.contractAccount.market.contract.id, position, profit);
  payFee(ledger, position, fee, closing.feeTo);
  const cash = released + profit - fee;
  const isClosed = lots === volume;
  if (position.margin < 0n) coverBelowZero(state, position, context);
  else if (isClosed || (cash > 0n && closing.release === "in_proportion")) {
    const wallet = walletOf(ledger, position.contractAccount);
    moveMargin(ledger, wallet, position, isClosed ? -position.margin : -cash);
  }
}

/** FUT-SETTLE-6: floor(margin × closed ÷ volume), all of it at the last close. */
function releasedMargin(
  { margin }: Position,
  { lots, volume, release: how }: Closing & { volume: number },
): bigint {
  if (how === "nothing") return 0n;
  return lots === volume ? margin : (margin * bigFrom(lots)) / bigFrom(volume);
}

/** The numbers of a position go into the digest after every change. */
export function noteChange(
  { digest }: FuturesState,
  position: Position,
  { timeMs }: FuturesContext,
): void {
  position.changedAtMs = timeMs;
  position.contractAccount.isDirty = true;
  foldNumber(digest, position.id);
  foldNumber(digest, position.volume);
  foldAmount(digest, position.amount(COST));
}

/** The balance holder of a position (FUT-ACC-1). */
export function placeOf({ ledger }: FuturesState, position: Position) {
  const { contractAccount } = position;
  return contractAccount.mode === "cross" ? walletOf(ledger, contractAccount) : position;
}
