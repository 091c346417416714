/** Percent as typed, basis points as sent. */
import { expect, test } from "vitest";
import { basisPointsOf, formatBasisPoints } from "./percent.ts";

test.each([
  ["1", 100],
  ["0.1", 10],
  [".29", 29],
  ["20.", 2000],
  [" 4.35 ", 435],
  ["1.10", 110],
  ["0", 0],
  ["-1", 0],
  ["99999999999999999999", 1_000_000],
  ["0.125", undefined],
  ["1%", undefined],
  ["1,5", undefined],
  ["", undefined],
])("SPOT-TRAIL-1 %j percent is %s basis points, exactly", (typed, points) => {
  expect(basisPointsOf(typed)).toBe(points);
});

test("basis points are said in percent", () => {
  expect([10, 29, 100, 435, 2000].map(formatBasisPoints)).toEqual([
    "0.1%",
    "0.29%",
    "1%",
    "4.35%",
    "20%",
  ]);
});
