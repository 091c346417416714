/** Places on the drawing as prices, and steps from one to the next. */
import { expect, test } from "vitest";
import { stepBy, stepPriceAt, stepsOfKey } from "./step-price.ts";

test.each([
  [49_999.949, 1, "49999.9"],
  [49_999.96, 1, "50000"],
  [0.123456789, 8, "0.12345679"],
  [50_123.4, 0, "50123"],
  [1e15, 2, "1000000000000000"],
] as const)("the place %d with %d decimals is the price %s", (place, precision, price) => {
  expect(stepPriceAt(place, precision)).toBe(price);
});

test.each([null, 0, -3, 0.04, Number.NaN, Number.POSITIVE_INFINITY, 1e22])(
  "the place %s is no price",
  (place) => {
    expect(stepPriceAt(place, 1)).toBeUndefined();
  },
);

test("steps are exact, and end at the least price", () => {
  expect(stepBy("49999.9", 1, 1)).toBe("50000");
  expect(stepBy("0.1", 2, 1)).toBe("0.3");
  expect(stepBy("0.3", -5, 1)).toBe("0.1");
  expect(stepBy("90071992547409.93", 1, 2)).toBe("90071992547409.94");
});

test("arrows are steps, pages are a hundred, and Shift makes ten of each", () => {
  expect(["ArrowUp", "ArrowDown", "PageUp", "x"].map((key) => stepsOfKey(key, false))).toEqual([
    1, -1, 100, 0,
  ]);
  expect(stepsOfKey("PageDown", true)).toBe(-1_000);
});
