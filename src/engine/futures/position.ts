/**
 * A position: what one user holds of one side of a contract, what it cost and what it has brought.
 * It begins with its first opening fill and ends at volume 0 (FUT-POS-2). Cost is a sum of trade
 * values, never an average price (NUM-COST-1).
 */
import type { Side } from "../orders/order.ts";
import type { ContractAccount, Position } from "./futures-state.ts";

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
