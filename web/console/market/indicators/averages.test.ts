/** Averages against sums by hand, and against slow ones. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { exponentialAverage, simpleAverage } from "./averages.ts";

test("there is no value until there are candles enough", () => {
  expect(simpleAverage([1, 2], 3)).toEqual([undefined, undefined]);
  expect(exponentialAverage([1, 2], 3)).toEqual([undefined, undefined]);
  expect(simpleAverage([], 3)).toEqual([]);
  expect(exponentialAverage([], 3)).toEqual([]);
});

test("MA 3 and EMA 3 of a few values, by hand", () => {
  expect(simpleAverage([1, 2, 6, 4, 5], 3)).toEqual([undefined, undefined, 3, 4, 5]);
  // 3, then half of the way to 4, then half of the way to 5.
  expect(exponentialAverage([1, 2, 6, 4, 5], 3)).toEqual([undefined, undefined, 3, 3.5, 4.25]);
  expect(exponentialAverage([7, 9], 1)).toEqual([7, 9]);
});

test("a sum that is carried along is the mean of its window, to less than a pixel", () => {
  const prices = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { maxLength: 60 });
  fc.assert(
    fc.property(prices, fc.integer({ min: 1, max: 20 }), (values, period) => {
      for (const [at, value] of simpleAverage(values, period).entries()) {
        const window = values.slice(Math.max(0, at - period + 1), at + 1);
        const mean = window.reduce((sum, each) => sum + each, 0) / period;
        if (window.length < period) expect(value).toBeUndefined();
        else expect(value).toBeCloseTo(mean, 4);
      }
    }),
    { seed: 7 },
  );
});

test("an average stays between the least and the most that it was made of", () => {
  const prices = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(prices, fc.integer({ min: 1, max: 20 }), (values, period) => {
      for (const value of exponentialAverage(values, period)) {
        if (value === undefined) continue;
        expect(value).toBeGreaterThanOrEqual(Math.min(...values) - 1e-6);
        expect(value).toBeLessThanOrEqual(Math.max(...values) + 1e-6);
      }
    }),
    { seed: 7 },
  );
});
