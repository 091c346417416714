/**
 * A position: what one user holds of one side of a contract, what it cost and what it has brought.
 * It begins with its first opening fill and ends at volume 0 (FUT-POS-2). Cost is a sum of trade
 * values, never an average price (NUM-COST-1).
 */
import type { IsolatedMargin } from "../ledger/ledger.ts";
import type { Side } from "../orders/order.ts";
import type { ContractAccount } from "./contract-account.ts";

export interface Position extends IsolatedMargin {
  readonly id: number;
  readonly contractAccount: ContractAccount;
  readonly side: Side;
  volume: number;
  /** The cost behind profit and risk; a settlement of profit moves it (FUT-PROFIT-1). */
  cost: bigint;
  /** The cost behind openPrice; equal to `cost` unless profit was settled. */
  openCost: bigint;
  /** Remaining volume of the resting orders that close it (FUT-CLOSE-1). */
  pending: number;
  closeVolume: bigint;
  closeValue: bigint;
  closeProfit: bigint;
  settleProfit: bigint;
  /** Not above zero, but for rebates. */
  tradeFee: bigint;
  fundingReceived: bigint;
  /** closeProfit + tradeFee + fundingReceived up to the last settlement of profit. */
  realizedBefore: bigint;
  /** In liquidation (FUT-LIQ-1). */
  isFrozen: boolean;
  /** Isolated: its bounds hold as long as its margin is not below this (FUT-WATCH-1). */
  floor: bigint;
  lockedAtMs: number;
  readonly startedAtMs: number;
  changedAtMs: number;
}

export function newPosition(
  contractAccount: ContractAccount,
  side: Side,
  born: { id: number; timeMs: number },
): Position {
  const { id, timeMs } = born;
  return {
    id,
    user: contractAccount.user,
    asset: contractAccount.market.contract.marginCoin,
    contractAccount,
    side,
    margin: 0n,
    isTouched: false,
    volume: 0,
    cost: 0n,
    openCost: 0n,
    pending: 0,
    closeVolume: 0n,
    closeValue: 0n,
    closeProfit: 0n,
    settleProfit: 0n,
    tradeFee: 0n,
    fundingReceived: 0n,
    realizedBefore: 0n,
    isFrozen: false,
    floor: 0n,
    lockedAtMs: timeMs,
    startedAtMs: timeMs,
    changedAtMs: timeMs,
  };
}

/** closeProfit + tradeFee + fundingReceived since the last settlement of profit. */
export function realizedOf(position: Position): bigint {
  const { closeProfit, tradeFee, fundingReceived, realizedBefore } = position;
  return closeProfit + tradeFee + fundingReceived - realizedBefore;
}

/**
 * Positions by id. Ids only grow, so they are kept in a list; one that ended stays until half of
 * the list has, and a position that is read has something or is passed over.
 */
export class PositionTable {
  #listed: Position[] = [];
  #open = 0;

  get size(): number {
    return this.#open;
  }

  add(position: Position): void {
    let at = this.#listed.length;
    // Only a snapshot loaded backwards brings an older one after a newer one.
    while (at > 0 && (this.#listed[at - 1] as Position).id > position.id) at--;
    if (at === this.#listed.length) this.#listed.push(position);
    else this.#listed.splice(at, 0, position);
    this.#open++;
  }

  /** Its volume is 0 already. */
  end(): void {
    this.#open--;
    if (this.#listed.length > 2 * this.#open + 64) {
      this.#listed = this.#listed.filter(({ volume }) => volume > 0);
    }
  }

  get(id: number): Position | undefined {
    let low = 0;
    let high = this.#listed.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const position = this.#listed[middle] as Position;
      if (position.id === id) return position.volume > 0 ? position : undefined;
      if (position.id < id) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }

  /** Lowest id first. */
  *all(): Iterable<Position> {
    for (const position of this.#listed) if (position.volume > 0) yield position;
  }
}
