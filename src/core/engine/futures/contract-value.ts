/**
 * The value of contracts, and what follows from it: profit, margin, maintenance. A value is an
 * exact fraction, top ÷ bottom, in units of the margin coin: linear volume × ticks × unit, inverse
 * volume × unit ÷ ticks. It is rounded only here, each time in one direction. Rules FUT-VALUE-1 to
 * FUT-VALUE-6.
 */
import { type Amount, bigOf } from "../../money/amount.ts";
import type { PartialClose } from "../../money/cost.ts";
import { tenTo } from "../../money/decimal.ts";
import { divHalfUp } from "../../money/rounding.ts";
import type { Contract, Tier } from "../catalogue/contract.ts";
import type { Side } from "../orders/order.ts";
import {
  amountAt,
  bottomOf,
  isValueUp,
  marginAmountAt,
  type PricedLots,
  profitAmountAt,
  shareAmountAt,
  smallBottomOf,
  smallTopOf,
  topOf,
} from "./contract-amount.ts";
import type { Position } from "./futures-state.ts";
import { COST } from "./position.ts";

export { bottomOf, isValueUp, type PricedLots, topOf };

/** FUT-VALUE-1, FUT-VALUE-2: exact, or cut once; both sides of a trade use this number. */
export function valueAt(contract: Contract, lot: PricedLots): bigint {
  return bigOf(amountAt(contract, lot));
}

/** The same, rounded up: for what a user must have. */
export function valueUpAt(contract: Contract, lot: PricedLots): bigint {
  return bigOf(amountAt(contract, lot, "up"));
}

/** FUT-VALUE-3: whether the profit grows with the value: of linear longs and inverse shorts. */
export function profitIsOf({ kind }: Contract, side: Side): PartialClose["profitIs"] {
  return (kind === "linear") === (side === "buy") ? "value_minus_cost" : "cost_minus_value";
}

/** FUT-VALUE-4: what a position would bring at a price beyond its cost; rounded down. */
export function profitAt(
  contract: Contract,
  held: { side: Side; volume: number; cost: bigint },
  ticks: number,
): bigint {
  return bigOf(profitAmountAt(contract, held, ticks));
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
  terms: { readonly leverage: number },
): bigint {
  return bigOf(marginAmountAt(contract, lot, terms));
}

/** ceil(value × rate), for a rate in 10^-8. */
export function shareUpAt(contract: Contract, lot: PricedLots, rate: number): bigint {
  return bigOf(shareAmountAt(contract, lot, rate, "up"));
}

/** floor(value × rate). */
export function shareDownAt(contract: Contract, lot: PricedLots, rate: number): bigint {
  return bigOf(shareAmountAt(contract, lot, rate, "down"));
}

/** FUT-RISK-1: the first tier that reaches so far, above the last the last; counted from 0. */
export function tierAt(contract: Contract, lot: PricedLots): number {
  const small = smallTopOf(contract, lot);
  return small >= 0 ? smallTierAt(contract, small, lot.ticks) : farTierAt(contract, lot);
}

/** A product of an end is exact, or it is rounded and then beyond every safe number, as it is itself. */
function smallTierAt(contract: Contract, top: number, ticks: number): number {
  const { tierEnds } = contract;
  const bottom = smallBottomOf(contract, ticks);
  let at = 0;
  while (at < tierEnds.length - 1 && top > (tierEnds[at] as number) * bottom) at++;
  return at;
}

function farTierAt(contract: Contract, lot: PricedLots): number {
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
  readonly unrealized: Amount;
  readonly maintenance: Amount;
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
  const { side, volume } = position;
  const cost = position.amount(COST);
  const unrealized = profitAmountAt(contract, { side, volume, cost }, mark);
  const maintenance = shareAmountAt(contract, lot, rate, "up");
  return { position, unrealized, maintenance, tier, rate };
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

/** FUT-CHECK-16: whether it is not more than may be held at a leverage. */
export function isWithinTiers(contract: Contract, leverage: number, value: Amount): boolean {
  if (typeof value === "bigint") return value <= valueMaxFor(contract, leverage);
  const { tiers, tierEnds } = contract;
  for (let at = 0; at < tiers.length; at++) {
    if ((tiers[at] as Tier).leverageMax >= leverage && value <= (tierEnds[at] as number))
      return true;
  }
  return value <= 0;
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
