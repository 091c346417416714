/** Contracts as lines for people: one with all its rules, or many below each other. */
import type { ValueOf } from "../../../contract/field.ts";
import type {
  CONTRACT,
  LISTED_CONTRACT,
} from "../../../contract/operator/futures/contract-fields.ts";
import type { TIER } from "../../../contract/operator/futures/tiers.ts";
import { align, lengthOf } from "../../terminal/layout.ts";

export type ShownContract = ValueOf<typeof CONTRACT>;
export type ShownListing = ValueOf<typeof LISTED_CONTRACT>;

/** Everything the server said of a contract, below each other; its tiers last. */
export function rowsOfRules({ name, tiers, conditionTtlMs, ...rules }: ShownContract): string[] {
  const rows = Object.entries(rules).map(([rule, value]) => [`  ${rule}`, sayRule(rule, value)]);
  const days = ["  conditionTtl", lengthOf(conditionTtlMs)];
  return align([...rows, days, ...tiers.map((tier, at) => [`  tier ${at + 1}`, sayTier(tier)])]);
}

/** OPER-FUT-3: the rate that the interval would have if it ended now is another; the public API shows that. */
function sayRule(rule: string, value: unknown): string {
  return rule === "fundingRate" ? `${value}, at the last funding` : `${value}`;
}

function sayTier({ maxPositionValue, maxLeverage, keepRate }: ValueOf<typeof TIER>): string {
  return `up to ${maxPositionValue}: leverage ${maxLeverage}, keepRate ${keepRate}`;
}

const TITLES = [
  ...["NAME", "STATUS", "KIND", "COIN", "LAST", "MARK", "INDEX", "LAST FUNDING", "OPEN INTEREST"],
];

export function rowsOfAll(contracts: readonly ShownListing[]): string[] {
  return align([TITLES, ...contracts.map(rowOf)]);
}

function rowOf(contract: ShownListing): string[] {
  const { name, status, kind, marginCoin, fundingRate, openInterest } = contract;
  const { lastPrice = "-", markPrice = "-", indexPrice = "-" } = contract;
  const prices = [lastPrice, markPrice, indexPrice];
  return [name, status, kind, marginCoin, ...prices, fundingRate, openInterest];
}
