/**
 * What a position is worth at a newer mark than the one it was told with, by the engine's own formulas
 * (FUT-VALUE-4), so that a list of positions moves with the market between two messages about them; and
 * the exact cost of a position whose profit is told, while its average price is rounded.
 */

import type { Contract } from "../../engine/catalogue/contract.ts";
import { profitAt, valueAt, valueUpAt } from "../../engine/futures/contract-value.ts";
import type { Side } from "../../engine/orders/order.ts";
import { emptyState } from "../../engine/state.ts";
import { formatUnits, stepsOf } from "../../money/decimal.ts";
import { type ContractTerms, enterContractTerms, moneyOf } from "../market-terms.ts";

export interface Appraised {
  readonly unrealized: string;
  readonly value: string;
}

/** A position at the mark it was told with. */
export interface ToldPosition {
  readonly side: Side;
  readonly volume: string;
  readonly mark: string;
  readonly unrealized: string;
  /** Its value; what it cost while there is no mark. */
  readonly value: string;
}

/** Undefined while there is no mark. */
export function appraisePosition(
  terms: ContractTerms,
  told: ToldPosition,
  mark: string,
): Appraised | undefined {
  const contract = contractOf(terms);
  const ticks = stepsOf(mark, contract.pricePrecision);
  if (ticks <= 0) return undefined;
  const { side } = told;
  const volume = Number(told.volume);
  const cost = costOf(contract, told);
  return {
    unrealized: formatUnits(profitAt(contract, { side, volume, cost }, ticks), contract.scale),
    value: formatUnits(valueAt(contract, { lots: volume, ticks }), contract.scale),
  };
}

/** What the contracts of a position cost, exactly: its value at the mark, less its profit there. */
export function costBehind(terms: ContractTerms, told: ToldPosition): string {
  const contract = contractOf(terms);
  return formatUnits(costOf(contract, told), contract.scale);
}

function contractOf(terms: ContractTerms): Contract {
  return enterContractTerms(emptyState().catalogue, terms);
}

function costOf(contract: Contract, { side, volume, mark, unrealized, value }: ToldPosition) {
  const ticks = Math.max(stepsOf(mark, contract.pricePrecision), 0);
  if (ticks === 0) return moneyOf(value, contract.scale);
  const lot = { lots: Number(volume), ticks };
  const profit = moneyOf(unrealized, contract.scale);
  // Profit at no cost tells which way it counts, and how the value is rounded.
  const atNoCost = profitAt(contract, { side, volume: lot.lots, cost: 0n }, ticks);
  return atNoCost >= 0n ? valueAt(contract, lot) - profit : valueUpAt(contract, lot) + profit;
}
