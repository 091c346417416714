/** Whole numbers and bigints, back and forth: exact as far as a number is, rounded beyond. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { bigFrom, numberFrom, productOf } from "./product.ts";

test("NUM-ROUND-1 a whole number becomes the bigint of it, and comes back", () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(bigFrom(value)).toBe(BigInt(value));
      expect(numberFrom(bigFrom(value))).toBe(value);
    }),
    { seed: 6, numRuns: 500 },
  );
});

test("NUM-ROUND-1 a bigint from -2^63 to 2^63 - 1 becomes the number that is nearest to it", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (value) => {
      expect(numberFrom(value)).toBe(Number(value));
    }),
    { seed: 6, numRuns: 500 },
  );
});

test("NUM-ROUND-1 a product is exact, however large", () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.maxSafeNat(), (a, b) => {
      expect(productOf(a, b)).toBe(BigInt(a) * BigInt(b));
    }),
    { seed: 6, numRuns: 500 },
  );
});
