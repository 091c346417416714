/**
 * Sums of lots, and of ticks × lots, that stay exact far beyond 2^53. A sum is three numbers below
 * 2^52 in a typed array: low + middle × 2^52 + high × 2^104. So it ends at 2^156, which takes 2^50
 * of the largest trades. Adding makes no garbage as long as what is added is below 2^53.
 */
import { assert } from "../base/assert.ts";

/** How many numbers a sum takes. */
export const SUM_WIDTH = 3;

const LIMB = 2 ** 52;
const LIMB_BITS = 52;
const LIMB_SHIFT = 52n;

/** Adds a whole number from 0 to 2^53 - 1 to the sum at `at`. */
export function addTo(values: Float64Array, at: number, amount: number): void {
  const sum = (values[at] as number) + amount;
  // Rounding keeps order: a sum that looks smaller than 2^52 is smaller, and exact.
  if (sum < LIMB) {
    values[at] = sum;
    return;
  }
  const carry = amount < LIMB ? 0 : 1;
  // Both parts are below 2^52 here, so this is exact, too.
  const low = (values[at] as number) + (amount - carry * LIMB);
  values[at] = low < LIMB ? low : low - LIMB;
  carryTo(values, at + 1, low < LIMB ? carry : carry + 1);
}

function carryTo(values: Float64Array, at: number, carry: number): void {
  const middle = (values[at] as number) + carry;
  values[at] = middle < LIMB ? middle : middle - LIMB;
  if (middle >= LIMB) values[at + 1] = (values[at + 1] as number) + 1;
}

/** Adds `ticks` × `lots`, each below 2^53. */
export function addProductTo(
  values: Float64Array,
  at: number,
  { ticks, lots }: { readonly ticks: number; readonly lots: number },
): void {
  const product = ticks * lots;
  if (product <= Number.MAX_SAFE_INTEGER) addTo(values, at, product);
  else addLarge(values, at, BigInt(ticks) * BigInt(lots));
}

/** Adds what is below 2^106: its lowest 53 bits, then the rest twice, at half of its weight. */
function addLarge(values: Float64Array, at: number, amount: bigint): void {
  const rest = Number(amount >> 53n);
  addTo(values, at, Number(BigInt.asUintN(53, amount)));
  addTo(values, at + 1, rest);
  addTo(values, at + 1, rest);
}

/** Adds the sum that stands in `added` at `addedAt`. */
export function addSumTo(
  values: Float64Array,
  at: number,
  { added, addedAt }: { readonly added: Float64Array; readonly addedAt: number },
): void {
  addTo(values, at, added[addedAt] as number);
  addTo(values, at + 1, added[addedAt + 1] as number);
  values[at + 2] = (values[at + 2] as number) + (added[addedAt + 2] as number);
}

export function sumAt(values: Float64Array, at: number): bigint {
  const low = values[at] as number;
  const middle = values[at + 1] as number;
  const high = values[at + 2] as number;
  if (middle === 0 && high === 0) return BigInt(low);
  return (((BigInt(high) << LIMB_SHIFT) + BigInt(middle)) << LIMB_SHIFT) + BigInt(low);
}

export function setSum(values: Float64Array, at: number, sum: bigint): void {
  const rest = sum >> LIMB_SHIFT;
  const high = rest >> LIMB_SHIFT;
  assert(sum >= 0n && high < LIMB, "a sum is from 0 to 2^156");
  values[at] = Number(BigInt.asUintN(LIMB_BITS, sum));
  values[at + 1] = Number(BigInt.asUintN(LIMB_BITS, rest));
  values[at + 2] = Number(high);
}
