/** The numbers behind a refusal: they are those that the rule compared, and no rule reads them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { isAtLeastTimes, isAtMostTimes } from "../../money/rate.ts";
import { ticksFrom, ticksTo } from "./refusal-numbers.ts";

/** A pair with every limit set, and a last price of 100. */
const RULES = {
  quantityPrecision: 2,
  lotsMin: 10,
  lotsMax: 10_000,
  notionalMin: 5n * 10n ** 8n,
  marketNotionalMax: 1_000n * 10n ** 8n,
  openOrdersMax: 2,
};

function marketDesk(): Desk {
  const desk = new Desk({ alice: { BTC: "50" }, bob: { USDT: "5000" } }, { rules: RULES });
  desk.place("alice", "sell 1 @ 100");
  desk.place("bob", "buy 1 @ 100");
  return desk;
}

test.each([
  ["USER-REFUSE-3 a price too precise", "buy 1 @ 100.001", "100.001", "2"],
  ["USER-REFUSE-3 a quantity too precise", "buy 1.001 @ 100", "1.001", "2"],
  ["USER-REFUSE-3 an amount too precise", "buy for 10.00001", "10.00001", "4"],
  ["USER-REFUSE-3 a quantity too small", "buy 0.09 @ 100", "0.09", "0.1"],
  ["USER-REFUSE-3 a value too small", "buy 0.1 @ 49.99", "4.999", "5"],
  ["USER-REFUSE-3 an amount too small", "buy for 4.9999", "4.9999", "5"],
  ["USER-REFUSE-3 a quantity too large", "sell 100.01 @ 100", "100.01", "100"],
  [
    "USER-REFUSE-3 a quantity beyond numbers",
    "sell 9007199254740993 @ 1",
    "9007199254740993",
    "100",
  ],
  ["USER-REFUSE-3 an amount too large", "buy for 1000.01", "1000.01", "1000"],
  ["USER-REFUSE-3 a price out of its band", "sell 1 @ 501", "501", "20 to 500"],
])("%s: %s", (_, words, had, needed) => {
  expect(marketDesk().tryOut("bob", words)).toMatchObject({ ok: false, had, needed });
});

test("USER-REFUSE-3 one order too many says how many are open and how many may be", () => {
  const desk = marketDesk();
  desk.place("bob", "buy 1 @ 99");
  desk.place("bob", "buy 1 @ 98");

  const outcome = desk.tryOut("bob", "buy 1 @ 97");

  expect(outcome).toEqual({ ok: false, reason: "too_many_open_orders", had: "2", needed: "2" });
});

test("USER-REFUSE-3 the ends of a band are inside it, and the next ticks are not", () => {
  const ticks = fc.integer({ min: 1, max: 10 ** 12 });
  const rate = fc.integer({ min: 1, max: 10 ** 10 });
  fc.assert(
    fc.property(ticks, rate, (last, times) => {
      const [from, to] = [Number(ticksFrom(last, times)), Number(ticksTo(last, times))];

      expect(isAtLeastTimes(from, last, times)).toBe(true);
      expect(isAtLeastTimes(from - 1, last, times)).toBe(false);
      expect(isAtMostTimes(to, last, times)).toBe(true);
      expect(isAtMostTimes(to + 1, last, times)).toBe(false);
    }),
    { seed: 6, numRuns: 500 },
  );
});
