/**
 * What the operator may say about a contract, and what the engine's no means to it. The names are
 * those of the futures API and of the rulebook. Rules OPER-FUT-1, OPER-FUT-6.
 */
import { type Form, optional, required, type ValuesOf } from "../../../http/dialect/endpoint.ts";
import { readWhole, WHOLE_SHAPE, whole } from "../../../http/dialect/forms.ts";
import { bound, decimals, magnitude, name, rate, wordOf } from "../forms.ts";
import { tiers } from "./tiers.ts";

export const TRIGGER_SOURCE = { LAST: "last", MARK: "mark" } as const;

/** What a condition order may wait at most: ten years. */
const TTL_MS_MAX = 3_650 * 86_400_000;

const timeToLive: Form<number> = {
  name: `time in ms, at most ${TTL_MS_MAX}`,
  shape: { ...WHOLE_SHAPE, maximum: TTL_MS_MAX },
  read(given) {
    const ms = readWhole(given);
    return ms === undefined || ms > TTL_MS_MAX ? undefined : ms;
  },
};

/** FUT-CONTRACT-2: what may change while a contract is traded. */
export const RULE_PARAMETERS = {
  minOrderVolume: optional(whole),
  maxMarketVolume: optional(whole),
  maxLimitVolume: optional(whole),
  minOrderMoney: optional(magnitude),
  maxMarketMoney: optional(magnitude),
  maxLimitMoney: optional(magnitude),
  maxValidOrder: optional(whole),
  openMakerFeeRate: optional(rate),
  openTakerFeeRate: optional(rate),
  closeMakerFeeRate: optional(rate),
  closeTakerFeeRate: optional(rate),
  maxFeeRate: optional(bound),
  tiers: optional(tiers),
  defaultLeverage: optional(whole),
  priceRange: optional(bound),
  unwindRange: optional(bound),
  stpMode: optional(wordOf("EXPIRE_TAKER", "NONE")),
  fundingIntervalHours: optional(whole),
  interestRate: optional(rate),
  clamp: optional(bound),
  impactNotional: optional(magnitude),
  settlementIntervalHours: optional(whole),
  triggerPriceSource: optional(wordOf("LAST", "MARK")),
  conditionTtlMs: optional(timeToLive),
};

export const CONTRACT_PARAMETERS = {
  name: required(name),
  kind: optional(wordOf("linear", "inverse")),
  multiplier: optional(magnitude),
  pricePrecision: optional(decimals),
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
