/** The four kinds of channels over the real engine, on a clock of the test. */
import { expect, test } from "vitest";
import { KlineApiDesk } from "../../../../test/support/kline-api-desk.ts";
import { KlineApiTradesTopic, TRADES_TOLD_MAX, TRADES_WAITING_MAX } from "./trades-topic.ts";

const DEPTH = "market_btcusdt_depth_step0";
const TRADES = "market_btcusdt_trade_ticker";
const TICKER = "market_btcusdt_ticker";
const KLINE = "market_btcusdt_kline_1min";
const E = "E-BTC-USDT";
const INVERSE = "E-BTC-USD";

async function listen(...channels: string[]) {
  const desk = await KlineApiDesk.open();
  const client = desk.connect();
  for (const channel of channels) client.ask("sub", channel);
  return { desk, client };
}

/** A trade that only the streams hear of: so many that a market would take long to make them. */
function traded({ feed }: KlineApiDesk, id: number): void {
  const trade = { id, pair: 1, ticks: 5, lots: 1, timeMs: 1_700_000_000_000, takerSide: "buy" };
  feed.fold({ type: "Traded", ...trade } as Parameters<typeof feed.fold>[0]);
}

test("STREAM-FAM-3 a book is told in full on subscribing and on every change", async () => {
  const { desk, client } = await listen();
  desk.order("demo2", "sell 0.2 @ 50000.5");
  client.ask("sub", DEPTH);

  expect(client.takeTicks()).toEqual(['{"asks":[[50000.5,0.2]],"buys":[]}']);
  desk.order("demo1", "buy 1 @ 49999.99");
  await desk.wait(100);
  expect(client.takeTicks()).toEqual(['{"asks":[[50000.5,0.2]],"buys":[[49999.99,1]]}']);
});

test("STREAM-FAM-3 the book of a contract", async () => {
  const { desk, client } = await listen();
  desk.order("demo2", "sell 7 @ 50000.5", E);
  client.ask("sub", "market_e_btcusdt_depth_step0");

  expect(client.takeTicks()).toEqual(['{"asks":[[50000.5,7]],"buys":[]}']);
});

test("STREAM-FAM-3 it has at most a hundred levels of a side, and is told only when it reads otherwise", async () => {
  const { desk, client } = await listen();
  for (let at = 0; at < 100; at++) desk.order("demo1", `buy 0.1 @ ${50_000 - at}`);
  client.ask("sub", DEPTH);
  const [all = ""] = client.takeTicks();
  expect((JSON.parse(all) as { buys: unknown[] }).buys).toHaveLength(100);

  desk.order("demo1", "buy 0.1 @ 49000"); // beyond the hundred
  await desk.wait(1_000);
  expect(client.takeTicks()).toEqual([]);
});

test("STREAM-FAM-3 a book that moves all the time is told at most every 100 ms, and as it is in the end", async () => {
  const { desk, client } = await listen(DEPTH);
  client.take();
  const times: number[] = [];
  let last = "";
  for (let at = 0; at < 200; at++) {
    desk.order("demo1", `buy 0.01 @ ${49_000 + at}`);
    await desk.wait(7);
    for (const text of client.take()) {
      times.push((JSON.parse(text) as { ts: number }).ts);
      last = text;
    }
  }
  await desk.wait(100);
  last = client.take().at(-1) ?? last;

  const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(100);
  expect(times.length).toBeGreaterThan(10);
  expect(last).toContain('"buys":[[49199,0.01],');
});

test.each([
  ["STREAM-FAM-3", DEPTH, 100],
  ["STREAM-FAM-5", TICKER, 500],
  ["STREAM-FAM-6", KLINE, 500],
])(
  "%s a market that trades all the time is told of by %s every %d ms, and not more often",
  async (_, channel, everyMs) => {
    const { desk, client } = await listen(channel);
    desk.trade("0.001 @ 50000");
    await desk.wait(1_000);
    client.take();
    const times: number[] = [];
    const beganMs = desk.time.monotonicMs();
    for (let at = 0; desk.time.monotonicMs() < beganMs + 1_500; at++) {
      desk.order("demo1", `buy 0.01 @ ${49_000 + at}`);
      desk.trade(`0.001 @ ${50_000 + (at % 50)}`);
      await desk.wait(10);
      const told = client.take().length;
      expect(told).toBeLessThanOrEqual(1);
      if (told > 0) times.push(desk.time.monotonicMs());
    }

    const gaps = times.slice(1).map((time, at) => time - (times[at] ?? 0));
    expect(new Set(gaps)).toEqual(new Set([everyMs]));
    expect(times).toHaveLength(1_500 / everyMs);
  },
);

