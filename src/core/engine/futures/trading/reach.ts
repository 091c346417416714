/**
 * How far a market order reaches: prices near the mark, and contracts that its value still buys.
 * Rules FUT-MARKET-1, FUT-MARKET-2.
 */
import { formatSteps, formatUnits } from "../../../money/decimal.ts";
import { bigFrom } from "../../../money/product.ts";
import { isAtLeastTimes, isAtMostTimes, RATE_ONE } from "../../../money/rate.ts";
import type { Contract } from "../../catalogue/contract.ts";
import type { Side } from "../../orders/order.ts";
import { type RefusalNumbers, ticksFrom, ticksTo } from "../../orders/refusal-numbers.ts";
import type { ContractMarket } from "../futures-state.ts";

/** FUT-MARKET-1, FUT-CHECK-12: not beyond mark × (1 ± priceRange) on the worse side; off without a mark. */
export function isInReach({ contract, mark }: ContractMarket, side: Side, ticks: number): boolean {
  if (mark === 0) return true;
  return side === "buy"
    ? isAtMostTimes(ticks, mark, RATE_ONE + contract.priceRange)
    : isAtLeastTimes(ticks, mark, RATE_ONE - contract.priceRange);
}

/** A price that is out of reach, and where the reach ends. */
export function reachOf(
  { contract, mark }: ContractMarket,
  side: Side,
  ticks: number,
): RefusalNumbers {
  const { pricePrecision, priceRange } = contract;
  const isBuy = side === "buy";
  const end = isBuy ? ticksTo(mark, RATE_ONE + priceRange) : ticksFrom(mark, RATE_ONE - priceRange);
  const needed = `${isBuy ? "at most" : "at least"} ${formatUnits(end, pricePrecision)}`;
  return { had: formatSteps(ticks, pricePrecision), needed };
}

/** FUT-MARKET-2: whole contracts that a value buys at a price, at most 2^53 - 1. */
export function affordableLots(contract: Contract, value: bigint, ticks: number): number {
  const lots =
    contract.kind === "linear"
      ? value / (bigFrom(ticks) * contract.unit)
      : (value * bigFrom(ticks)) / contract.unit;
  return lots > MOST ? Number.MAX_SAFE_INTEGER : Number(lots);
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER);
