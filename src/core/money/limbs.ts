/**
 * An amount in two cells of a row, its limbs: high × 2^32 + low, with low from 0 to 2^32 - 1. Both are whole, so it is exact up
 * to 2^84 on either side of zero. An amount beyond has NaN in its cells and is kept elsewhere; NaN stays NaN in every sum,
 * so one look at the result finds both. Rule LEDGER-POST-1.
 */
import { bigOf } from "./amount.ts";

const LOW_END = 2 ** 32;
/** The sum of two high limbs below this is exact. */
const HIGH_END = 2 ** 52;
const AMOUNT_END = BigInt(HIGH_END) * BigInt(LOW_END);
const LOW_BITS = 32n;
/** What is below this many low limbs is a safe number. */
const SAFE_HIGH = 2 ** 20;

/** Adds a whole number up to 2^53 in size; false, and nothing is done, when the limbs do not hold the sum. */
export function addNumber(cells: Float64Array, at: number, change: number): boolean {
  const up = Math.floor(change / LOW_END);
  return addLimbs(cells, at, change - up * LOW_END, up);
}

const word = new BigInt64Array(1);
const halves = new Int32Array(word.buffer);
const WORD_END = 2n ** 63n;

/** The same of a bigint. One that fits a word is taken apart in memory, which is several times as fast. */
export function addBig(cells: Float64Array, at: number, change: bigint): boolean {
  if (change < WORD_END && change >= -WORD_END) {
    word[0] = change;
    return addLimbs(cells, at, (halves[0] as number) >>> 0, halves[1] as number);
  }
  if (change >= AMOUNT_END || change <= -AMOUNT_END) return false;
  return addLimbs(cells, at, Number(BigInt.asUintN(32, change)), Number(change >> LOW_BITS));
}

function addLimbs(cells: Float64Array, at: number, lowChange: number, highChange: number): boolean {
  let low = (cells[at] as number) + lowChange;
  let high = (cells[at + 1] as number) + highChange;
  if (low >= LOW_END) {
    low -= LOW_END;
    high += 1;
  }
  if (!(high < HIGH_END && high >= -HIGH_END)) return false;
  cells[at] = low;
  cells[at + 1] = high;
  return true;
}

/**
 * Takes a whole number that is not below zero from one amount and gives it to another. False, and nothing is done, when there is
 * less, or the limbs do not hold one of the two.
 */
export function moveNumber(cells: Float64Array, from: number, to: number, moved: number): boolean {
  const up = Math.floor(moved / LOW_END);
  const low = moved - up * LOW_END;
  let fromLow = (cells[from] as number) - low;
  let fromHigh = (cells[from + 1] as number) - up;
  let toLow = (cells[to] as number) + low;
  let toHigh = (cells[to + 1] as number) + up;
  if (fromLow < 0) {
    fromLow += LOW_END;
    fromHigh -= 1;
  }
  if (toLow >= LOW_END) {
    toLow -= LOW_END;
    toHigh += 1;
  }
  if (!(fromHigh >= 0 && toHigh < HIGH_END)) return false;
  cells[from] = fromLow;
  cells[from + 1] = fromHigh;
  cells[to] = toLow;
  cells[to + 1] = toHigh;
  return true;
}

/** False when two limbs do not hold the amount; they are NaN then. */
export function setLimbs(cells: Float64Array, at: number, amount: bigint): boolean {
  cells[at] = 0;
  cells[at + 1] = 0;
  if (addBig(cells, at, amount)) return true;
  cells[at] = Number.NaN;
  cells[at + 1] = Number.NaN;
  return false;
}

/** Undefined when the amount is kept elsewhere. */
export function bigAt(cells: Float64Array, at: number): bigint | undefined {
  const low = cells[at] as number;
  const high = cells[at + 1] as number;
  if (low === 0 && high === 0) return 0n;
  if (high < SAFE_HIGH && high >= -SAFE_HIGH) return bigOf(high * LOW_END + low);
  return Number.isNaN(high) ? undefined : (BigInt(high) << LOW_BITS) + BigInt(low);
}

/** The amount as a number: exact up to 2^53, beyond that rounded and on the right side of it; NaN when it is kept elsewhere. */
export function roundedAt(cells: Float64Array, at: number): number {
  return (cells[at + 1] as number) * LOW_END + (cells[at] as number);
}

/** Whether the amounts in two places are one; false for those kept elsewhere. */
export function areEqualAt(cells: Float64Array, one: number, other: number): boolean {
  return cells[one] === cells[other] && cells[one + 1] === cells[other + 1];
}
