/** The last price of each pair. */
import { expect, test } from "vitest";
import { Desk } from "../../../../test/support/desk.ts";
import { newDigest } from "../../base/records/digest.ts";
import { lastTicksOf, newPrices, setLastTicks } from "./prices.ts";

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

test("CORE-BOUND-1 PRICE-INDEX-3 a pair waits once to be followed, however often it trades in a command", () => {
  const desk = new Desk();
  desk.addAsset("ETH", 8);
  desk.addPair({ name: "ETHUSDT" }, "ETH", "USDT");
  desk.addPair({ name: "ETHBTC" }, "ETH", "BTC");
  const prices = newPrices(newDigest());

  for (let ticks = 1; ticks <= 100; ticks++) {
    for (const name of ["BTCUSDT", "ETHUSDT", "ETHBTC"])
      setLastTicks(prices, desk.pair(name), ticks);
  }

  expect(prices.pendingIndexPairs.map(({ name }) => name)).toEqual(["BTCUSDT", "ETHUSDT"]);
  expect(prices.last).toEqual([100, 100, 100]);
});
