/** Rates: eight decimals, comparisons that never divide, and a day that has 24 hours. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatUnits } from "./decimal.ts";
import { hourlyOf, isAtLeastTimes, isAtMostTimes, parseRate, RATE_ONE } from "./rate.ts";

test.each([
  ["0.001", 100_000],
  ["-0.0001", -10_000],
  ["0.00000001", 1],
  ["0.000000001", undefined],
  ["-0.000000001", undefined],
  ["5", 5 * RATE_ONE],
  ["0.12345678000", 12_345_678],
  ["99999999999", undefined],
])("NUM-RATE-1 the rate %s is %s hundred-millionths: at most 8 decimals", (text, rate) => {
  expect(parseRate(text)).toBe(rate);
});

test.each([
  ["0.24", 10_000_000_000n],
  ["0.0001", 4_166_666n],
  ["0.000000000024", 1n],
  ["0.000000000023999999999999999999999999999", 0n],
  [`0.${"0".repeat(39)}1`, 0n],
  ["0", 0n],
  ["24", 1_000_000_000_000n],
  [`${"9".repeat(40)}.${"9".repeat(40)}`, BigInt("9".repeat(52)) / 24n],
])("NUM-RATE-2 %s a day is %s of 10^-12 an hour: a 24th, cut at 12 decimals", (daily, hourly) => {
  expect(hourlyOf(daily, 12)).toBe(hourly);
});

test("NUM-RATE-2 24 hours cost no more than the day, and less by under 24 steps", () => {
  const digits = fc.bigInt({ min: 0n, max: 10n ** 40n });
  fc.assert(
    fc.property(digits, fc.integer({ min: 12, max: 40 }), (units, decimals) => {
      const hourly = hourlyOf(formatUnits(units, decimals), 12);

      const rest = units - 24n * hourly * 10n ** BigInt(decimals - 12);
      expect(rest >= 0n && rest < 24n * 10n ** BigInt(decimals - 12)).toBe(true);
    }),
    { seed: 12, numRuns: 500 },
  );
});

test("SPOT-BAND-2 a value is compared with a reference times a rate exactly, at any size", () => {
  const edge = fc.oneof(fc.maxSafeNat(), fc.nat(1000), fc.nat(100_000_000));
  fc.assert(
    fc.property(edge, edge, edge, (value, reference, rate) => {
      const left = BigInt(value) * 100_000_000n;
      const right = BigInt(reference) * BigInt(rate);

      expect(isAtMostTimes(value, reference, rate)).toBe(left <= right);
      expect(isAtLeastTimes(value, reference, rate)).toBe(left >= right);
    }),
    { seed: 22, numRuns: 1000 },
  );
  expect(isAtMostTimes(500, 100, 5 * RATE_ONE)).toBe(true);
  expect(isAtLeastTimes(500, 100, 5 * RATE_ONE)).toBe(true);
});
