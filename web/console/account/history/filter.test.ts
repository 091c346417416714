/** Which rows of a history are shown, and that the newest of many markets are the newest of all. */
import { expect, test } from "vitest";
import type { ShownMarket } from "../../exchange/exchange.ts";
import { EVERYTHING, isShown } from "./filter.ts";
import { loadMerged, placesOf } from "./places.ts";

const DAY_MS = 86_400_000;
const BTC = { name: "BTCUSDT", kind: "pair", symbol: { marginEnabled: true } } as ShownMarket;
const ETH = { name: "ETHUSDT", kind: "pair", symbol: { marginEnabled: false } } as ShownMarket;
const PERP = { name: "E-BTC-USDT", kind: "contract" } as ShownMarket;

const row = (time: number, isBuy = true, market = BTC) =>
  ({ time, isBuy, market, area: "spot" }) as const;

test("a day is shown from its first to its last moment, in UTC", () => {
  const filter = { ...EVERYTHING, fromDay: "1970-01-02", toDay: "1970-01-03" };
  const times = [DAY_MS - 1, DAY_MS, 3 * DAY_MS - 1, 3 * DAY_MS];
  expect(times.map((time) => isShown(row(time), filter))).toEqual([false, true, true, false]);
});

test("one side or both", () => {
  const both = [row(1, true), row(1, false)];
  const shown = (side: "all" | "buy" | "sell") =>
    both.map((one) => isShown(one, { ...EVERYTHING, side }));
  expect([shown("all"), shown("buy"), shown("sell")]).toEqual([
    [true, true],
    [true, false],
    [false, true],
  ]);
});

test("a pair has the accounts that trade it, a contract has one", () => {
  const named = placesOf([BTC, ETH, PERP]).map(({ market, area }) => `${market.name} ${area}`);
  expect(named).toEqual(["BTCUSDT spot", "BTCUSDT margin", "ETHUSDT spot", "E-BTC-USDT futures"]);
});

test("of many histories the newest rows of all are given, and no more than were asked for", async () => {
  const times: Readonly<Record<string, readonly number[]>> = {
    "BTCUSDT spot": [9, 5, 1],
    "BTCUSDT margin": [8],
    "ETHUSDT spot": [7, 6, 2],
  };
  const asked: number[] = [];
  const rows = await loadMerged(placesOf([BTC, ETH]), 4, async ({ market, area }, limit) => {
    asked.push(limit);
    return (times[`${market.name} ${area}`] ?? []).slice(0, limit).map((time) => row(time));
  });
  expect(rows.map(({ time }) => time)).toEqual([9, 8, 7, 6]);
  expect(asked).toEqual([4, 4, 4]);
});