test("STREAM-FAM-4 trades are told from the subscription on, the newest of a message first", async () => {
  const { desk, client } = await listen();
  desk.trade("1 @ 50000");
  client.ask("sub", TRADES);
  expect(client.takeTicks()).toEqual([]);

  desk.market.exchange.nowMs = Date.UTC(2024, 0, 31, 23, 59, 59, 7);
  desk.trade("0.00003 @ 50000.01");
  desk.order("demo1", "buy 2 @ 50001");
  desk.order("demo2", "sell 2 @ 50001");
  await desk.wait(20);

  const ts = Date.UTC(2024, 0, 31, 23, 59, 59, 7);
  const time = `"ts":${ts},"ds":"2024-01-31 23:59:59"`;
  const second = `{"id":3,"side":"SELL","price":50001,"vol":2,"amount":100002,${time}}`;
  const first = `{"id":2,"side":"BUY","price":50000.01,"vol":0.00003,"amount":1.5000003,${time}}`;
  expect(client.takeTicks()).toEqual([`{"id":3,"ts":${ts},"data":[${second},${first}]}`]);
});

test("STREAM-FAM-4 what a contract's trade comes to is in the quote: of an inverse one its face value", async () => {
  const { desk, client } = await listen(
    "market_e_btcusdt_trade_ticker",
    "market_e_btcusd_trade_ticker",
  );
  desk.trade("30 @ 50000.1", E);
  desk.trade("4 @ 50000.1", INVERSE);
  await desk.wait(20);

  const [linear = "", inverse = ""] = client.takeTicks();
  expect(linear).toContain('"price":50000.1,"vol":30,"amount":150.0003,');
  expect(inverse).toContain('"price":50000.1,"vol":4,"amount":40,');
});

test("STREAM-FAM-4 a sweep is told in several messages, none of them with more than 500 trades", async () => {
  const { desk, client } = await listen(TRADES);
  const count = TRADES_TOLD_MAX + 1;
  for (let id = 1; id <= count; id++) traded(desk, id);
  await desk.wait(20);

  const lists = client.takeTicks().map((tick) => JSON.parse(tick) as { data: { id: number }[] });
  expect(lists.map(({ data }) => data.length)).toEqual([TRADES_TOLD_MAX, 1]);
  const ids = lists.flatMap(({ data }) => data.map(({ id }) => id).reverse());
  expect(ids).toEqual(Array.from({ length: count }, (_, at) => at + 1));
});

test("STREAM-FAM-4 of more than 100,000 that wait the oldest are left out", async () => {
  const { desk } = await listen();
  const [market] = desk.markets.all();
  if (!market) throw new Error("the demo has one");
  const topic = new KlineApiTradesTopic(market, { ...desk, mark: () => undefined });
  for (let id = 1; id <= TRADES_WAITING_MAX + 1; id++) traded(desk, id);

  const told = topic.advance() as { data: string };
  const { id, data } = JSON.parse(told.data) as { id: number; data: unknown[] };
  expect([id, data.length]).toEqual([2 * TRADES_TOLD_MAX, TRADES_TOLD_MAX]);
  topic.close();
});

