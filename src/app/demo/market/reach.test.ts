import fc from "fast-check";
import { expect, test } from "vitest";
import { isTakeable, isWithinReach, nearMark, reachable } from "./reach.ts";

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

test("FUT-CHECK-12 a contract is quoted and taken within a tenth of the mark, whatever the walk says", () => {
  const mark = fc.integer({ min: 1_000, max: 2 ** 40 });
  fc.assert(
    fc.property(ticks, mark, (price, middle) => {
      const on = nearMark(price, middle);

      expect(Math.abs(on - middle) * 20).toBeLessThanOrEqual(middle);
      expect(isTakeable(on, middle)).toBe(true);
      if (isTakeable(price, middle)) expect(Math.abs(price - middle) * 10).toBeLessThan(middle);
      expect(nearMark(middle, middle)).toBe(middle);
    }),
    { seed: 65 },
  );
});

test("before there is a mark a contract is quoted at the walk's price, and every price is taken", () => {
  expect(nearMark(500_000, 0)).toBe(500_000);
  expect(isTakeable(1, 0)).toBe(true);
});
