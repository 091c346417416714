/**
 * The value of contracts and parts of it as amounts: numbers as long as they are exact, which most are, bigints beyond. What an
 * order and a trade are worked out with. Rules FUT-VALUE-1, FUT-VALUE-2, FUT-VALUE-4, FUT-VALUE-5.
 */
import { type Amount, minus } from "../../money/amount.ts";
import { mulDivSmall } from "../../money/mul-div.ts";
import { bigFrom, productOf } from "../../money/product.ts";
import { RATE_ONE, RATE_ONE_BIG } from "../../money/rate.ts";
import { divUp, type Rounding } from "../../money/rounding.ts";
import type { Contract } from "../catalogue/contract.ts";
import type { Side } from "../orders/order.ts";

/** So many contracts at a price. */
export interface PricedLots {
  readonly lots: number;
  readonly ticks: number;
}

export function topOf(contract: Contract, lot: PricedLots): bigint {
  const small = smallTopOf(contract, lot);
  if (small >= 0) return bigFrom(small);
  const { kind, unit } = contract;
  return (kind === "linear" ? productOf(lot.lots, lot.ticks) : bigFrom(lot.lots)) * unit;
}

/** The same as a number; NaN when it is no safe one. */
export function smallTopOf({ kind, unitNumber }: Contract, { lots, ticks }: PricedLots): number {
  const top = (kind === "linear" ? lots * ticks : lots) * unitNumber;
  return top <= Number.MAX_SAFE_INTEGER ? top : Number.NaN;
}

export function smallBottomOf({ kind }: Contract, ticks: number): number {
  return kind === "linear" ? 1 : ticks;
}

export function bottomOf({ kind }: Contract, ticks: number): bigint {
  return kind === "linear" ? 1n : bigFrom(ticks);
}

/** FUT-VALUE-1, FUT-VALUE-2: exact, or rounded once. */
export function amountAt(contract: Contract, lot: PricedLots, rounding: Rounding = "down"): Amount {
  const top = smallTopOf(contract, lot);
  const small = contract.kind === "linear" ? top : mulDivSmall(top, 1, lot.ticks, rounding);
  if (small >= 0) return small;
  return dividedBig(topOf(contract, lot), bottomOf(contract, lot.ticks), rounding);
}

function dividedBig(top: bigint, bottom: bigint, rounding: Rounding): bigint {
  return rounding === "up" ? divUp(top, bottom) : top / bottom;
}

export function isValueUp({ kind }: Contract, side: Side): boolean {
  return (kind === "linear") === (side === "buy");
}

/** FUT-VALUE-4: what contracts would bring at a price beyond their cost; rounded down. */
export function profitAmountAt(
  contract: Contract,
  held: { readonly side: Side; readonly volume: number; readonly cost: Amount },
  ticks: number,
): Amount {
  const lot = { lots: held.volume, ticks };
  return isValueUp(contract, held.side)
    ? minus(amountAt(contract, lot), held.cost)
    : minus(held.cost, amountAt(contract, lot, "up"));
}

/** FUT-VALUE-5: ceil(value ÷ leverage). */
export function marginAmountAt(
  contract: Contract,
  lot: PricedLots,
  { leverage }: { readonly leverage: number },
): Amount {
  const { ticks } = lot;
  const top = smallTopOf(contract, lot);
  const small = mulDivSmall(top, 1, smallBottomOf(contract, ticks) * leverage, "up");
  if (small >= 0) return small;
  return divUp(topOf(contract, lot), bottomOf(contract, ticks) * bigFrom(leverage));
}

/** value × rate, rounded once, for a rate in 10^-8. */
export function shareAmountAt(
  contract: Contract,
  lot: PricedLots,
  rate: number,
  rounding: Rounding,
): Amount {
  const bottom = smallBottomOf(contract, lot.ticks) * RATE_ONE;
  const small = mulDivSmall(smallTopOf(contract, lot), rate, bottom, rounding);
  if (small >= 0) return small;
  const part = topOf(contract, lot) * bigFrom(rate);
  return dividedBig(part, bottomOf(contract, lot.ticks) * RATE_ONE_BIG, rounding);
}
