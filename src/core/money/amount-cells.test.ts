/** Amounts in cells are those of bigints, on both sides of 2^53 and of zero. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { amountOf, bigOf } from "./amount.ts";
import { AmountCells } from "./amount-cells.ts";

const EDGE = BigInt(Number.MAX_SAFE_INTEGER);
const value = fc.oneof(
  fc.bigInt({ min: -100n, max: 100n }),
  fc.bigInt({ min: -EDGE, max: EDGE }),
  fc.bigInt({ min: EDGE - 4n, max: EDGE + 4n }),
  fc.bigInt({ min: -EDGE - 4n, max: 4n - EDGE }),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
);
const step = fc.record({
  cell: fc.nat(2),
  isSet: fc.boolean(),
  isBig: fc.boolean(),
  amount: value,
});

test("NUM-ROUND-1 cells have what bigints would have, and a number exactly where that is exact", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const cells = new AmountCells();
      const plain = [0n, 0n, 0n];
      for (const { cell, isSet, isBig, amount } of steps) {
        const given = isBig ? amount : amountOf(amount);
        if (isSet) cells.set(cell, given);
        else cells.add(cell, given);
        plain[cell] = isSet ? amount : (plain[cell] as bigint) + amount;
        for (const [at, expected] of plain.entries()) {
          const isExact = expected >= -EDGE && expected <= EDGE;
          expect(cells.big(at)).toBe(expected);
          expect(bigOf(cells.amount(at))).toBe(expected);
          expect(Number.isNaN(cells.number(at))).toBe(!isExact);
          if (isExact) expect(BigInt(cells.number(at))).toBe(expected);
        }
      }
    }),
    { seed: 21, numRuns: runs(1000, 1000) },
  );
});
