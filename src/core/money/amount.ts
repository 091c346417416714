/**
 * Units of an asset where most amounts are small: a number as long as it is exact, a bigint beyond. The two are
 * compared by `<` and `>=` as they are; equal amounts below 2^53 may come as either, so `===` is for bigints made
 * by `bigOf`. Always exact. Rule NUM-ROUND-1.
 */
import { bigFrom, numberFrom } from "./product.ts";

export type Amount = number | bigint;

const MOST = Number.MAX_SAFE_INTEGER;
const MOST_BIG = BigInt(MOST);

export function bigOf(amount: Amount): bigint {
  return typeof amount === "bigint" ? amount : bigFrom(amount);
}

/** The same amount, as a number if it is exact. */
export function amountOf(value: bigint): Amount {
  // Bigints are compared with bigints: with numbers it is several times as slow.
  return value <= MOST_BIG && value >= -MOST_BIG ? numberFrom(value) : value;
}

/** Rounding keeps order: a result that looks no larger than 2^53 - 1 is no larger, and exact. */
function isExact(result: number): boolean {
  return result <= MOST && result >= -MOST;
}

export function plus(one: Amount, other: Amount): Amount {
  if (typeof one === "number" && typeof other === "number") {
    const sum = one + other;
    if (isExact(sum)) return sum;
  }
  return bigOf(one) + bigOf(other);
}

export function minus(one: Amount, other: Amount): Amount {
  if (typeof one === "number" && typeof other === "number") {
    const rest = one - other;
    if (isExact(rest)) return rest;
  }
  return bigOf(one) - bigOf(other);
}

export function times(one: Amount, other: Amount): Amount {
  if (typeof one === "number" && typeof other === "number") {
    const product = one * other;
    if (isExact(product)) return product;
  }
  return bigOf(one) * bigOf(other);
}

/** one ÷ divisor, toward minus infinity, of an amount that is not below zero and a whole number above it. */
export function dividedDown(one: Amount, divisor: number): Amount {
  if (typeof one === "number") return Math.floor(one / divisor);
  return one / bigFrom(divisor);
}

export function lesser(one: Amount, other: Amount): Amount {
  return one > other ? other : one;
}
