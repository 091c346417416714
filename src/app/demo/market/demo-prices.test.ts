import { expect, test } from "vitest";
import { Draws } from "../../../core/base/draws.ts";
import { CalmPrices, type PairName } from "./demo-prices.ts";

const NAMES = ["BTCUSDT", "ETHUSDT", "ETHBTC"] as const;

function pricesAfter(steps: number, last: (pair: PairName) => number = () => 0): number[] {
  const prices = new CalmPrices(last);
  for (let step = 0; step < steps; step++) prices.go(new Draws(1, step));
  return NAMES.map((name) => prices.ticksOf(name));
}

test("a market without trades begins at 50,000 and 2,500 dollars and 0.05 BTC", () => {
  expect(pricesAfter(0)).toEqual([5_000_000, 250_000, 5_000]);
});

test("both dollar prices move, and ETH in BTC is their quotient in whole ticks", () => {
  const [btc = 0, eth = 0, cross = 0] = pricesAfter(50_000);

  expect(btc).not.toBe(5_000_000);
  expect(eth).not.toBe(250_000);
  expect(cross).toBe(Number((BigInt(eth) * 100_000n) / BigInt(btc)));
});

test("a market with trades goes on from the last ones", () => {
  const last = { BTCUSDT: 5_123_456, ETHUSDT: 240_000, ETHBTC: 1 };

  expect(pricesAfter(0, (pair) => last[pair])).toEqual([5_123_456, 240_000, 4_684]);
});
