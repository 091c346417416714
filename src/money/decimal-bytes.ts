/**
 * Decimal text straight into bytes, for replies that hold hundreds of figures: no bigint and no
 * string is made on the way. What it writes is what `formatSteps` returns. Rule NUM-DEC-1.
 */

/** No text of steps is longer: sixteen digits or eighteen decimals, a zero and a point. */
export const STEPS_TEXT_MAX = 20;

const ZERO = 0x30;
const POINT = 0x2e;

/** Steps are taken apart here, so that every digit comes from a number of 32 bits. */
const HALF_DIGITS = 9;
const HALF = 1_000_000_000;

/**
 * Writes `steps` × 10^-precision at `at`, for steps from 0 to 2^53 - 1 and a precision up to 18,
 * and tells where the text ends.
 */
export function writeSteps(
  bytes: Uint8Array,
  at: number,
  { steps, precision }: { readonly steps: number; readonly precision: number },
): number {
  // The quotient of whole numbers below 2^53 never rounds up to a whole number it does not reach.
  const high = steps < HALF ? 0 : Math.floor(steps / HALF);
  let rest = (steps - high * HALF) | 0;
  const digits = Math.max(digitsIn(steps), precision + 1);
  const end = at + digits + (precision === 0 ? 0 : 1);
  let next = end;
  for (let digit = 0; digit < digits; digit++) {
    if (digit === HALF_DIGITS) rest = high | 0;
    if (digit === precision && precision !== 0) bytes[--next] = POINT;
    const tenth = (rest / 10) | 0;
    bytes[--next] = ZERO + rest - tenth * 10;
    rest = tenth;
  }
  return precision === 0 ? end : withoutZeros(bytes, end);
}

function digitsIn(steps: number): number {
  let digits = 1;
  for (let power = 10; steps >= power; power *= 10) digits++;
  return digits;
}

/** Where the text ends without the zeros behind its point, and without a point that is last. */
function withoutZeros(bytes: Uint8Array, end: number): number {
  let last = end - 1;
  while (bytes[last] === ZERO) last--;
  return bytes[last] === POINT ? last : last + 1;
}
