/** The past of a market through the public API: candles beyond the newest 300, the day, the tape. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { PastCandle } from "../../src/core/engine/prices/past.ts";
import { formatSteps } from "../../src/core/money/decimal.ts";
import type { Candle } from "../../src/core/views/candles.ts";
import {
  createExchange,
  type InProcessExchange,
  OperatorError,
} from "../../src/create-exchange.ts";
import { GATEWAYS } from "../support/gateways.ts";
import { slowSums, somePast } from "../views/past-candles.ts";
import "../support/judged-apis.ts";

const MINUTE_MS = 60_000;
const COUNT = 1_500;
/** In the midst of a minute, an hour and a day: nothing turns while the tests run, and every run has the same candles. */
const NOW_MS = Date.UTC(2026, 2, 4, 10, 20, 30, 400);

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date", "performance"], now: NOW_MS }));
afterAll(() => void vi.useRealTimers());

async function withPast(
  work: (exchange: InProcessExchange, past: readonly PastCandle[], nowMs: number) => Promise<void>,
): Promise<void> {
  const exchange = await createExchange({ gateways: GATEWAYS, frozen: true });
  try {
    const { engineTime } = (await exchange.operator.get("/clock")) as { engineTime: number };
    const endMs = engineTime - (engineTime % MINUTE_MS);
    const past = somePast(COUNT, endMs - COUNT * MINUTE_MS);
    await exchange.operator.importCandles("BTCUSDT", past.map(pairRow));
    await exchange.operator.importCandles("E-BTC-USDT", past.map(contractRow));
    await work(exchange, past, engineTime);
  } finally {
    await exchange.close();
  }
}

function pairRow({ startMs: start, lots, ...prices }: PastCandle) {
  return { start, ...shown(prices, 2), volume: formatSteps(lots, 5) };
}

function contractRow({ startMs: start, lots, ...prices }: PastCandle) {
  return { start, ...shown(prices, 1), volume: `${lots}` };
}

function shown(prices: Omit<PastCandle, "startMs" | "lots">, precision: number) {
  const { open, high, low, close } = prices;
  const price = (ticks: number) => formatSteps(ticks, precision);
  return { open: price(open), high: price(high), low: price(low), close: price(close) };
}

function kline({ startMs: idx, lots, ...prices }: Candle) {
  return { idx, ...shown(prices, 2), vol: formatSteps(Number(lots), 5) };
}

test("SANDBOX-PAST-4 SPOT-DATA-5 klines by time page back to the first minute", () =>
  withPast(async (exchange, past, nowMs) => {
    const client = exchange.client();
    for (const interval of ["1min", "5min", "60min", "1day"] as const) {
      const expected = slowSums(past, interval, nowMs).map(kline);
      const met: unknown[] = [];
      for (let endTime = nowMs; ; ) {
        const page = await client.spot.klines({ symbol: "BTCUSDT", interval, endTime, limit: 300 });
        met.push(...page);
        const oldest = page.at(-1);
        if (!oldest) break;
        endTime = oldest.idx - 1;
      }
      expect(met, interval).toEqual(expected);
    }
    const [futures] = await client.futures.klines({
      ...{ contractName: "E-BTC-USDT", interval: "1min" },
      ...{ endTime: past[100]?.startMs ?? 0, limit: 1 },
    });
    expect(futures).toMatchObject({ idx: past[100]?.startMs, vol: `${past[100]?.lots}` });
  }));

test("SANDBOX-PAST-3 SANDBOX-PAST-2 the ticker has a day and the tape rows, but no order knows of it", () =>
  withPast(async (exchange, past, nowMs) => {
    const client = exchange.client();
    const day = past.filter(({ startMs }) => startMs >= nowMs - 86_340_000);

    const ticker = await client.spot.ticker({ symbol: "BTCUSDT" });
    const { list } = await client.spot.trades({ symbol: "BTCUSDT", limit: 1_000 });
    const contract = await client.futures.trades({ contractName: "E-BTC-USDT", limit: 1_000 });

    expect(ticker).toMatchObject({
      high: formatSteps(Math.max(...day.map(({ high }) => high)), 2),
      last: formatSteps(past.at(-1)?.close ?? 0, 2),
    });
    expect(Number(ticker.vol)).toBeGreaterThan(0);
    expect(list.length).toBeGreaterThan(900);
    expect(list.every(({ qty }) => Number(qty) > 0)).toBe(true);
    // FUT-DATA-3: the contract has the same past.
    const shown = ({ time, side }: { time: number; side: string }) => [time, side];
    expect(contract.list.map(shown)).toEqual(list.map(shown));
    // Ten times the last close would be beyond any band.
    const order = { symbol: "BTCUSDT", side: "SELL", type: "LIMIT", volume: "1" } as const;
    const placed = await exchange.client("demo1").spot.createOrder({ ...order, price: "50000" });
    expect(placed.status).toBe("NEW");
  }));

test("SANDBOX-PAST-4 what is traded closes into the same history; SANDBOX-PAST-1 and ends the past", async () => {
  // Without contracts a frozen clock has no seconds to strike.
  const exchange = await createExchange({ gateways: GATEWAYS, demo: false, frozen: true });
  const { operator } = exchange;
  for (const name of ["BTC", "USDT"]) await operator.post("/assets", { name });
  const precisions = { pricePrecision: 2, quantityPrecision: 5 };
  const listed = { name: "BTCUSDT", base: "BTC", quote: "USDT", stpMode: "NONE", ...precisions };
  await operator.post("/symbols", listed);
  await operator.addUser("alice");
  for (const asset of ["BTC", "USDT"]) await operator.deposit("alice", asset, "1000000");
  const alice = exchange.client(await operator.addKey("alice"));
  const { engineTime } = (await operator.get("/clock")) as { engineTime: number };
  const endMs = engineTime - (engineTime % MINUTE_MS);
  const past = somePast(10, endMs - 10 * MINUTE_MS);
  await operator.importCandles("BTCUSDT", past.map(pairRow));
  const order = { symbol: "BTCUSDT", type: "LIMIT", volume: "1", price: "9" } as const;
  for (let minute = 0; minute < 320; minute++) {
    await alice.spot.createOrder({ ...order, side: "SELL" });
    await alice.spot.createOrder({ ...order, side: "BUY" });
    await operator.advanceClock(MINUTE_MS);
  }

  const page = await exchange.client().spot.klines({
    ...{ symbol: "BTCUSDT", interval: "1min" },
    ...{ endTime: endMs + 10 * MINUTE_MS, limit: 15 },
  });

  expect(page).toHaveLength(15);
  expect(page.map(({ vol }) => vol).slice(0, 11)).toEqual(Array(11).fill("1"));
  expect(page.slice(11)).toEqual(slowSums(past, "1min", endMs - MINUTE_MS, 4).map(kline));
  const more = operator.importCandles("BTCUSDT", past.slice(-1).map(pairRow));
  await expect(more).rejects.toThrow(OperatorError);
  await expect(more).rejects.toThrow(/has traded/);
  await exchange.close();
});
