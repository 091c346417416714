/** Sums and comparisons of decimal text, held against arithmetic on whole numbers. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { formatUnits } from "../../../src/core/preview/exact-decimals.ts";
import { addDecimals, compareDecimals, subtractDecimals, unitsAt } from "./exact.ts";

const units = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });

test("a sum and a difference of decimals are those of their units", () => {
  fc.assert(
    fc.property(units, units, (a, b) => {
      const [left, right] = [formatUnits(a, 8), formatUnits(b, 8)];
      expect(addDecimals(left, right)).toBe(formatUnits(a + b, 8));
      expect(subtractDecimals(left, right)).toBe(formatUnits(a - b, 8));
    }),
    { seed: 7 },
  );
});

test("decimals of different lengths compare as numbers do", () => {
  fc.assert(
    fc.property(units, units, (a, b) => {
      const order = a < b ? -1 : a > b ? 1 : 0;
      expect(compareDecimals(formatUnits(a, 4), `${formatUnits(b, 4)}`)).toBe(order);
    }),
    { seed: 7 },
  );
  expect(compareDecimals("9.9", "10")).toBe(-1);
  expect(compareDecimals("0.30", "0.3")).toBe(0);
});

test("what is finer than the scale is rounded, halves away from zero", () => {
  expect([unitsAt("1.25", 1), unitsAt("-1.25", 1), unitsAt("1.249", 1)]).toEqual([13n, -13n, 12n]);
});

test("what cannot be read counts as zero, so that a view never throws", () => {
  expect([unitsAt("", 2), unitsAt("abc", 2), unitsAt("1.2.3", 2)]).toEqual([0n, 0n, 0n]);
});
