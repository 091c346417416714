import { expect, test } from "vitest";
import { align, lengthOf, timeOf } from "./layout.ts";

test("columns stand below each other, and no line ends in a blank", () => {
  expect(align([["a", "bb", "c"], ["aaa", "b", "c"], ["title:"], ["aa", ""]])).toEqual([
    "a    bb  c",
    "aaa  b   c",
    "title:",
    "aa",
  ]);
});

test.each([
  [0, "0 s"],
  [999, "0 s"],
  [59_999, "59 s"],
  [60_000, "1 min"],
  [3_661_000, "1 h 1 min"],
  [3_601_000, "1 h"],
  [200_000_000, "2 d 7 h"],
])("%i ms is %s", (lengthMs, text) => {
  expect(lengthOf(lengthMs)).toBe(text);
});

test("a time is written in UTC", () => {
  expect(timeOf(1_700_000_000_000)).toBe("2023-11-14T22:13:20.000Z");
});
