/**
 * a × b ÷ divisor of whole numbers, rounded once, without a bigint: several times as fast, and exact. A product above 2^53
 * is kept as two numbers, what it is rounded to and what that lacks, so that the remainder of the division is
 * known to the unit. Rules NUM-ROUND-1 to NUM-ROUND-3.
 */
import type { Rounding } from "./rounding.ts";

/** A quotient so small is missed by less than one, and a remainder of so small a divisor is a safe number. */
const SMALL = 2 ** 51;

/**
 * For whole numbers from 0 to 2^53 - 1, and a divisor above 0. NaN where a divisor or a quotient above 2^51 makes numbers
 * unsafe, and where NaN is given: then `mulDiv` of bigints tells.
 */
export function mulDivSmall(a: number, b: number, divisor: number, rounding: Rounding): number {
  const product = a * b;
  let quotient = Math.floor(product / divisor);
  if (!(quotient < SMALL && divisor <= SMALL)) return Number.NaN;
  const back = quotient * divisor;
  let rest = product - back;
  if (product > Number.MAX_SAFE_INTEGER) {
    rest += lackOf(a, b, product) - lackOf(quotient, divisor, back);
    // The quotient of a rounded product may be one too large or too small.
    if (rest < 0) {
      quotient -= 1;
      rest += divisor;
    } else if (rest >= divisor) {
      quotient += 1;
      rest -= divisor;
    }
  }
  return rounding === "up" && rest !== 0 ? quotient + 1 : quotient;
}

const HALVER = 2 ** 27 + 1;

/** a × b less the number that it is rounded to: exact, since products of halves have at most 53 bits (Dekker, 1971). */
function lackOf(a: number, b: number, rounded: number): number {
  const aHigh = a * HALVER - (a * HALVER - a);
  const bHigh = b * HALVER - (b * HALVER - b);
  const aLow = a - aHigh;
  const bLow = b - bHigh;
  return aHigh * bHigh - rounded + aHigh * bLow + aLow * bHigh + aLow * bLow;
}
