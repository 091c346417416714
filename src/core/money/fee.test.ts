/** The fee of a trade, to the unit. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { amountOf, bigOf } from "./amount.ts";
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

test("NUM-ROUND-2 NUM-ROUND-3 an amount that is a number has the fee of the same bigint", () => {
  const edge = Number.MAX_SAFE_INTEGER;
  const amount = fc.oneof(
    fc.integer({ min: 1, max: edge }),
    fc.integer({ min: edge - 200_000_000, max: edge }),
    // Multiples of 10^8 and their neighbours, where a quotient may be rounded up.
    fc
      .record({
        whole: fc.integer({ min: 1, max: 90_071_992 }),
        by: fc.integer({ min: -2, max: 2 }),
      })
      .map(({ whole, by }) => whole * 100_000_000 + by),
  );
  const rate = fc.oneof(
    fc.integer({ min: -99_999_999, max: 99_999_999 }),
    fc.integer({ min: 89_999_990, max: 99_999_999 }),
  );
  fc.assert(
    fc.property(amount, rate, fc.bigInt({ min: 0n, max: 10n ** 16n }), (received, at, held) => {
      expect(bigOf(feeOf(amountOf(BigInt(received)), at, held))).toBe(
        feeOf(BigInt(received), at, held),
      );
    }),
    { seed: 20, numRuns: 5_000 },
  );
});
