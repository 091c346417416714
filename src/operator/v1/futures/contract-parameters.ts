/**
 * What the operator may say about a contract, and what the engine's refusal means for it. The names are
 * those of the futures API and of the rulebook. Rules OPER-FUT-1, OPER-FUT-6.
 */

import { told } from "../../../contract/field.ts";
import { readWhole, WHOLE_SHAPE, whole } from "../../../contract/forms.ts";
import { type Form, optional, required, type ValuesOf } from "../../../contract/parameter.ts";
import { bound, decimals, magnitude, name, rate, wordOf } from "../forms.ts";
import { tiers } from "./tiers.ts";

export const TRIGGER_SOURCE = { LAST: "last", MARK: "mark" } as const;

/** The longest that a condition order may wait: ten years. */
const TTL_MS_MAX = 3_650 * 86_400_000;

const timeToLive: Form<number> = {
  name: `time in ms, at most ${TTL_MS_MAX}`,
  shape: { ...WHOLE_SHAPE, maximum: TTL_MS_MAX },
  read(given) {
    const ms = readWhole(given);
    return ms === undefined || ms > TTL_MS_MAX ? undefined : ms;
  },
};

/** A rule that is not given has its default when a contract is listed, and stays as it is at a change. */
function rule<T>(form: Form<T>, says: string, usual: string) {
  return optional(told(form, { description: `${says}. A new contract has ${usual} without it.` }));
}

/** FUT-CONTRACT-2: what may change while a contract is traded. */
export const RULE_PARAMETERS = {
  minOrderVolume: rule(whole, "Fewest contracts of an order", "1"),
  maxMarketVolume: rule(whole, "Most contracts of a market order", "1000000"),
  maxLimitVolume: rule(whole, "Most contracts of a limit order", "10000000"),
  minOrderMoney: rule(magnitude, "Smallest value of an order, in the margin coin", "0"),
  maxMarketMoney: rule(magnitude, "Largest value of a market order", "the largest tier's value"),
  maxLimitMoney: rule(magnitude, "Largest value of a limit order", "the largest tier's value"),
  maxValidOrder: rule(whole, "Open and waiting orders that a user may have", "200"),
  openMakerFeeRate: rule(rate, "Fee of makers who open, may be negative", "0.0002"),
  openTakerFeeRate: rule(rate, "Fee of takers who open", "0.0004"),
  closeMakerFeeRate: rule(rate, "Fee of makers who close, may be negative", "0.0002"),
  closeTakerFeeRate: rule(rate, "Fee of takers who close", "0.0004"),
  maxFeeRate: rule(bound, "Closing fee that risk counts on", "the fee of takers who close"),
  tiers: rule(tiers, "Risk tiers, the smallest positions first", "five usual ones"),
  defaultLeverage: rule(whole, "Leverage of a user who chose none", "20"),
  priceRange: rule(bound, "How far from the mark an order may trade", "0.1"),
  unwindRange: rule(bound, "How far from the mark a liquidation may trade at a loss", "0.02"),
  stpMode: rule(
    wordOf("EXPIRE_TAKER", "NONE"),
    "What becomes of an order that meets one's own",
    "EXPIRE_TAKER",
  ),
  fundingIntervalHours: rule(whole, "Hours between two fundings", "8"),
  interestRate: rule(rate, "Interest part of a funding", "0.0001"),
  clamp: rule(bound, "How far interest may pull the rate from the premium", "0.0005"),
  impactNotional: rule(
    magnitude,
    "Value whose price the premium asks, in the quote",
    "200 times the highest leverage",
  ),
  settlementIntervalHours: rule(whole, "Hours between two settlements, 0 for never", "0"),
  triggerPriceSource: rule(wordOf("LAST", "MARK"), "What triggers condition orders", "LAST"),
  conditionTtlMs: rule(timeToLive, "How long a condition order may wait, in ms", "14 days"),
};

export const CONTRACT_PARAMETERS = {
  name: required(
    told(name, { description: "Its name TYPE-BASE-QUOTE, like E-BTC-USDT, for ever." }),
  ),
  kind: optional(
    told(wordOf("linear", "inverse"), {
      description: "Linear without it where the quote is an asset here, and else inverse.",
    }),
  ),
  multiplier: optional(
    told(magnitude, {
      description:
        "Face value of one contract, in the base (linear) or the quote (inverse); by the index without it.",
    }),
  ),
  pricePrecision: optional(
    told(decimals, { description: "Decimals of its prices; by the index without it." }),
  ),
  ...RULE_PARAMETERS,
};

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
