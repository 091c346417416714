/** What an order is worth and what its trades cost, to the unit. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { bigOf } from "../../money/amount.ts";
import { quoteAmount } from "./order-value.ts";

const RUN = { seed: 71, numRuns: 1000 };
const steps = fc.integer({ min: 1, max: 2 ** 53 - 1 });

test("NUM-ROUND-1 the value of a trade is exact at any size", () => {
  const pair = new Desk({}, { scales: { USDT: 18 } }).pair();
  fc.assert(
    fc.property(steps, steps, (ticks, lots) => {
      expect(bigOf(quoteAmount(pair, ticks, lots))).toBe(BigInt(ticks) * BigInt(lots) * 10n ** 12n);
    }),
    RUN,
  );
});

test("NUM-ROUND-3 LEDGER-POST-2 a maker's rebate is paid out of FEE as far as FEE reaches", () => {
  const rules = { makerRate: -10_000_000, takerRate: 1_000_000 };
  const desk = new Desk({ alice: { BTC: "5" }, bob: { USDT: "500" } }, { rules, adopted: 1 });
  desk.place("alice", "sell 1 @ 100");

  desk.place("bob", "buy 1 @ 100");
  expect(desk.balances("alice")).toEqual({ BTC: "4/0", USDT: "100/0" });
  expect(desk.fees()).toEqual({ BTC: "0.01", USDT: "0" });

  desk.place("bob", "buy 1 @ 90");
  desk.place("alice", "sell 1 @ 90");
  expect(desk.balances("bob")["BTC"]).toBe("2/0");
  expect(desk.fees()).toEqual({ BTC: "0", USDT: "0.9" });
});

test("NUM-ROUND-3 a rebate within what FEE holds is paid in full", () => {
  const rules = { makerRate: -100_000, takerRate: 1_000_000 };
  const desk = new Desk({ alice: { BTC: "5" }, bob: { USDT: "500" } }, { rules });
  desk.place("bob", "buy 1 @ 100");
  desk.place("alice", "sell 1 @ 100");
  expect(desk.fees()).toEqual({ BTC: "0", USDT: "1" });
  desk.place("alice", "sell 1 @ 100");

  desk.place("bob", "buy 1 @ 100");

  expect(desk.balances("alice")["USDT"]).toBe("199.1/0");
  expect(desk.fees()).toEqual({ BTC: "0.01", USDT: "0.9" });
});

test("NUM-ROUND-4 no money is computed from an average: two fills and a cancel leave no crumb", () => {
  const desk = new Desk({ alice: { BTC: "5" }, bob: { USDT: "500" } });
  const id = desk.place("bob", "buy 3 @ 33.35");
  desk.place("alice", "sell 1 @ 33.33");
  desk.place("alice", "sell 1 @ 33.34");

  desk.cancel("bob", id);

  expect(desk.shown(id).average).toBe("33.35");
  expect(desk.balances("bob")).toEqual({ BTC: "2/0", USDT: "433.3/0" });
});
