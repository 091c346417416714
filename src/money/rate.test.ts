/** Rates: eight decimals, and comparisons that never divide. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isAtLeastTimes, isAtMostTimes, parseRate, RATE_ONE } from "./rate.ts";

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
