/** The fee of a trade, to the unit. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { feeOf } from "./fee.ts";

const RUN = { seed: 71, numRuns: 1000 };
const ONE = 100_000_000n;

test("NUM-ROUND-2 a fee is rounded up to the next unit, never above what was received", () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 25n });
  fc.assert(
    fc.property(amount, fc.integer({ min: 0, max: 99_999_999 }), (received, rate) => {
      const fee = feeOf(received, rate, 0n);

      expect(fee * ONE >= received * BigInt(rate)).toBe(true);
      expect((fee - 1n) * ONE < received * BigInt(rate)).toBe(true);
      expect(fee <= received).toBe(true);
    }),
    RUN,
  );
  expect(feeOf(1n, 1, 0n)).toBe(1n);
  expect(feeOf(1n, 0, 0n)).toBe(0n);
});

test("NUM-ROUND-3 a rebate is rounded down, and at most what FEE holds", () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 25n });
  const held = fc.bigInt({ min: 0n, max: 10n ** 18n });
  fc.assert(
    fc.property(amount, fc.integer({ min: -99_999_999, max: -1 }), held, (received, rate, has) => {
      const exact = (received * BigInt(-rate)) / ONE;

      expect(-feeOf(received, rate, has)).toBe(exact < has ? exact : has);
    }),
    RUN,
  );
});
