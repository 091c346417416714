/** What holds where a parameter is not given, in words that are made from the engine's own constants. */

import { RULES } from "../../core/engine/catalogue/rule-changes.ts";
import { formatSteps, formatUnits } from "../../core/money/decimal.ts";
import { RATE_DECIMALS } from "../../core/money/rate.ts";

/** `0.001`, of a rate in 10^-8. */
export function formatRate(steps: number): string {
  return formatSteps(steps, RATE_DECIMALS);
}

/** `off`, of a bound whose zero is none. */
export function boundText(units: bigint): string {
  return units === 0n ? "off" : formatUnits(units, 0);
}

/** `one step`, of a quantity in steps of its market. */
export function stepsText(steps: number): string {
  if (steps === 1) return "one step";
  return steps === Number.MAX_SAFE_INTEGER ? "2^53 - 1 steps" : `${steps} steps`;
}

/** `5 without it`; `1000 without it, 200 by rules before version 4` where it depends on the rules. */
export function withoutIt(usual: string): string {
  return `${usual} without it`;
}

export function withoutItBy(usualBy: (rules: number) => number): string {
  const told = [withoutIt(`${usualBy(RULES)}`)];
  for (let rules = RULES; rules > 1; rules--) {
    const before = usualBy(rules - 1);
    if (before !== usualBy(rules)) told.push(`${before} by rules before version ${rules}`);
  }
  return told.join(", ");
}

const COUNTS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** `five`, `a hundred` */
export function countText(count: number): string {
  return count === 100 ? "a hundred" : (COUNTS[count] ?? `${count}`);
}

/** `smallest quantity`, of the beginning of a sentence. */
export function inSentence(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
