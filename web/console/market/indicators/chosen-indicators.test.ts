/** What the browser keeps of the indicators, and reads again. */
import { expect, test } from "vitest";
import {
  addIndicator,
  formatIndicators,
  parseIndicators,
  readPeriod,
} from "./chosen-indicators.ts";

test.each(["volume", "", "volume ma20 ema50", "ema1 ma500", "bb20 rsi14 macd26"])(
  "'%s' is read as it was kept",
  (text) => {
    expect(formatIndicators(parseIndicators(text))).toBe(text);
  },
);

test.each([
  ["volume cci14 ma20x ma0 ma501 ma-3 <b>", "volume"],
  ["ma20 ma20 volume", "volume ma20"],
  ["ma1 ma2 ma3 ma4 ma5", "ma1 ma2 ma3 ma4"],
  ["macd5 macd26", "macd26"],
])("of '%s' there stays '%s'", (text, kept) => {
  expect(formatIndicators(parseIndicators(text))).toBe(kept);
});

test("one that is there already is not added again", () => {
  const chosen = parseIndicators("ma20");

  expect(addIndicator(chosen, { kind: "ma", period: 20 })).toBe(chosen);
  expect(addIndicator(chosen, { kind: "ema", period: 20 }).others).toHaveLength(2);
});

test("a period is a whole number from 1 to 500", () => {
  expect(["1", " 500 ", "007"].map(readPeriod)).toEqual([1, 500, 7]);
  expect(["", "0", "501", "2.5", "-1", "1e2"].map(readPeriod)).toEqual(Array(6).fill(undefined));
});
