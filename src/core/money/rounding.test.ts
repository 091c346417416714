/** The roundings: each result is the nearest whole number on its own side of the exact value. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { divHalfUp, divUp, mulDiv } from "./rounding.ts";

const RUN = { seed: 23, numRuns: 1000 };
const any = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });
const positive = fc.bigInt({ min: 1n, max: 10n ** 12n });

test("NUM-ROUND-2 NUM-ROUND-3 up is the lowest whole number not below, down the highest not above", () => {
  fc.assert(
    fc.property(any, any, positive, (a, b, divisor) => {
      const up = mulDiv(a, b, divisor, "up");
      const down = mulDiv(a, b, divisor, "down");

      expect(up * divisor >= a * b && (up - 1n) * divisor < a * b).toBe(true);
      expect(down * divisor <= a * b && (down + 1n) * divisor > a * b).toBe(true);
    }),
    RUN,
  );
});

test("NUM-ROUND-1 a division that comes out even is not rounded", () => {
  fc.assert(
    fc.property(any, positive, (quotient, divisor) => {
      expect(mulDiv(quotient, divisor, divisor, "up")).toBe(quotient);
      expect(mulDiv(quotient, divisor, divisor, "down")).toBe(quotient);
    }),
    RUN,
  );
});

test("NUM-ROUND-4 half up goes to the nearest, and from the middle away from zero", () => {
  fc.assert(
    fc.property(any, positive, (numerator, divisor) => {
      const rounded = divHalfUp(numerator, divisor);
      const twice = 2n * (rounded * divisor - numerator);
      const isMiddle = twice === divisor || twice === -divisor;

      expect(twice <= divisor && twice >= -divisor).toBe(true);
      if (isMiddle) expect(twice > 0n).toBe(numerator > 0n);
    }),
    RUN,
  );
  expect([divHalfUp(5n, 2n), divHalfUp(-5n, 2n), divHalfUp(4n, 3n)]).toEqual([3n, -3n, 1n]);
});

test("a divisor is positive, or it is a fault", () => {
  expect(() => mulDiv(1n, 1n, 0n, "up")).toThrow("the divisor is positive");
  expect(() => divHalfUp(1n, -1n)).toThrow("the divisor is positive");
});

test("NUM-ROUND-2 divUp is mulDiv of one, up, for what is not below zero", () => {
  const amount = fc.bigInt({ min: 0n, max: 10n ** 40n });
  fc.assert(
    fc.property(amount, fc.bigInt({ min: 1n, max: 10n ** 20n }), (numerator, divisor) => {
      expect(divUp(numerator, divisor)).toBe(mulDiv(numerator, 1n, divisor, "up"));
    }),
    { seed: 29, numRuns: 500 },
  );
});
