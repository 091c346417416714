/**
 * The value of contracts, and what follows from it: profit, margin, maintenance. A value is an
 * exact fraction, top ÷ bottom, in units of the margin coin: linear volume × ticks × unit, inverse
 * volume × unit ÷ ticks. It is rounded only here, each time in one direction. Rules FUT-VALUE-1 to
 * FUT-VALUE-6.
 */
import type { PartialClose } from "../../money/cost.ts";
import { tenTo } from "../../money/decimal.ts";
import { mulDivSmall } from "../../money/mul-div.ts";
import { bigFrom, productOf } from "../../money/product.ts";
import { RATE_ONE, RATE_ONE_BIG } from "../../money/rate.ts";
import { divHalfUp, divUp, type Rounding } from "../../money/rounding.ts";
import type { Contract, Tier } from "../catalogue/contract.ts";
import type { Side } from "../orders/order.ts";
import type { Position } from "./futures-state.ts";

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

/** The same as a number; NaN when it is no safe one. Most are, and what follows from them is quickly worked out. */
function smallTopOf({ kind, unitNumber }: Contract, { lots, ticks }: PricedLots): number {
  const top = (kind === "linear" ? lots * ticks : lots) * unitNumber;
  return top <= Number.MAX_SAFE_INTEGER ? top : Number.NaN;
}

function smallBottomOf({ kind }: Contract, ticks: number): number {
  return kind === "linear" ? 1 : ticks;
}

export function bottomOf({ kind }: Contract, ticks: number): bigint {
  return kind === "linear" ? 1n : bigFrom(ticks);
}

/** FUT-VALUE-1, FUT-VALUE-2: exact, or cut once; both sides of a trade use this number. */
export function valueAt(contract: Contract, lot: PricedLots): bigint {
  if (contract.kind === "linear") return topOf(contract, lot);
  const small = mulDivSmall(smallTopOf(contract, lot), 1, lot.ticks, "down");
  return small >= 0 ? bigFrom(small) : topOf(contract, lot) / bigFrom(lot.ticks);
}

/** The same, rounded up: for what a user must have. */
export function valueUpAt(contract: Contract, lot: PricedLots): bigint {
  if (contract.kind === "linear") return topOf(contract, lot);
  const small = mulDivSmall(smallTopOf(contract, lot), 1, lot.ticks, "up");
  return small >= 0 ? bigFrom(small) : divUp(topOf(contract, lot), bigFrom(lot.ticks));
}

/** FUT-VALUE-3: whether the profit grows with the value: of linear longs and inverse shorts. */
export function profitIsOf({ kind }: Contract, side: Side): PartialClose["profitIs"] {
  return (kind === "linear") === (side === "buy") ? "value_minus_cost" : "cost_minus_value";
}

export function isValueUp({ kind }: Contract, side: Side): boolean {
  return (kind === "linear") === (side === "buy");
}

/** FUT-VALUE-4: what a position would bring at a price beyond its cost; rounded down. */
export function profitAt(
  contract: Contract,
  held: { side: Side; volume: number; cost: bigint },
  ticks: number,
): bigint {
  const lot = { lots: held.volume, ticks };
  return isValueUp(contract, held.side)
    ? valueAt(contract, lot) - held.cost
    : held.cost - valueUpAt(contract, lot);
}

/** unRealizedAmount: at the mark; 0 while there is none. */
export function unrealizedOf(position: Position): bigint {
  const { contract, mark } = position.contractAccount.market;
  return mark === 0 ? 0n : profitAt(contract, position, mark);
}

/** FUT-VALUE-5: ceil(value ÷ leverage). */
export function marginNeededAt(
  contract: Contract,
  lot: PricedLots,
  { leverage }: { readonly leverage: number },
): bigint {
  const { ticks } = lot;
  const top = smallTopOf(contract, lot);
  const small = mulDivSmall(top, 1, smallBottomOf(contract, ticks) * leverage, "up");
  if (small >= 0) return bigFrom(small);
  return divUp(topOf(contract, lot), bottomOf(contract, ticks) * bigFrom(leverage));
}

