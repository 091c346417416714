/**
 * What the liquidation engine holds for the moment: contracts at the cost at which it took them
 * over. The engine has no account; its gains and losses are the insurance's. Rules FUT-LIQ-4, FUT-LIQ-5.
 */
import { closedCostOf } from "../../../money/cost.ts";
import { bigFrom } from "../../../money/product.ts";
import type { Side } from "../../orders/order.ts";
import { isValueUp, profitIsOf } from "../contract-value.ts";
import type { ContractMarket } from "../futures-state.ts";

/** What the liquidation engine holds for the moment: no user, no margin. */
export interface TakenOver {
  readonly market: ContractMarket;
  readonly side: Side;
  volume: number;
  cost: bigint;
}

/** NUM-COST-1: the part of the cost that leaves with so many contracts. */
export function partOf({ market, side, volume, cost }: TakenOver, lots: number): bigint {
  const profitIs = profitIsOf(market.contract, side);
  return closedCostOf({ openCost: cost, volume: bigFrom(volume), closed: bigFrom(lots), profitIs });
}

/** What so many contracts bring at a value, against their part of the cost. */
export function resultOf(held: TakenOver, lots: number, value: bigint): bigint {
  const part = partOf(held, lots);
  return isValueUp(held.market.contract, held.side) ? value - part : part - value;
}
