/**
 * Rates (fees, bands) are whole numbers of 10^-8: at most 8 decimals, rule NUM-RATE-1. They are
 * compared by cross-multiplication, never by division. Interest is charged by the hour in finer
 * steps, rule NUM-RATE-2.
 */
import { present } from "../base/assert.ts";
import {
  type DecimalText,
  DIGITS_MAX,
  stepsOf,
  TOO_LARGE,
  TOO_PRECISE,
  tenTo,
  unitsOf,
} from "./decimal.ts";

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

const HOURS_A_DAY = 24n;

/**
 * NUM-RATE-2: what a daily rate is by the hour, in steps of 10^-decimals: a 24th of it, cut there.
 * No decimal has more than 40 digits behind the point (NUM-DEC-2), so all of them are divided.
 */
export function hourlyOf(daily: DecimalText, decimals: number): bigint {
  const whole = present(unitsOf(daily, DIGITS_MAX), "a decimal of at most 40 digits");
  return whole / (HOURS_A_DAY * tenTo(DIGITS_MAX - decimals));
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
