/** `/kline-api/ws`: the four kinds of channels, of a symbol and of a contract, held against the REST API. */
import { expect, test } from "vitest";
import { type Rest, type Row, rowOf, rowsOf, without } from "./rest.ts";
import { contractLimit, limit, openExchange, type Setting } from "./setting.ts";

const CONTRACT = "E-BTC-USDT";

interface Market {
  readonly s: string;
  readonly trade: (exchange: Setting, volume: string, price: string) => Promise<void>;
  readonly ask: (
    rest: Rest,
    what: string,
    query?: Readonly<Record<string, string>>,
  ) => Promise<Row>;
  /** What one of `vol` is in the base. */
  readonly size: number;
}

const SPOT: Market = {
  s: "btcusdt",
  trade: async ({ demo1, demo2 }, volume, price) => {
    await demo1.post("/sapi/v1/order", limit("SELL", volume, price));
    await demo2.post("/sapi/v1/order", limit("BUY", volume, price));
  },
  ask: (rest, what, query) => rest.get(`/sapi/v1/${what}`, { symbol: "BTCUSDT", ...query }),
  size: 1,
};

const FUTURES: Market = {
  s: "e_btcusdt",
  trade: async ({ demo1, demo2 }, volume, price) => {
    await demo1.post("/fapi/v1/order", contractLimit("OPEN", "SELL", volume, price));
    await demo2.post("/fapi/v1/order", contractLimit("OPEN", "BUY", volume, price));
  },
  ask: (rest, what, query) => rest.get(`/fapi/v1/${what}`, { contractName: CONTRACT, ...query }),
  size: 0.0001,
};

const MARKETS = [SPOT, FUTURES];

async function openMarket(): Promise<Setting> {
  const exchange = await openExchange();
  await exchange.operator.setIndex("BTC", "50000");
  return exchange;
}

function numbers(levels: unknown): number[][] {
  return rowsOf(levels).map((level) => [Number(level[0]), Number(level[1])]);
}

test.each(MARKETS)("depth of $s: all of it, on subscribing and on every change", async (market) => {
  const exchange = await openMarket();
  const channel = `market_${market.s}_depth_step0`;
  const [path, bid] =
    market === SPOT
      ? ["/sapi/v1/order", (price: string) => limit("BUY", "2", price)]
      : ["/fapi/v1/order", (price: string) => contractLimit("OPEN", "BUY", "2", price)];
  await exchange.demo1.post(path, bid("49000"));
  const klineApi = await exchange.klineApi();

  const answer = await klineApi.ask("sub", channel);
  expect(answer).toEqual({
    event_rep: "subed",
    channel,
    cb_id: "1",
    status: "ok",
    ts: expect.any(Number),
  });
  expect(await klineApi.tick(channel, ({ buys }) => rowsOf(buys).length === 1)).toEqual({
    asks: [],
    buys: [[49000, 2]],
  });
  await exchange.demo1.post(path, bid("49500"));
  const tick = await klineApi.tick(channel, ({ buys }) => rowsOf(buys).length === 2);

  const { bids, asks } = await market.ask(exchange.rest, "depth");
  expect(tick).toEqual({ asks: numbers(asks), buys: numbers(bids) });
  const { data } = await klineApi.ask("req", channel);
  expect(data).toEqual([tick]);
});

test.each(MARKETS)("trades of $s: newest first, and asked for oldest first", async (market) => {
  const exchange = await openMarket();
  const channel = `market_${market.s}_trade_ticker`;
  const klineApi = await exchange.klineApi();
  await klineApi.ask("sub", channel);

  await market.trade(exchange, "1", "50000");
  await market.trade(exchange, "3", "50010");

  // Both may come in one tick, whose id is that of the newest.
  await klineApi.tick(channel, (tick) => tick["id"] === 2);
  const ticks = klineApi.ticks(channel);
  const told = new Map(ticks.flatMap(({ data }) => rowsOf(data)).map((row) => [row["id"], row]));
  const wanted = [
    { id: 1, side: "BUY", price: 50000, vol: 1, amount: Number((50000 * market.size).toFixed(4)) },
    { id: 2, side: "BUY", price: 50010, vol: 3, amount: Number((150030 * market.size).toFixed(4)) },
  ];
  const { time } = await market.ask(exchange.rest, "ticker"); // engine time stands
  const ts = Number(time);
  const ds = new Date(ts).toISOString().slice(0, 19).replace("T", " ");
  const rows = wanted.map((trade) => ({ ...trade, ts: expect.any(Number), ds }));
  expect([told.get(1), told.get(2)]).toEqual(rows);
  const { data } = await klineApi.ask("req", channel);
  expect(data).toEqual(rows);
});

test("trades of one order are one tick, newest first", async () => {
  const exchange = await openMarket();
  const klineApi = await exchange.klineApi();
  const channel = "market_btcusdt_trade_ticker";
  await klineApi.ask("sub", channel);
  for (const price of ["50001", "50002", "50003"]) {
    await exchange.demo1.post("/sapi/v1/order", limit("SELL", "1", price));
  }
  await exchange.demo2.post("/sapi/v1/order", limit("BUY", "3", "50003"));

  const tick = await klineApi.tick(channel, ({ id }) => id === 3);
  expect(rowsOf(tick["data"]).map(({ price }) => price)).toEqual([50003, 50002, 50001]);
});