/** ceil(value × rate), for a rate in 10^-8. */
export function shareUpAt(contract: Contract, lot: PricedLots, rate: number): bigint {
  const small = smallShareAt(contract, lot, rate, "up");
  if (small >= 0) return bigFrom(small);
  const part = topOf(contract, lot) * bigFrom(rate);
  return divUp(part, bottomOf(contract, lot.ticks) * RATE_ONE_BIG);
}

function smallShareAt(
  contract: Contract,
  lot: PricedLots,
  rate: number,
  rounding: Rounding,
): number {
  const bottom = smallBottomOf(contract, lot.ticks) * RATE_ONE;
  return mulDivSmall(smallTopOf(contract, lot), rate, bottom, rounding);
}

/** floor(value × rate). */
export function shareDownAt(contract: Contract, lot: PricedLots, rate: number): bigint {
  const small = smallShareAt(contract, lot, rate, "down");
  if (small >= 0) return bigFrom(small);
  return (topOf(contract, lot) * bigFrom(rate)) / (bottomOf(contract, lot.ticks) * RATE_ONE_BIG);
}

/** FUT-RISK-1: the first tier that reaches so far, above the last the last; counted from 0. */
export function tierAt(contract: Contract, lot: PricedLots): number {
  const { tiers } = contract;
  const top = topOf(contract, lot);
  const bottom = bottomOf(contract, lot.ticks);
  let at = 0;
  while (at < tiers.length - 1 && top > (tiers[at] as Tier).valueMax * bottom) at++;
  return at;
}

/** The same for a value in units of the margin coin. */
export function tierOfValue({ tiers }: Contract, value: bigint): number {
  let at = 0;
  while (at < tiers.length - 1 && value > (tiers[at] as Tier).valueMax) at++;
  return at;
}

/** FUT-RISK-2: ceil(value × (maintenanceRate + maxFeeRate)), by the rate of the tier of the whole value. */
export function maintenanceAt(contract: Contract, lot: PricedLots): bigint {
  return shareUpAt(contract, lot, riskRateAt(contract, lot));
}

/** Maintenance rate + maxFeeRate. */
export function riskRateAt(contract: Contract, lot: PricedLots): number {
  return (contract.tiers[tierAt(contract, lot)] as Tier).maintenanceRate + contract.maxFeeRate;
}

/** The numbers by which the risk of one position is assessed at the mark, worked out once. */
export interface Appraisal {
  readonly position: Position;
  readonly unrealized: bigint;
  readonly maintenance: bigint;
  /** Counted from 0. */
  readonly tier: number;
  /** Maintenance rate + maxFeeRate of that tier. */
  readonly rate: number;
}

/** The numbers of `unrealizedOf` and `maintenanceOf`, where there is a mark. */
export function appraise(position: Position): Appraisal {
  const { contract, mark } = position.contractAccount.market;
  const lot = { lots: position.volume, ticks: mark };
  const tier = tierAt(contract, lot);
  const rate = (contract.tiers[tier] as Tier).maintenanceRate + contract.maxFeeRate;
  const unrealized = profitAt(contract, position, mark);
  return { position, unrealized, maintenance: shareUpAt(contract, lot, rate), tier, rate };
}

export function maintenanceOf(position: Position): bigint {
  const { contract, mark } = position.contractAccount.market;
  return mark === 0 ? 0n : maintenanceAt(contract, { lots: position.volume, ticks: mark });
}

/** FUT-CHECK-16: how much may be held at a leverage; 0 if no tier allows so much. */
export function valueMaxFor({ tiers }: Contract, leverage: number): bigint {
  let most = 0n;
  for (const { valueMax, leverageMax } of tiers) {
    if (leverageMax >= leverage && valueMax > most) most = valueMax;
  }
  return most;
}

const SHOWN = 8;

/** FUT-VALUE-6: the average price behind a value, half-up at 8 decimals, for display only. */
export function averagePriceOf(contract: Contract, value: bigint, volume: bigint): bigint {
  const { kind, pricePrecision, unit } = contract;
  if (volume === 0n || value <= 0n) return 0n;
  const shown = tenTo(SHOWN - pricePrecision);
  return kind === "linear"
    ? divHalfUp(value * shown, volume * unit)
    : divHalfUp(volume * unit * shown, value);
}
