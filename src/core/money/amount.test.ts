/** Amounts that are numbers where they can be: exact, on both sides of 2^53 and of zero. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { type Amount, amountOf, bigOf, dividedDown, lesser, minus, plus, times } from "./amount.ts";

const RUN = { seed: 20, numRuns: runs(2000, 2000) };
const EDGE = BigInt(Number.MAX_SAFE_INTEGER);
const value = fc.oneof(
  fc.bigInt({ min: -100n, max: 100n }),
  fc.bigInt({ min: -EDGE, max: EDGE }),
  fc.bigInt({ min: EDGE - 4n, max: EDGE + 4n }),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
);

test("NUM-ROUND-1 an amount is a number exactly where that is exact", () => {
  fc.assert(
    fc.property(value, (one) => {
      const amount = amountOf(one);

      expect(typeof amount).toBe(one >= -EDGE && one <= EDGE ? "number" : "bigint");
      expect(bigOf(amount)).toBe(one);
    }),
    RUN,
  );
});

test("NUM-ROUND-1 sums, differences and products are those of bigints, whatever form both have", () => {
  const form = (one: bigint) => fc.constantFrom<Amount>(one, amountOf(one));
  fc.assert(
    fc.property(
      value.chain((a) => fc.tuple(fc.constant(a), form(a))),
      value,
      (given, b) => {
        const [a, one] = given;
        for (const other of [b, amountOf(b)]) {
          expect(bigOf(plus(one, other))).toBe(a + b);
          expect(bigOf(minus(one, other))).toBe(a - b);
          expect(bigOf(times(one, other))).toBe(a * b);
          expect(one < other).toBe(a < b);
          expect(one >= other).toBe(a >= b);
        }
      },
    ),
    RUN,
  );
});

test("NUM-ROUND-1 quotients are cut as those of bigints are, and the lesser is the lesser, whatever form both have", () => {
  const divisor = fc.oneof(
    fc.integer({ min: 1, max: 200 }),
    fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  );
  fc.assert(
    fc.property(value, value, divisor, (one, other, by) => {
      const size = one < 0n ? -one : one;
      const least = one < other ? one : other;
      // One less than a multiple is where a quotient that is rounded would be too large.
      const below = (size / BigInt(by)) * BigInt(by) - 1n;

      for (const form of [amountOf, bigOf]) {
        expect(bigOf(dividedDown(form(size), by))).toBe(size / BigInt(by));
        if (below >= 0n) expect(bigOf(dividedDown(form(below), by))).toBe(below / BigInt(by));
        expect(bigOf(lesser(form(one), amountOf(other)))).toBe(least);
        expect(bigOf(lesser(form(one), other))).toBe(least);
      }
    }),
    RUN,
  );
});
