/** What the operator says about a contract as its handlers read it, and what the engine's refusals mean for it. Rules OPER-FUT-1, OPER-FUT-6. */
import type { RULE_PARAMETERS } from "../../../../contract/operator/futures/contract-rules.ts";
import type { CONTRACT_PARAMETERS } from "../../../../contract/operator/futures/contracts.ts";
import type { ValuesOf } from "../../../../contract/parameter.ts";

export const TRIGGER_SOURCE = { LAST: "last", MARK: "mark" } as const;

export type RuleValues = ValuesOf<typeof RULE_PARAMETERS>;
export type ContractValues = ValuesOf<typeof CONTRACT_PARAMETERS>;

/** What the engine's reasons mean for a contract. */
export const OWN_WORDS = {
  asset_not_found: "A contract needs two different assets.",
  name_malformed: "A contract's name is TYPE-BASE-QUOTE, of A-Z and 0-9, like E-BTC-USDT.",
  precision_too_fine: [
    "A price has at most 8 decimals. The decimals of a linear multiplier and of the price",
    "together must fit the margin coin's scale, those of an inverse multiplier less the price's.",
  ].join(" "),
  rate_out_of_range: [
    "A rate is below 1, and only a maker's fee and the interest may be negative, above -1.",
    "The priceRange is above 0.",
  ].join(" "),
  rules_contradict: [
    "A minimum is above its maximum, or something is 0 that must not be.",
    "Hours are 1, 2, 3, 4, 6, 8, 12 or 24; only settlementIntervalHours may be 0.",
  ].join(" "),
};
