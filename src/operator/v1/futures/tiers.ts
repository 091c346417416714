/**
 * The risk tiers of a contract (FUT-RISK-1) in the operator's words: up to which value of a
 * position, at which leverage, and what must be kept. Rule OPER-FUT-1.
 */

import { told } from "../../../contract/field.ts";
import { refuseUnknown } from "../../../contract/field-names.ts";
import { whole } from "../../../contract/forms.ts";
import { listOf, objectOf } from "../../../contract/list-forms.ts";
import { type Form, required, type ValuesOf } from "../../../contract/parameter.ts";
import type { Tier } from "../../../engine/catalogue/contract.ts";
import { formatUnits } from "../../../money/decimal.ts";
import { bound, magnitude } from "../forms.ts";
import { formatRate, unitsFor } from "../pair-rules.ts";

const TIER = {
  maxPositionValue: required(
    told(magnitude, { description: "Up to which value of a position, in the margin coin." }),
  ),
  maxLeverage: required(told(whole, { description: "Highest leverage there." })),
  keepRate: required(told(bound, { description: "Maintenance rate there." })),
};

type Asked = ValuesOf<typeof TIER>;

/** More than any contract has; the engine checks how many there may be. */
const TIERS_MAX = 100;

export const tiers: Form<readonly Asked[]> = listOf(objectOf(TIER, refuseUnknown), TIERS_MAX);

/** The values are in the margin coin, which has so many decimals. */
export function toTiers(asked: readonly Asked[], scale: number): readonly Tier[] {
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
