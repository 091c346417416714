/** The risk tiers of a contract (FUT-RISK-1): how they are sent, told and chosen where none are given. Rules OPER-FUT-1, OPER-FUT-6. */

import { count, decimalText, record, told } from "../../field.ts";
import { refuseUnknown } from "../../field-names.ts";
import { whole } from "../../forms.ts";
import { listOf, objectOf } from "../../list-forms.ts";
import { type Form, required, type ValuesOf } from "../../parameter.ts";
import { bound, magnitude } from "../forms.ts";

const TIER_PARAMETERS = {
  maxPositionValue: required(
    told(magnitude, { description: "Up to which value of a position, in the margin coin." }),
  ),
  maxLeverage: required(told(whole, { description: "Highest leverage there." })),
  keepRate: required(told(bound, { description: "Maintenance rate there." })),
};

export type AskedTier = ValuesOf<typeof TIER_PARAMETERS>;

/** More than any contract has; the engine checks how many there may be. */
const TIERS_MAX = 100;

export const tiers: Form<readonly AskedTier[]> = listOf(
  objectOf(TIER_PARAMETERS, refuseUnknown),
  TIERS_MAX,
);

export const TIER = record({
  maxPositionValue: decimalText("up to which value of a position, in the margin coin"),
  maxLeverage: count("highest leverage there"),
  keepRate: decimalText("maintenance rate there"),
});

/** FUT-RISK-1: up to which value in USDT, at which leverage, and what to keep in 10^-8. */
export const USUAL_TIERS = [
  [500_000n, 100, 500_000],
  [2_000_000n, 50, 1_000_000],
  [10_000_000n, 20, 2_500_000],
  [50_000_000n, 10, 5_000_000],
  [100_000_000n, 5, 10_000_000],
] as const;
