/** The last price of each pair. */
import { expect, test } from "vitest";
import { Desk } from "../../../test/support/desk.ts";
import { lastTicksOf } from "./prices.ts";

test("SPOT-BAND-1 the reference is the price of the last trade of that symbol; none before it", () => {
  const desk = new Desk({ alice: { BTC: "5" }, bob: { USDT: "1000" } });
  desk.addPair({ name: "USDTBTC" }, "USDT", "BTC");
  const last = () => [1, 2].map((pair) => lastTicksOf(desk.state.prices, pair));
  expect(last()).toEqual([0, 0]);

  desk.place("alice", "sell 1 @ 100");
  desk.place("alice", "sell 1 @ 101");
  expect(last()).toEqual([0, 0]);
  desk.place("bob", "buy 2 @ 105");

  expect(last()).toEqual([10_100, 0]);
});

test("SPOT-BAND-1 a reference outlives the orders that made it", () => {
  const desk = new Desk({ alice: { BTC: "5" }, bob: { USDT: "1000" } });
  desk.place("alice", "sell 1 @ 100");
  desk.place("bob", "buy 1 @ 100");

  expect(desk.refusal("bob", "buy 1 @ 501")).toBe("price_out_of_band");
});
