/**
 * Figures by the hundred thousand, as files have them: digits with at most one point are counted letter by
 * letter, without the forms that only requests use. What is written otherwise is left to decimal.ts.
 */
import { TOO_PRECISE } from "./decimal.ts";

/** With more, a product might not be exact. */
const LETTERS_MAX = 15;
const POINT = 0x2e;
const ZERO = 0x30;

/**
 * How many steps of 10^-precision a figure has: TOO_PRECISE when it is not a whole number of them, undefined
 * when it is not plain, too long to tell, or no figure at all.
 */
export function plainStepsOf(written: string, precision: number): number | undefined {
  const { length } = written;
  if (length === 0 || length > LETTERS_MAX) return undefined;
  let steps = 0;
  let decimals = -1;
  let isTooPrecise = false;
  for (let i = 0; i < length; i++) {
    const digit = written.charCodeAt(i) - ZERO;
    if (digit === POINT - ZERO && decimals < 0 && i > 0) decimals = 0;
    else if (digit < 0 || digit > 9) return undefined;
    else if (decimals < precision) {
      steps = steps * 10 + digit;
      if (decimals >= 0) decimals++;
    } else if (digit !== 0) isTooPrecise = true;
  }
  if (written.charCodeAt(length - 1) === POINT) return undefined;
  if (isTooPrecise) return TOO_PRECISE;
  for (let at = Math.max(decimals, 0); at < precision; at++) steps *= 10;
  return steps <= Number.MAX_SAFE_INTEGER ? steps : undefined;
}
