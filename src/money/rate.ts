/**
 * Rates (fees, bands) are whole numbers of 10^-8: at most 8 decimals, rule NUM-RATE-1. They are
 * compared by cross-multiplication, never by division.
 */
import { stepsOf, TOO_LARGE, TOO_PRECISE } from "./decimal.ts";

export const RATE_DECIMALS = 8;
export const RATE_ONE = 100_000_000;
export const RATE_ONE_BIG = 100_000_000n;

/** A rate from its text, `-0.0001` included; undefined with more than 8 decimals (NUM-RATE-1). */
export function parseRate(written: string): number | undefined {
  const isNegative = written.startsWith("-");
  const steps = stepsOf(isNegative ? written.slice(1) : written, RATE_DECIMALS);
  if (steps === TOO_PRECISE || steps === TOO_LARGE) return undefined;
  return isNegative ? 0 - steps : steps;
}

/** True when `value` <= `reference` × `rate`, for whole numbers below 2^53 of any size. */
export function isAtMostTimes(value: number, reference: number, rate: number): boolean {
  const left = value * RATE_ONE;
  const right = reference * rate;
  if (left <= Number.MAX_SAFE_INTEGER && right <= Number.MAX_SAFE_INTEGER) return left <= right;
  return BigInt(value) * RATE_ONE_BIG <= BigInt(reference) * BigInt(rate);
}

/** True when `value` >= `reference` × `rate`. */
export function isAtLeastTimes(value: number, reference: number, rate: number): boolean {
  const left = value * RATE_ONE;
  const right = reference * rate;
  if (left <= Number.MAX_SAFE_INTEGER && right <= Number.MAX_SAFE_INTEGER) return left >= right;
  return BigInt(value) * RATE_ONE_BIG >= BigInt(reference) * BigInt(rate);
}
