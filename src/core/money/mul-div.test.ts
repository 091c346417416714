/** Products and quotients in numbers, against bigints: the same to the unit, or not told at all. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { mulDivSmall } from "./mul-div.ts";
import { mulDiv } from "./rounding.ts";

const MOST = Number.MAX_SAFE_INTEGER;
const SMALL = 2 ** 51;

function isSame(a: number, b: number, divisor: number): boolean {
  return (["up", "down"] as const).every((rounding) => {
    const exact = mulDiv(BigInt(a), BigInt(b), BigInt(divisor), rounding);
    const found = mulDivSmall(a, b, divisor, rounding);
    // Only where the numbers are large may nothing be told, and near the border either is right.
    if (Number.isNaN(found)) return divisor > SMALL || exact >= BigInt(SMALL) - 1n;
    return BigInt(found) === exact;
  });
}

const whole = fc.oneof(
  fc.maxSafeNat(),
  fc.nat(),
  fc.nat(1000),
  fc.integer({ min: MOST - 1000, max: MOST }),
  fc.integer({ min: SMALL - 1000, max: SMALL + 1000 }),
  // Powers of two and of ten, and their neighbours.
  fc.tuple(fc.nat(52), fc.integer({ min: -2, max: 2 })).map(([n, by]) => near(2 ** n, by)),
  fc.tuple(fc.nat(15), fc.integer({ min: -2, max: 2 })).map(([n, by]) => near(10 ** n, by)),
);

function near(value: number, by: number): number {
  return Math.max(value + by, 0);
}

test("NUM-ROUND-1 NUM-ROUND-2 NUM-ROUND-3 a quotient of numbers is that of bigints", () => {
  fc.assert(
    fc.property(whole, whole, whole, (a, b, divisor) => {
      expect(isSame(a, b, Math.max(divisor, 1))).toBe(true);
    }),
    { seed: 20, numRuns: runs(20_000, 1_000_000) },
  );
});

test("NUM-ROUND-1 the same where a division just comes out even, or just does not", () => {
  fc.assert(
    fc.property(whole, whole, fc.integer({ min: -2, max: 2 }), (quotient, divisor, by) => {
      const product = BigInt(quotient) * BigInt(Math.max(divisor, 1)) + BigInt(by);
      for (const b of [1n, 2n, 3n, 7n, 10_000n, 99_999_999n, 2n ** 40n]) {
        const a = product / b;
        if (a < 0n || a > MOST) continue;
        expect(isSame(Number(a), Number(b), Math.max(divisor, 1))).toBe(true);
      }
    }),
    { seed: 21, numRuns: runs(10_000, 300_000) },
  );
});

test("NUM-ROUND-1 the extremes, each with each", () => {
  const ends = [0, 1, 2, 3, 2 ** 26, 2 ** 27 + 1, 2 ** 32, SMALL - 1, SMALL, MOST - 1, MOST];
  for (const a of ends) {
    for (const b of ends) {
      for (const divisor of ends.slice(1))
        expect(isSame(a, b, divisor), `${a} ${b} ${divisor}`).toBe(true);
    }
  }
});

test.each([Number.NaN, 2 ** 63, 10 ** 40])("NUM-ROUND-1 of %d nothing is told", (unsafe) => {
  expect(mulDivSmall(unsafe, unsafe, 1, "up")).toBeNaN();
  expect(mulDivSmall(1, 1, unsafe, "down")).toBeNaN();
});

test("NUM-ROUND-1 numbers of common size are told, not left to bigints", () => {
  const value = fc.integer({ min: 0, max: 10 ** 15 });
  const rate = fc.integer({ min: 0, max: 100_000_000 });
  const ticks = fc.integer({ min: 1, max: 20_000_000 });
  fc.assert(
    fc.property(value, rate, ticks, (a, b, price) => {
      expect(mulDivSmall(a, b, 100_000_000, "up")).not.toBeNaN();
      expect(mulDivSmall(a, b, price * 100_000_000, "up")).not.toBeNaN();
    }),
    { seed: 22, numRuns: runs(1000, 1000) },
  );
});
