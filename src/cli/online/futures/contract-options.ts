/**
 * The rules of a contract as options, and how typed values become a request: most
 * values go as they are, some have a shorter form for people. Rules OPER-FUT-1, OPER-FUT-6.
 */
import type { Values } from "../../terminal/command.ts";
import { UsageError } from "../../terminal/usage.ts";

/** The rules that may change, by the names of the API: flag, value, what it is, the default. */
const RULES = {
  minOrderVolume: ["--min-volume", "N", "fewest contracts of an order", "1"],
  maxMarketVolume: ["--max-market-volume", "N", "most contracts of a market order", "1000000"],
  maxLimitVolume: ["--max-limit-volume", "N", "most contracts of a limit order", "10000000"],
  minOrderMoney: ["--min-money", "V", "smallest value of an order", "0"],
  maxMarketMoney: ["--max-market-money", "V", "largest market order", "the largest tier's value"],
  maxLimitMoney: ["--max-limit-money", "V", "largest limit order", "the largest tier's value"],
  maxValidOrder: ["--max-orders", "N", "open and waiting orders of a user", "200"],
  openMakerFeeRate: ["--open-maker-fee", "R", "fee of makers who open, may be negative", "0.0002"],
  openTakerFeeRate: ["--open-taker-fee", "R", "fee of takers who open", "0.0004"],
  closeMakerFeeRate: ["--close-maker-fee", "R", "fee of makers who close, likewise", "0.0002"],
  closeTakerFeeRate: ["--close-taker-fee", "R", "fee of takers who close", "0.0004"],
  maxFeeRate: ["--max-fee", "R", "closing fee that risk counts on", "the close taker fee"],
  defaultLeverage: ["--leverage", "N", "leverage of a user who chose none", "20"],
  priceRange: ["--price-range", "R", "how far from the mark an order may trade", "0.1"],
  unwindRange: ["--unwind-range", "R", "how far from it a liquidation may trade at a loss", "0.02"],
  stpMode: ["--self-trade", "MODE", "expire_taker or none", "expire_taker"],
  fundingIntervalHours: ["--funding-hours", "N", "hours between two fundings", "8"],
  interestRate: ["--interest", "R", "interest part of a funding", "0.0001"],
  clamp: ["--clamp", "R", "how far interest may pull the rate from the premium", "0.0005"],
  impactNotional: ["--impact", "V", "value whose price the premium asks", "200 × highest leverage"],
  settlementIntervalHours: ["--settlement-hours", "N", "hours between settlements, 0 never", "0"],
  triggerPriceSource: ["--trigger", "PRICE", "last or mark: what triggers orders", "last"],
  conditionTtlMs: ["--condition-days", "N", "days that a condition order may wait", "14"],
} as const;

type RuleName = keyof typeof RULES;
type RuleFlag = (typeof RULES)[RuleName][0];

interface Valued {
  readonly value: string;
  readonly says: string;
}

function optionsSaying(
  say: (says: string, usual: string) => string,
): Readonly<Record<RuleFlag, Valued>> {
  const rows = Object.values(RULES).map(([flag, value, says, usual]) => [
    flag,
    { value, says: say(says, usual) },
  ]);
  return Object.fromEntries(rows) as Readonly<Record<RuleFlag, Valued>>;
}

const TIERS = {
  value: "TIERS",
  says: "VALUE:LEVERAGE:KEEPRATE,... of positions: up to which value, how far, what to keep",
} as const;

/** OPER-FUT-6 */
export const ADD_OPTIONS = {
  "--kind": {
    value: "KIND",
    says: "linear or inverse; linear without it where the quote is an asset here",
  },
  "--multiplier": {
    value: "M",
    says: "face value of one contract, in the base (linear) or the quote (inverse); by the index",
  },
  "--price-precision": { value: "N", says: "decimals of its prices; by the index without it" },
  "--tiers": { ...TIERS, says: `${TIERS.says}; five usual ones without it` },
  ...optionsSaying((says, usual) => `${says}; ${usual} without it`),
} as const;

export const SET_OPTIONS = {
  "--tiers": TIERS,
  ...optionsSaying((says) => says),
} as const;

type Rules = Values<[], typeof SET_OPTIONS>;

/** The rules that the server is asked to set; those that were not typed stay out. */
export function rulesFrom(values: Rules): Readonly<Record<string, unknown>> {
  const rules = Object.entries(RULES) as [RuleName, (typeof RULES)[RuleName]][];
  const asked = rules.map(([rule, [flag]]) => [rule, askedFor(rule, values[flag])]);
  return { ...Object.fromEntries(asked), tiers: tiersFrom(values["--tiers"]) };
}

const DAY_MS = 86_400_000;

function askedFor(rule: RuleName, typed: string | undefined): string | number | undefined {
  if (typed === undefined) return undefined;
  if (rule === "stpMode" || rule === "triggerPriceSource") return typed.toUpperCase();
  return rule === "conditionTtlMs" ? daysIn(typed) * DAY_MS : typed;
}

function daysIn(typed: string): number {
  if (/^[0-9]{1,4}$/.test(typed)) return Number(typed);
  throw new UsageError(`--condition-days is a whole number of days, not ${typed}`);
}

/** `100000:50:0.01,1000000:10:0.05`, as the server reads it. */
function tiersFrom(typed: string | undefined) {
  return typed?.split(",").map((tier) => {
    const parts = /^([^:]+):([^:]+):([^:]+)$/.exec(tier);
    if (!parts) throw new UsageError(`a tier is VALUE:LEVERAGE:KEEPRATE, not ${tier}`);
    const [, maxPositionValue, maxLeverage, keepRate] = parts;
    return { maxPositionValue, maxLeverage, keepRate };
  });
}
