/** One index from several sources, compared with exact fractions. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { exampleNamed } from "../../../../test/support/examples.ts";
import { type Rational, rationalOf } from "../../../../test/support/rational.ts";
import { runs } from "../../../../test/support/runs.ts";
import { present } from "../../base/assert.ts";
import { formatUnits, unitsOf } from "../../money/decimal.ts";
import { indexOf, type SourceQuote } from "./index-sources.ts";

const RUN = { seed: 52, numRuns: runs(2000, 2000) };

test("FUT-20 PRICE-INDEX-2 one source that is off does not count; of more than one the median is left", () => {
  const { given, expect: expected } = exampleNamed("FUT-20");
  const cases = given["cases"] as { price: string; weight: number }[][];

  const found = cases.map((quotes) => {
    const read = ({ price, weight }: { price: string; weight: number }) => ({
      price: present(unitsOf(price, 18), price),
      weight,
    });
    return formatUnits(indexOf(quotes.map(read)), 18);
  });

  expect({ indexPrice: found }).toEqual(expected);
});

/** a is at most b. */
function isAtMost(a: Rational, b: Rational): boolean {
  return a.numerator * b.denominator <= b.numerator * a.denominator;
}

/** The rule by the letter, in fractions. */
function naiveIndex(quotes: readonly SourceQuote[]): Rational {
  const sorted = quotes.map(({ price }) => price).sort((a, b) => (a < b ? -1 : 1));
  const half = Math.floor(sorted.length / 2);
  const middle = sorted.length % 2 === 1 ? [sorted[half]] : [sorted[half - 1], sorted[half]];
  const median = {
    numerator: middle.reduce<bigint>((sum, price) => sum + (price ?? 0n), 0n),
    denominator: BigInt(middle.length),
  };
  const isOff = ({ price }: SourceQuote) => {
    const off = price * median.denominator - median.numerator;
    const distance = { numerator: off < 0n ? -off : off, denominator: median.denominator };
    const { numerator, denominator } = rationalOf("0.05");
    return !isAtMost(distance, {
      numerator: median.numerator * numerator,
      denominator: median.denominator * denominator,
    });
  };
  if (quotes.filter(isOff).length > 1) return median;
  const counted = quotes.filter((quote) => !isOff(quote));
  return {
    numerator: counted.reduce((sum, { price, weight }) => sum + price * BigInt(weight), 0n),
    denominator: counted.reduce((sum, { weight }) => sum + BigInt(weight), 0n),
  };
}

/** Prices close together, around 5% off, or anywhere. */
const price = fc.oneof(
  fc.bigInt({ min: 940n, max: 1060n }),
  fc.constantFrom(950n, 1000n, 1050n, 949n, 1051n),
  fc.bigInt({ min: 1n, max: 10n ** 30n }),
);
const quotes = fc.array(fc.record({ price, weight: fc.integer({ min: 1, max: 1000 }) }), {
  minLength: 1,
  maxLength: 9,
});

test("PRICE-INDEX-2 the index is the rule's fraction, to the nearest 10^-18, from the middle up", () => {
  fc.assert(
    fc.property(quotes, (live) => {
      const { numerator, denominator } = naiveIndex(live);

      const index = indexOf(live);

      const twiceOff = 2n * (index * denominator - numerator);
      expect(twiceOff <= denominator && twiceOff > -denominator).toBe(true);
    }),
    RUN,
  );
});

test("PRICE-INDEX-2 the index lies among its sources and does not depend on their order", () => {
  fc.assert(
    fc.property(quotes, (live) => {
      const index = indexOf(live);
      const prices = live.map((quote) => quote.price);

      expect(prices.some((each) => each <= index) && prices.some((each) => each >= index)).toBe(
        true,
      );
      expect(indexOf([...live].reverse())).toBe(index);
    }),
    RUN,
  );
});

test.each<[string, [bigint, number][], bigint]>([
  [
    "exactly 5% off counts",
    [
      [1000n, 1],
      [1000n, 1],
      [1050n, 1],
    ],
    1017n,
  ],
  [
    "a little more does not",
    [
      [1000n, 1],
      [1000n, 1],
      [1051n, 1],
    ],
    1000n,
  ],
  [
    "two that disagree are met in the middle",
    [
      [100n, 9],
      [201n, 1],
    ],
    151n,
  ],
  [
    "two that agree are weighed",
    [
      [100n, 3],
      [104n, 1],
    ],
    101n,
  ],
  ["one alone is believed", [[7n, 1]], 7n],
  [
    "the smallest price there is",
    [
      [1n, 1000],
      [1n, 1],
    ],
    1n,
  ],
])("PRICE-INDEX-2 %s", (_, pairs, index) => {
  expect(indexOf(pairs.map(([price, weight]) => ({ price, weight })))).toBe(index);
});

test("PRICE-INDEX-2 to ask for the index of no source is a fault", () => {
  expect(() => indexOf([])).toThrow("an index has a live source");
});