test.each(MARKETS)("ticker of $s: on subscribing and on every change", async (market) => {
  const exchange = await openMarket();
  const channel = `market_${market.s}_ticker`;
  await market.trade(exchange, "1", "50000");
  const klineApi = await exchange.klineApi();
  await klineApi.ask("sub", channel);
  await klineApi.tick(channel, ({ vol }) => vol === 1);

  await market.trade(exchange, "2", "50100");

  const tick = await klineApi.tick(channel, ({ vol }) => vol === 3);
  const { last, ...asked } = await market.ask(exchange.rest, "ticker");
  const figures = Object.entries({ ...without(asked, "time", "buy", "sell"), close: last });
  expect(tick).toEqual(Object.fromEntries(figures.map(([name, text]) => [name, Number(text)])));
  const { data } = await klineApi.ask("req", channel);
  expect(data).toEqual([tick]);
});

test.each(MARKETS)("candles of $s: the running one, then the next", async (market) => {
  const exchange = await openMarket();
  const channel = `market_${market.s}_kline_1min`;
  await market.trade(exchange, "1", "50000");
  const klineApi = await exchange.klineApi();
  await klineApi.ask("sub", channel);
  const first = await klineApi.tick(channel, ({ vol }) => vol === 1);
  await market.trade(exchange, "2", "50010");
  await klineApi.tick(channel, ({ vol }) => vol === 3);
  await exchange.operator.advanceClock(60_000);
  await market.trade(exchange, "5", "50020");
  const last = await klineApi.tick(channel, ({ vol }) => vol === 5);

  expect(Number(last["id"]) - Number(first["id"])).toBe(60);
  const klines = await market.ask(exchange.rest, "klines", { interval: "1min" });
  const wanted = rowsOf(klines)
    .reverse()
    .map(({ idx, ...figures }) => ({
      id: Number(idx) / 1000,
      ...Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value)])),
    }));
  const told = new Map(klineApi.ticks(channel).map((tick) => [tick["id"], tick]));
  expect([...told.values()]).toEqual(wanted);

  const page = async (params: Row) => (await klineApi.ask("req", channel, params))["data"];
  expect(await page({})).toEqual(wanted);
  expect(await page({ pageSize: 1 })).toEqual(wanted.slice(1));
  expect(await page({ endIdx: Number(first["id"]) })).toEqual(wanted.slice(0, 1));
  expect(await page({ endIdx: Number(first["id"]) - 1 })).toEqual([]);
});

test("unsub ends it, and a delisted market ends it for you", async () => {
  const exchange = await openMarket();
  const klineApi = await exchange.klineApi();
  const channel = "market_btcusdt_ticker";
  await klineApi.ask("sub", channel);
  await klineApi.ask("sub", "market_ethbtc_ticker");
  expect(await klineApi.ask("unsub", channel)).toMatchObject({
    event_rep: "unsubed",
    status: "ok",
  });
  expect(await klineApi.ask("unsub", channel)).toMatchObject({ status: "error", code: -1121 });
  const before = klineApi.ticks(channel).length;
  const listens = await exchange.klineApi();
  await listens.ask("sub", channel);

  await SPOT.trade(exchange, "1", "50000");
  await listens.tick(channel, ({ vol }) => vol === 1);
  await exchange.operator.post("/symbols/halt", { name: "ETHBTC" });
  await exchange.operator.post("/symbols/delist", { name: "ETHBTC" });

  const ended = await klineApi.next(({ reason }) => reason === "delisted");
  expect(ended).toMatchObject({ event_rep: "unsubed", channel: "market_ethbtc_ticker" });
  expect(klineApi.ticks(channel).length).toBe(before);
});

test("what cannot be done has a code, and the connection stays open", async () => {
  const exchange = await openMarket();
  const klineApi = await exchange.klineApi();
  for (const channel of ["market_nope_ticker", "market_btcusdt_depth_step9", "x"]) {
    for (const event of ["sub", "req"] as const) {
      const refused = { status: "error", code: -1121, msg: expect.any(String), channel };
      expect(await klineApi.ask(event, channel)).toMatchObject(refused);
    }
  }
  const badPage = await klineApi.ask("req", "market_btcusdt_kline_1min", { pageSize: 0 });
  expect(badPage).toMatchObject({ status: "error", code: -1102 });
  const numbered = { event: "req", params: { channel: "market_btcusdt_ticker", cb_id: 42 } };
  klineApi.send(JSON.stringify(numbered));
  expect(await klineApi.next(({ cb_id }) => cb_id === 42)).toMatchObject({ event_rep: "rep" });
});

test("a ping of the client is answered", async () => {
  const exchange = await openMarket();
  const klineApi = await exchange.klineApi();
  klineApi.send(JSON.stringify({ ping: 1_700_000_000 }));
  expect(await klineApi.next((message) => "pong" in message)).toEqual({ pong: 1_700_000_000 });
  expect(rowOf(await klineApi.ask("req", "market_btcusdt_ticker"))["data"]).toHaveLength(1);
});
