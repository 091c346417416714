/**
 * The roundings of the rulebook, each named by its direction. All work on whole numbers: the
 * product first, then one division, so that only one rounding ever happens. Rules NUM-ROUND-1 to
 * NUM-ROUND-4.
 */
import { assert } from "../base/assert.ts";

export type Rounding = "up" | "down";

/** a × b ÷ divisor, toward plus ("up") or minus ("down") infinity. */
export function mulDiv(a: bigint, b: bigint, divisor: bigint, rounding: Rounding): bigint {
  assert(divisor > 0n, "the divisor is positive");
  const product = a * b;
  const truncated = product / divisor;
  if (truncated * divisor === product) return truncated;
  if (rounding === "up") return product > 0n ? truncated + 1n : truncated;
  return product < 0n ? truncated - 1n : truncated;
}

/** numerator ÷ divisor, toward plus infinity, of numbers that are not below zero. */
export function divUp(numerator: bigint, divisor: bigint): bigint {
  const truncated = numerator / divisor;
  return truncated * divisor === numerator ? truncated : truncated + 1n;
}

/** numerator ÷ divisor, half away from zero: for prices that are only shown (NUM-ROUND-4). */
export function divHalfUp(numerator: bigint, divisor: bigint): bigint {
  assert(divisor > 0n, "the divisor is positive");
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size + divisor) / (2n * divisor);
  return numerator < 0n ? -rounded : rounded;
}
