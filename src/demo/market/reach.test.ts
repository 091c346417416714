import fc from "fast-check";
import { expect, test } from "vitest";
import { isWithinReach, reachable } from "./reach.ts";

const ticks = fc.integer({ min: 6, max: 2 ** 50 });

test("SPOT-BAND-2 SPOT-BAND-3 a quote within reach is in both bands, and so is the way to any price", () => {
  fc.assert(
    fc.property(ticks, ticks, (price, last) => {
      const on = reachable(price, last);

      expect(isWithinReach(on, last)).toBe(true);
      expect(isWithinReach(last * 2, last) && !isWithinReach(last * 2 + 1, last)).toBe(true);
      expect(isWithinReach(Math.ceil(last / 2), last)).toBe(true);
      expect(isWithinReach(Math.ceil(last / 2) - 1, last)).toBe(false);
    }),
    { seed: 64 },
  );
});

test("from any last price any other is reached in a few leaps", () => {
  fc.assert(
    fc.property(ticks, ticks, (price, start) => {
      let last = start;
      for (let leap = 0; leap < 150 && last !== price; leap++) last = reachable(price, last);

      expect(last).toBe(price);
    }),
    { seed: 64 },
  );
});

test("before the first trade every price is within reach", () => {
  expect(reachable(5_000_000, 0)).toBe(5_000_000);
  expect(isWithinReach(5_000_000, 0)).toBe(true);
});
