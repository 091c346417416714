import fc from "fast-check";
import { expect, test } from "vitest";
import { compareDecimals, isZero } from "./decimal-order.ts";

test.each([
  ["9", "10"],
  ["0.1", "0.11"],
  ["0.09", "0.1"],
  ["-1", "0"],
  ["-2", "-1"],
  ["-0.2", "-0.11"],
  ["9007199254740993", "9007199254740994"],
  ["27001.499999999999999999", "27001.5"],
])("%s is less than %s", (less, more) => {
  expect(compareDecimals(less, more)).toBeLessThan(0);
  expect(compareDecimals(more, less)).toBeGreaterThan(0);
});

test.each([
  ["27001.5", "27001.50"],
  ["0", "-0.00"],
  ["007", "7."],
])("%s equals %s", (one, other) => {
  expect(compareDecimals(one, other)).toBe(0);
});

test("zero is zero however it is written, and nothing else is", () => {
  expect(["0", "0.00", "-0"].map(isZero)).toEqual([true, true, true]);
  expect(["0.01", "10", "-1"].map(isZero)).toEqual([false, false, false]);
});

test("the order is that of the numbers, to the last digit", () => {
  const decimal = fc.tuple(
    fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
    fc.nat({ max: 20 }),
    fc.nat({ max: 3 }),
  );

  fc.assert(
    fc.property(decimal, decimal, ([a, aDecimals, aZeros], [b, bDecimals, bZeros]) => {
      const [x, y] = [a * 10n ** BigInt(20 - aDecimals), b * 10n ** BigInt(20 - bDecimals)];
      const exact = x === y ? 0 : x < y ? -1 : 1;

      const order = compareDecimals(written(a, aDecimals, aZeros), written(b, bDecimals, bZeros));

      expect(Math.sign(order)).toBe(exact);
    }),
    { seed: 7, numRuns: 2_000 },
  );
});

function written(units: bigint, decimals: number, zeros: number): string {
  const digits = `${units < 0n ? -units : units}`.padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  const fraction = digits.slice(point) + "0".repeat(zeros);
  return `${units < 0n ? "-" : ""}${digits.slice(0, point)}${fraction === "" ? "" : `.${fraction}`}`;
}
