/**
 * A position: what one user holds of one side of a contract, what it cost and what it has brought.
 * It begins with its first opening fill and ends at volume 0 (FUT-POS-2). Cost is a sum of trade
 * values, never an average price (NUM-COST-1).
 */
import type { Amount } from "../../money/amount.ts";
import { AmountCells } from "../../money/amount-cells.ts";
import type { AssetId } from "../catalogue/catalogue.ts";
import type { Side } from "../orders/order.ts";
import type { UserId } from "../users/users.ts";
import type { ContractAccount, Position } from "./futures-state.ts";

/** The amounts of a position that trades and funding change. */
export const MARGIN = 0;
export const COST = 1;
export const OPEN_COST = 2;
export const TRADE_FEE = 3;
export const FUNDING_RECEIVED = 4;
export const CLOSE_PROFIT = 5;
export const FLOOR = 6;
/** No amount, but it changes with them: a time in the object would be one more place in memory to write to. */
const CHANGED_AT = 7;

interface Birth {
  readonly id: number;
  readonly timeMs: number;
}

export function newPosition(contractAccount: ContractAccount, side: Side, born: Birth): Position {
  return new HeldPosition(contractAccount, side, born);
}

class HeldPosition extends AmountCells implements Position {
  readonly id: number;
  readonly user: UserId;
  readonly asset: AssetId;
  readonly contractAccount: ContractAccount;
  readonly side: Side;
  isTouched = false;
  volume = 0;
  pending = 0;
  closeVolume = 0n;
  closeValue = 0n;
  settleProfit = 0n;
  realizedBefore = 0n;
  isFrozen = false;
  lockedAtMs: number;
  readonly startedAtMs: number;

  constructor(contractAccount: ContractAccount, side: Side, { id, timeMs }: Birth) {
    super();
    this.id = id;
    this.user = contractAccount.user;
    this.asset = contractAccount.market.contract.marginCoin;
    this.contractAccount = contractAccount;
    this.side = side;
    this.lockedAtMs = timeMs;
    this.startedAtMs = timeMs;
    this.changedAtMs = timeMs;
  }

  get changedAtMs(): number {
    return this.number(CHANGED_AT);
  }

  set changedAtMs(timeMs: number) {
    this.set(CHANGED_AT, timeMs);
  }

  get margin(): bigint {
    return this.big(MARGIN);
  }

  set margin(amount: bigint) {
    this.set(MARGIN, amount);
  }

  addMargin(change: Amount): Amount {
    this.add(MARGIN, change);
    return this.amount(MARGIN);
  }

  get cost(): bigint {
    return this.big(COST);
  }

  set cost(amount: bigint) {
    this.set(COST, amount);
  }

  get openCost(): bigint {
    return this.big(OPEN_COST);
  }

  set openCost(amount: bigint) {
    this.set(OPEN_COST, amount);
  }

  get tradeFee(): bigint {
    return this.big(TRADE_FEE);
  }

  set tradeFee(amount: bigint) {
    this.set(TRADE_FEE, amount);
  }

  get fundingReceived(): bigint {
    return this.big(FUNDING_RECEIVED);
  }

  set fundingReceived(amount: bigint) {
    this.set(FUNDING_RECEIVED, amount);
  }

  get closeProfit(): bigint {
    return this.big(CLOSE_PROFIT);
  }

  set closeProfit(amount: bigint) {
    this.set(CLOSE_PROFIT, amount);
  }

  get floor(): bigint {
    return this.big(FLOOR);
  }

  set floor(amount: bigint) {
    this.set(FLOOR, amount);
  }
}

/** closeProfit + tradeFee + fundingReceived since the last settlement of profit. */
export function realizedOf(position: Position): bigint {
  const { closeProfit, tradeFee, fundingReceived, realizedBefore } = position;
  return closeProfit + tradeFee + fundingReceived - realizedBefore;
}