test("STREAM-FAM-5 a ticker is told on subscribing and when it reads otherwise, at most every 500 ms", async () => {
  const { desk, client } = await listen(TICKER);
  const quiet = '{"amount":0,"vol":0,"open":0,"close":0,"high":0,"low":0,"rose":0}';
  expect(client.takeTicks()).toEqual([quiet]);

  desk.trade("0.1 @ 40000");
  await desk.wait(5);
  const first =
    '{"amount":4000,"vol":0.1,"open":40000,"close":40000,"high":40000,"low":40000,"rose":0}';
  expect(client.takeTicks()).toEqual([first]);

  desk.trade("0.1 @ 30000.01");
  await desk.wait(490);
  expect(client.takeTicks()).toEqual([]);
  await desk.wait(15);
  const second =
    '"amount":7000.001,"vol":0.2,"open":40000,"close":30000.01,"high":40000,"low":30000.01';
  expect(client.takeTicks()).toEqual([`{${second},"rose":-0.24999975}`]);

  desk.order("demo1", "buy 0.1 @ 20000");
  desk.feed.second();
  await desk.wait(1_000);
  expect(client.takeTicks()).toEqual([]);
  desk.market.exchange.nowMs += 86_400_000;
  desk.feed.second();
  await desk.wait(5);
  expect(client.takeTicks()).toEqual([
    '{"amount":0,"vol":0,"open":30000.01,"close":30000.01,"high":30000.01,"low":30000.01,"rose":0}',
  ]);
});

test("STREAM-FAM-5 STREAM-FAM-6 the ticker and the candle of a contract", async () => {
  const { desk, client } = await listen("market_e_btcusdt_ticker", "market_e_btcusdt_kline_1day");
  client.take();
  desk.trade("30 @ 50000.1", E);
  await desk.wait(5);

  const prices = '"open":50000.1,"close":50000.1,"high":50000.1,"low":50000.1';
  const start = Date.UTC(2023, 10, 14) / 1_000;
  expect(client.takeTicks()).toEqual([
    `{"amount":150.0003,"vol":30,${prices},"rose":0}`,
    `{"id":${start},"vol":30,${prices}}`,
  ]);
});

test("STREAM-FAM-6 the running candle is told on subscribing and when it changed, at most every 500 ms", async () => {
  const { desk, client } = await listen(KLINE);
  expect(client.takeTicks()).toEqual([]);

  desk.trade("1 @ 50000");
  await desk.wait(5);
  const id = 1_699_999_980;
  const first = `{"id":${id},"vol":1,"open":50000,"close":50000,"high":50000,"low":50000}`;
  expect(client.takeTicks()).toEqual([first]);
  desk.trade("1.5 @ 49999.5");
  await desk.wait(490);
  expect(client.takeTicks()).toEqual([]);
  await desk.wait(15);
  const second = `{"id":${id},"vol":2.5,"open":50000,"close":49999.5,"high":50000,"low":49999.5}`;
  expect(client.takeTicks()).toEqual([second]);
  await desk.wait(5);
  expect(desk.time.pending).toBe(0); // nothing more to tell, so that no beat comes

  const late = desk.connect();
  late.ask("sub", KLINE);
  expect(late.takeTicks()).toEqual([second]);
});

test("STREAM-FAM-6 a candle that closed is told as it became, before the new one", async () => {
  const { desk, client } = await listen(KLINE);
  desk.trade("1 @ 50000");
  await desk.wait(5);
  client.take();

  desk.trade("2 @ 50010");
  desk.market.exchange.nowMs += 60_000;
  desk.trade("3 @ 50005");
  await desk.wait(500);
  const id = 1_699_999_980;
  const closed = `{"id":${id},"vol":3,"open":50000,"close":50010,"high":50010,"low":50000}`;
  expect(client.takeTicks()).toEqual([closed]);
  await desk.wait(500);
  const running = `{"id":${id + 60},"vol":3,"open":50005,"close":50005,"high":50005,"low":50005}`;
  expect(client.takeTicks()).toEqual([running]);
  await desk.wait(2_000);
  expect(client.takeTicks()).toEqual([]);
});

test("STREAM-FAM-6 a candle that closed as it was told is not told again, and a quiet one begins", async () => {
  const { desk, client } = await listen(KLINE);
  desk.trade("1 @ 50000");
  await desk.wait(600);
  client.take();

  desk.market.exchange.nowMs += 60_000;
  desk.feed.second();
  await desk.wait(5);
  const prices = '"open":50000,"close":50000,"high":50000,"low":50000';
  expect(client.takeTicks()).toEqual([`{"id":1700000040,"vol":0,${prices}}`]);
});
