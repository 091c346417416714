/**
 * One index price from several sources. The median says which of them count: a source that is more
 * than 5% off it does not, and if more than one is off, the median itself is the price; else the
 * weighted average of those that count. Rule PRICE-INDEX-2, example FUT-20.
 */
import { assert } from "../../base/assert.ts";
import { divHalfUp } from "../../money/rounding.ts";

export interface SourceQuote {
  readonly price: bigint;
  readonly weight: number;
}

/** The index of the live quotes, of which there is at least one; half-up where it is not whole. */
export function indexOf(quotes: readonly SourceQuote[]): bigint {
  const median = medianOf(quotes.map(({ price }) => price));
  const near = quotes.filter(({ price }) => isNear(price, median));
  if (quotes.length - near.length > 1) return divHalfUp(median.twice, 2n);
  const weights = near.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  const total = near.reduce((sum, { price, weight }) => sum + price * BigInt(weight), 0n);
  return divHalfUp(total, weights);
}

/** Twice the median, since that of an even count may lie between two numbers. */
interface Median {
  readonly twice: bigint;
}

function medianOf(prices: readonly bigint[]): Median {
  assert(prices.length > 0, "an index has a live source");
  const sorted = [...prices].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  const middle = sorted.length >> 1;
  const high = sorted[middle] as bigint;
  const low = sorted.length % 2 === 1 ? high : (sorted[middle - 1] as bigint);
  return { twice: high + low };
}

/** At most 5% off: |2p - 2m| × 20 <= 2m. */
function isNear(price: bigint, { twice }: Median): boolean {
  const off = 2n * price - twice;
  return (off < 0n ? -off : off) * 20n <= twice;
}
