/** Text becomes a number here only, and never one that cannot be drawn. */
import { expect, test } from "vitest";
import { drawNumber, drawShare } from "./draw-number.ts";

test("what cannot be drawn is drawn as nothing", () => {
  expect(["49960.43", "", "x", "1e999"].map(drawNumber)).toEqual([49960.43, 0, 0, 0]);
});

test("a share is from nothing to everything, also of sums beyond a double", () => {
  expect(drawShare(10n ** 40n, 4n * 10n ** 40n)).toBe(0.25);
  expect([drawShare(5n, 0n), drawShare(-1n, 3n), drawShare(7n, 3n)]).toEqual([0, 0, 1]);
});
