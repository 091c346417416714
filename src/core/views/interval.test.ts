import fc from "fast-check";
import { expect, test } from "vitest";
import { slowStart } from "../../../test/views/trade-tape.ts";
import { INTERVALS, intervalOf } from "./interval.ts";

const YEAR_MS = 366 * 86_400_000;

test.each(INTERVALS)("SPOT-DATA-4 %s starts where the calendar says", (name) => {
  const interval = intervalOf(name);
  const times = fc.integer({ min: YEAR_MS, max: 700 * YEAR_MS });

  fc.assert(
    fc.property(times, (timeMs) => {
      const index = interval.indexOf(timeMs);
      const startMs = slowStart(name, timeMs);

      expect(interval.startOf(index)).toBe(startMs);
      expect(interval.indexOf(startMs)).toBe(index);
      expect(interval.indexOf(startMs - 1)).toBe(index - 1);
    }),
    { seed: 4, numRuns: 500 },
  );
});

test("SPOT-DATA-4 every month of 800 years starts on its first day", () => {
  const months = intervalOf("1month");

  for (let index = 0; index < 800 * 12; index++) {
    const startMs = Date.UTC(1970, index);
    const told = [months.startOf(index), months.indexOf(startMs), months.indexOf(startMs - 1)];
    const expected = [startMs, index, index - 1];
    // Asked only when it is wrong: there are thousands.
    if (`${told}` !== `${expected}`) expect(told).toEqual(expected);
  }
});

test("SPOT-DATA-4 the first week began on the Monday before 1970", () => {
  expect(intervalOf("1week").startOf(intervalOf("1week").indexOf(0))).toBe(Date.UTC(1969, 11, 29));
});
