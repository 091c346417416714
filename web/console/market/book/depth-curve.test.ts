/** The depth chart's staircases. */
import { expect, test } from "vitest";
import type { ShownBook } from "../../exchange/exchange.ts";
import { depthCurveOf } from "./depth-curve.ts";

const MARKET = { pricePrecision: 1, quantityPrecision: 2 };
const BOOK: ShownBook = {
  bids: [
    ["99", "1"],
    ["98", "2.5"],
    ["50", "100"],
  ],
  asks: [
    ["101", "2"],
    ["110", "5"],
  ],
};

test("depth adds up outwards from the middle, which stands in the middle", () => {
  const curve = depthCurveOf(BOOK, MARKET);

  expect(curve?.middle).toBe("100");
  expect(curve?.bids.map(({ total }) => total)).toEqual(["1", "3.5"]);
  expect(curve?.asks.map(({ total, x, y }) => ({ total, x, y }))).toEqual([
    { total: "2", x: 0.55, y: 0.285714 },
    { total: "7", x: 1, y: 1 },
  ]);
});

test("both halves reach as far, so a lonely order far away does not press the rest together", () => {
  const curve = depthCurveOf(BOOK, MARKET);

  expect([curve?.low, curve?.high, curve?.deepest]).toEqual(["90", "110", "7"]);
});

test("a lonely order far away on either side presses nothing together, and the wider side is in sight", () => {
  const side = (from: number, step: number, count: number): [string, string][] =>
    Array.from({ length: count }, (_, at) => [`${from + at * step}`, "1"]);
  const bids = [...side(99, -1, 20), ["1", "5"]] as ShownBook["bids"];
  const asks = [...side(101, 2, 20), ["90000", "5"]] as ShownBook["asks"];
  const curve = depthCurveOf({ bids, asks }, MARKET);

  expect([curve?.low, curve?.high]).toEqual(["61", "139"]);
  expect([curve?.bids.length, curve?.asks.length]).toEqual([20, 20]);
});

test("without one of the sides there is nothing to draw", () => {
  expect(depthCurveOf({ ...BOOK, bids: [] }, MARKET)).toBeUndefined();
});
