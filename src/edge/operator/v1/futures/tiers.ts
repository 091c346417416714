/**
 * The risk tiers of a contract (FUT-RISK-1) in the operator's words: up to which value of a
 * position, at which leverage, and what must be kept. Rule OPER-FUT-1.
 */

import type { AskedTier } from "../../../../contract/operator/futures/tiers.ts";
import { formatRate } from "../../../../contract/operator/usual.ts";
import type { Tier } from "../../../../core/engine/catalogue/contract.ts";
import { formatUnits } from "../../../../core/money/decimal.ts";
import { unitsFor } from "../pair-rules.ts";

/** The values are in the margin coin, which has so many decimals. */
export function toTiers(asked: readonly AskedTier[], scale: number): readonly Tier[] {
  return asked.map(({ maxPositionValue, maxLeverage, keepRate }, at) => ({
    valueMax: unitsFor(`tiers[${at}].maxPositionValue`, maxPositionValue, scale),
    leverageMax: maxLeverage,
    maintenanceRate: keepRate,
  }));
}

export function sayTier({ valueMax, leverageMax, maintenanceRate }: Tier, scale: number) {
  return {
    maxPositionValue: formatUnits(valueMax, scale),
    maxLeverage: leverageMax,
    keepRate: formatRate(maintenanceRate),
  };
}

/** The value up to which a position may grow. */
export function largestValueOf(all: readonly Tier[]): bigint {
  return all.reduce((largest, { valueMax }) => (valueMax > largest ? valueMax : largest), 0n);
}
