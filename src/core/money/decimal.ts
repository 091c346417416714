/**
 * Decimal text in and out: the only way between what people write and the integers inside.
 *
 * Inside, a price is a whole number of ticks and a quantity a whole number of lots (plain numbers
 * below 2^53), an amount is a bigint of the asset's smallest unit. No binary fraction ever stands
 * between the text and the integer. Rules NUM-DEC-1, NUM-DEC-2, NUM-SCALE-1.
 */
import { assert } from "../base/assert.ts";

/** Plain decimal text: `-?digits[.digits]`, no exponent, no needless zeros. */
export type DecimalText = string;

/** NUM-DEC-2: no more digits than this before or after the point. */
export const DIGITS_MAX = 40;

/** What most figures already are: the plain form, not below zero. */
const PLAIN = /^(?:0|[1-9][0-9]{0,39})(?:\.[0-9]{0,39}[1-9])?$/;
const NUMBER = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,9}))?$/;

const TENS: readonly number[] = Array.from({ length: 16 }, (_, power) =>
  Number(10n ** BigInt(power)),
);

/** What a number of steps may be. */
const MAX_STEPS = BigInt(Number.MAX_SAFE_INTEGER);

const BIG_TENS: readonly bigint[] = Array.from({ length: 64 }, (_, power) => 10n ** BigInt(power));

/** 10^power as a bigint. */
export function tenTo(power: number): bigint {
  return BIG_TENS[power] ?? 10n ** BigInt(power);
}

/**
 * The plain form of any number a request may carry, or undefined if it is none (NUM-DEC-1). The
 * size is found from the exponent, so `1e999999999` costs nothing (NUM-DEC-2).
 */
export function normaliseDecimal(written: string): DecimalText | undefined {
  if (PLAIN.test(written)) return written;
  const match = written.length <= 120 ? NUMBER.exec(written) : null;
  if (!match) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = match;

  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  const decimals = fraction.length - Number(exponent) - (digits.length - significant.length);
  const wholeLength = significant.length - decimals;
  if (decimals > DIGITS_MAX || wholeLength > DIGITS_MAX) return undefined;

  return sign + placePoint(significant, decimals);
}

/** `digits` with the point `decimals` places from its right end; negative appends zeros. */
function placePoint(digits: string, decimals: number): string {
  if (decimals <= 0) return digits + "0".repeat(-decimals);
  const padded = digits.padStart(decimals + 1, "0");
  return `${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}

/** Answers of `stepsOf` that are no number of steps. */
export const TOO_PRECISE = -1;
export const TOO_LARGE = -2;

/**
 * How many steps of 10^-precision a decimal that is not negative has: TOO_PRECISE when it is not a
 * whole number of them, TOO_LARGE from 2^53 on. This is the hot path of every order.
 */
export function stepsOf(decimal: DecimalText, precision: number): number {
  if (decimal.length > 15) return stepsOfLong(decimal, precision);
  let steps = 0;
  let decimals = -1;
  for (let i = 0; i < decimal.length; i++) {
    const code = decimal.charCodeAt(i);
    if (code === 0x2e) {
      decimals = 0;
      continue;
    }
    steps = steps * 10 + (code - 0x30);
    if (decimals >= 0) decimals++;
  }
  const shift = precision - Math.max(decimals, 0);
  if (shift < 0 || shift > 15) return stepsOfLong(decimal, precision);
  const scaled = steps * (TENS[shift] as number);
  return scaled <= Number.MAX_SAFE_INTEGER ? inSmallForm(scaled) : TOO_LARGE;
}

/**
 * The same number, as an integer of V8 if it has 32 bits. A product with a number from a table is a
 * float to V8 even when it is whole, and an order made of floats takes more memory and time.
 */
function inSmallForm(value: number): number {
  const small = value | 0;
  return small === value ? small : value;
}

function stepsOfLong(decimal: DecimalText, precision: number): number {
  const units = unitsOf(decimal, precision);
  if (units === undefined) return TOO_PRECISE;
  return units <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(units) : TOO_LARGE;
}

/** The integer number of 10^-scale units in a decimal; undefined when it has more decimals. */
export function unitsOf(decimal: DecimalText, scale: number): bigint | undefined {
  const [whole = "", written = ""] = decimal.split(".");
  const fraction = written.replace(/0+$/, "");
  if (fraction.length > scale) return undefined;
  return BigInt(whole + fraction.padEnd(scale, "0"));
}

/** True for a decimal above zero. */
export function isPositive(decimal: DecimalText): boolean {
  if (decimal.charCodeAt(0) === 0x2d) return false;
  for (let i = 0; i < decimal.length; i++) {
    const code = decimal.charCodeAt(i);
    if (code >= 0x31 && code <= 0x39) return true;
  }
  return false;
}

/** The canonical text of `units` × 10^-scale: no exponent, no trailing zeros, `0` for zero. */
export function formatUnits(units: bigint, scale: number): DecimalText {
  assert(scale >= 0, "a scale is not negative");
  if (units < 0n) return `-${formatUnits(-units, scale)}`;
  if (units <= MAX_STEPS && scale < TENS.length) return formatSteps(Number(units), scale);
  const digits = units.toString();
  if (scale === 0) return digits;
  const padded = digits.padStart(scale + 1, "0");
  const fraction = padded.slice(-scale).replace(/0+$/, "");
  const whole = padded.slice(0, -scale);
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** An exact sum of steps: a bigint only where no number holds it. */
export function formatSum(sum: number | bigint, decimals: number): DecimalText {
  return typeof sum === "number" ? formatSteps(sum, decimals) : formatUnits(sum, decimals);
}

/** The same for a number of ticks or lots. */
export function formatSteps(steps: number, precision: number): DecimalText {
  const one = TENS[precision];
  if (one === undefined || steps < 0) return formatUnits(BigInt(steps), precision);
  // The quotient of whole numbers below 2^53 never rounds up to a whole number it does not reach.
  const whole = Math.floor(steps / one);
  let rest = steps - whole * one;
  if (rest === 0) return `${whole}`;
  let digits = precision;
  for (; rest % 10 === 0; rest /= 10) digits--;
  return `${whole}.${`${rest}`.padStart(digits, "0")}`;
}
