import fc from "fast-check";
import { expect, test } from "vitest";
import { addProductTo, addSumTo, addTo, SUM_WIDTH, setSum, sumAt } from "./exact-sum.ts";

const whole = fc.oneof(
  fc.maxSafeNat(),
  fc.integer({ min: 0, max: 1_000 }),
  fc.constantFrom(Number.MAX_SAFE_INTEGER, 2 ** 52 - 1, 2 ** 52, 2 ** 52 + 1),
);

/** A sum between two neighbours that no carry may touch. */
function newSum(): Float64Array {
  return new Float64Array(SUM_WIDTH + 2);
}

test("NUM-DEC-1 a sum of numbers and products below 2^53 is exact", () => {
  const additions = fc.array(fc.tuple(whole, whole), { maxLength: 50 });

  fc.assert(
    fc.property(additions, (pairs) => {
      const values = newSum();
      let expected = 0n;

      for (const [ticks, lots] of pairs) {
        addTo(values, 1, lots);
        addProductTo(values, 1, { ticks, lots });
        expected += BigInt(lots) + BigInt(ticks) * BigInt(lots);
        expect(sumAt(values, 1)).toBe(expected);
      }

      expect([values[0], values[SUM_WIDTH + 1]]).toEqual([0, 0]);
    }),
    { seed: 2, numRuns: 300 },
  );
});

test("NUM-DEC-1 a sum set, or made of two sums, is exact", () => {
  const sums = fc.bigInt({ min: 0n, max: 2n ** 150n });

  fc.assert(
    fc.property(sums, sums, (one, other) => {
      const values = newSum();
      const added = newSum();
      setSum(values, 1, one);
      setSum(added, 0, other);

      addSumTo(values, 1, { added, addedAt: 0 });

      expect(sumAt(values, 1)).toBe(one + other);
      expect([values[0], values[SUM_WIDTH + 1]]).toEqual([0, 0]);
    }),
    { seed: 3, numRuns: 300 },
  );
});
