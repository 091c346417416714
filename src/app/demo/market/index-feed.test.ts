/** The demo's index source, on the real engine and on virtual time. */
import { expect, test } from "vitest";
import { MarketDesk } from "../../../../test/support/market-desk.ts";
import { indexPriceOf, isIndexStale } from "../../../core/engine/prices/index-prices.ts";
import { withdrawFeed } from "./index-feed.ts";

const BTC = 1;
const ETH = 3;

test("BTC and ETH have an index that is never stale, at the price the traders quote around", async () => {
  const desk = await MarketDesk.open();
  const { state } = desk.exchange;

  await desk.pass(60_000, () => {
    for (const asset of [BTC, ETH]) {
      expect(isIndexStale(state, asset, desk.exchange.nowMs)).toBe(false);
    }
    const index = Number(indexPriceOf(state, BTC) / 10n ** 16n);
    const last = desk.lastTicks("BTCUSDT");
    expect(Math.abs(index - last) / last).toBeLessThan(0.01);
  });
});

test("PRICE-INDEX-4 a market that stands still for ten seconds leaves a stale index", async () => {
  const desk = await MarketDesk.open();
  await desk.pass(3_000);
  const { state } = desk.exchange;
  await desk.stop();

  expect(isIndexStale(state, BTC, state.timeMs + 7_000)).toBe(false);
  expect(isIndexStale(state, BTC, state.timeMs + 12_001)).toBe(true);
});

test("PRICE-INDEX-3 a start without traders withdraws the source, once: the index follows trades", async () => {
  const desk = await MarketDesk.open();
  await desk.pass(3_000);
  await desk.stop();
  const { exchange } = desk;
  const { length } = exchange.commands;

  await withdrawFeed(exchange);
  await withdrawFeed(exchange);

  expect(exchange.commands.length).toBe(length + 2);
  expect(isIndexStale(exchange.state, BTC, exchange.state.timeMs + 1e9)).toBe(false);
  const last = BigInt(desk.lastTicks("BTCUSDT")) * 10n ** 16n;
  expect(indexPriceOf(exchange.state, BTC)).toBe(last);
});
