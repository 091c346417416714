/** Bands, RSI and MACD against sums by hand, and within what they can be. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { bollingerBands, convergence, relativeStrength } from "./oscillators.ts";

const prices = fc.array(fc.double({ min: 1, max: 1e6, noNaN: true }), { maxLength: 80 });

test("bands of 2, 4, 4, 4, 5, 5, 7, 9 stand two deviations of 2 around their mean of 5", () => {
  const { middle, upper, lower } = bollingerBands([2, 4, 4, 4, 5, 5, 7, 9], 8);
  expect([middle.at(-1), upper.at(-1), lower.at(-1)]).toEqual([5, 9, 1]);
  expect(middle.slice(0, 7)).toEqual(Array(7).fill(undefined));
});

test("the middle is between the bands, and a price that stands has none around it", () => {
  fc.assert(
    fc.property(prices, fc.integer({ min: 1, max: 20 }), (values, period) => {
      const { middle, upper, lower } = bollingerBands(values, period);
      for (const [at, mean] of middle.entries()) {
        if (mean === undefined) continue;
        expect(upper[at]).toBeGreaterThanOrEqual(mean);
        expect(lower[at]).toBeLessThanOrEqual(mean);
      }
    }),
    { seed: 44 },
  );
  expect(bollingerBands([3, 3, 3], 2).upper).toEqual([undefined, 3, 3]);
});

test("RSI 2 by hand: means of gains and losses, then Wilder's weight", () => {
  // Changes +2, -1: gain 1, loss 0.5. Then +3: gain (1+3)/2 = 2, loss 0.25.
  const [, , second, third] = relativeStrength([10, 12, 11, 14], 2);
  expect(second).toBeCloseTo((100 * 1) / 1.5, 10);
  expect(third).toBeCloseTo((100 * 2) / 2.25, 10);
  expect(relativeStrength([10, 12, 11, 14], 2).slice(0, 2)).toEqual([undefined, undefined]);
});

test("RSI is 100 where nothing was lost, 0 where nothing was gained, 50 where nothing moved, and never beyond", () => {
  expect(relativeStrength([1, 2, 3, 4], 3).at(-1)).toBe(100);
  expect(relativeStrength([4, 3, 2, 1], 3).at(-1)).toBe(0);
  expect(relativeStrength([5, 5, 5, 5], 3).at(-1)).toBe(50);
  fc.assert(
    fc.property(prices, fc.integer({ min: 1, max: 20 }), (values, period) => {
      for (const value of relativeStrength(values, period)) {
        if (value === undefined) continue;
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(100);
      }
    }),
    { seed: 44 },
  );
});

test("MACD begins with the 26th candle, its signal nine later, and a straight line has a steady one", () => {
  const rising = Array.from({ length: 60 }, (_, at) => 100 + at);
  const { macd, signal, histogram } = convergence(rising);
  const first = (values: readonly unknown[]) => values.findIndex((value) => value !== undefined);
  expect([first(macd), first(signal), first(histogram)]).toEqual([25, 33, 33]);
  // An average of a straight line lags (period - 1) / 2 steps behind: 12.5 less 5.5.
  expect(macd.at(-1)).toBeCloseTo(7, 6);
  expect(histogram.at(-1)).toBeCloseTo(0, 6);
  expect(convergence([1, 2]).macd).toEqual([undefined, undefined]);
});
