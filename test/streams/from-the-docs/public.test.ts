/** Public channels of `/ws`: what a client makes of them is what the REST API answers. */
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { Book, Journal, Rows, Whole } from "./folds.ts";
import { type Row, rowsOf, without } from "./rest.ts";
import { contractLimit, limit, openExchange, type Setting } from "./setting.ts";
import type { StreamClient } from "./ws-client.ts";

const CONTRACT = "E-BTC-USDT";

function depthOf({ rest }: Setting, name: string): Promise<Row> {
  const limit = 100;
  return name.startsWith("E-")
    ? rest.get("/fapi/v1/depth", { contractName: name, limit })
    : rest.get("/sapi/v1/depth", { symbol: name, limit });
}

/** The book of the stream comes to be that of the REST API, while nothing moves. */
async function expectSameBook(exchange: Setting, stream: StreamClient, name: string, book: Book) {
  const asked = without(await depthOf(exchange, name), "time");
  await stream.until(() => isDeepStrictEqual(book.sides, asked));
}

/** The figures of a REST reply of futures are numbers, those of a stream are texts. */
function asTexts(row: Row, ...kept: readonly string[]): Row {
  const texts = Object.entries(row).map(([name, value]): [string, unknown] => [
    name,
    typeof value === "number" && !kept.includes(name) ? `${value}` : value,
  ]);
  return Object.fromEntries(texts);
}

test.each(["BTCUSDT", CONTRACT])("the book of %s is that of the depth endpoint", async (name) => {
  const exchange = await openExchange({ traders: true });
  const stream = await exchange.stream();
  const { fold: book, messages } = await stream.follow(`depth:${name}`, new Book());

  for (let round = 0; round < 5; round += 1) {
    await exchange.operator.advanceClock(5_000);
    await expectSameBook(exchange, stream, name, book);
  }

  expect(book.sides.bids.length).toBeGreaterThan(3);
  expect(messages.length).toBeGreaterThan(5);
});

test("a level that falls out of the best 100 and comes back in", async () => {
  const exchange = await openExchange();
  const stream = await exchange.stream();
  const { fold: book } = await stream.follow("depth:BTCUSDT", new Book());
  const bids = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({
      side: "BUY",
      batchType: "LIMIT",
      volume: 0.001,
      price: from + at,
    }));
  for (let from = 40_000; from < 40_100; from += 10) {
    await exchange.demo1.post("/sapi/v1/batchOrders", {
      symbol: "BTCUSDT",
      orders: bids(from, 10),
    });
  }
  await expectSameBook(exchange, stream, "BTCUSDT", book);

  const { ids } = await exchange.demo1.post("/sapi/v1/batchOrders", {
    symbol: "BTCUSDT",
    orders: bids(41_000, 5),
  });
  await expectSameBook(exchange, stream, "BTCUSDT", book);
  expect([book.sides.bids.length, book.sides.bids.at(-1)]).toEqual([100, ["40005", "0.001"]]);

  await exchange.demo1.post("/sapi/v1/batchCancel", { symbol: "BTCUSDT", orderIds: ids });
  await expectSameBook(exchange, stream, "BTCUSDT", book);
  expect(book.sides.bids.at(-1)).toEqual(["40000", "0.001"]);
});

test("every trade is seen once, oldest first, over many cuts", async () => {
  const exchange = await openExchange({ traders: true });
  const { operator, rest } = exchange;
  const stream = await exchange.stream();
  const isTraded = ({ id }: Row) => Number(id) > 0;
  const spot = await stream.follow("trades:BTCUSDT", new Journal("trades"));
  const futures = await stream.follow(`trades:${CONTRACT}`, new Journal("trades"));
  // The demo's past ends before the first trade, with a full minute; its rows are counted below zero.
  const past = spot.fold.rows.filter((row) => !isTraded(row));
  const pastEndMs = Number(past.at(-1)?.["time"]);

  for (let round = 0; round < 10; round += 1) {
    const advanced = operator.advanceClock(10_000);
    await stream.next(({ type }) => type === "update");
    stream.cut();
    if (round % 2 === 0) await advanced; // sometimes it comes back while more happens
    await stream.connect();
    await advanced;
  }

  const { list } = await rest.get("/sapi/v1/trades", { symbol: "BTCUSDT", limit: 1000 });
  const wanted = rowsOf(list)
    .reverse()
    .filter(({ time }) => Number(time) > pastEndMs);
  const told = () => spot.fold.rows.filter(isTraded);
  await stream.until(() => told().length >= wanted.length);
  expect(told().map((trade) => without(trade, "id"))).toEqual(wanted);
  const ids = told().map(({ id }) => Number(id));
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));

  const minutes = { contractName: CONTRACT, interval: "1min", startTime: pastEndMs };
  const vol = sumOf(rowsOf(await rest.get("/fapi/v1/klines", minutes)), "vol");
  const traded = () => sumOf(futures.fold.rows.filter(isTraded), "qty");
  await stream.until(() => traded() >= vol);
  expect([traded(), vol > 0]).toEqual([vol, true]);
  expect([spot.snapshots, spot.resumed, spot.gaps]).toEqual([1, 10, 0]);
});

function sumOf(rows: readonly Row[], field: string): number {
  return rows.reduce((sum, row) => sum + Number(row[field]), 0);
}

test("tickers, one by one and all at once", async () => {
  const exchange = await openExchange({ traders: true });
  const { rest } = exchange;
  const stream = await exchange.stream();
  const spot = await stream.follow("ticker:BTCUSDT", new Whole());
  const futures = await stream.follow(`ticker:${CONTRACT}`, new Whole());
  const all = await stream.follow("tickers", new Rows("tickers", ({ name }) => `${name}`));
  await exchange.operator.advanceClock(20_000);

  const asked = [
    { name: "BTCUSDT", ...(await rest.get("/sapi/v1/ticker", { symbol: "BTCUSDT" })) },
    { name: CONTRACT, ...(await rest.get("/fapi/v1/ticker", { contractName: CONTRACT })) },
  ].map((ticker) => without(ticker, "time"));
  const same = (tickers: readonly (Row | undefined)[]) =>
    isDeepStrictEqual(
      tickers.map((ticker) => without(ticker ?? {}, "time")),
      asked,
    );

  await stream.until(() => same([spot.fold.now, futures.fold.now]));
  await stream.until(() => same(["BTCUSDT", CONTRACT].map((name) => all.fold.byKey.get(name))));
  const { symbols } = await rest.get("/sapi/v1/symbols");
  const contracts = await rest.get("/fapi/v1/contracts");
  const names = [...rowsOf(symbols), ...rowsOf(contracts)].map(({ symbol }) => symbol);
  expect([...all.fold.byKey.keys()].sort()).toEqual(names.sort());
});

test("candles of a symbol and of a contract", async () => {
  const exchange = await openExchange({ traders: true });
  const { rest, operator } = exchange;
  await operator.advanceClock(90_000);
  const stream = await exchange.stream();
  const candles = () => new Rows("candles", ({ idx }) => `${idx}`);
  const spot = await stream.follow("kline:BTCUSDT:1min", candles());
  const futures = await stream.follow(`kline:${CONTRACT}:5min`, candles());
  await operator.advanceClock(150_000);

  const asked = [
    await rest.get("/sapi/v1/klines", { symbol: "BTCUSDT", interval: "1min", limit: 300 }),
    await rest.get("/fapi/v1/klines", { contractName: CONTRACT, interval: "5min", limit: 300 }),
  ].map((rows) =>
    rowsOf(rows)
      .reverse()
      .map((candle) => asTexts(candle, "idx")),
  );

  // With the demo's past there are 300 from the first message on.
  const newest = () => [spot.fold.rows.slice(-300), futures.fold.rows.slice(-300)];
  await stream.until(() => isDeepStrictEqual(newest(), asked));
  expect(spot.fold.rows.length).toBeGreaterThan(3);
});

test("the index of a contract", async () => {
  const exchange = await openExchange();
  const stream = await exchange.stream();
  const index = await stream.follow(`index:${CONTRACT}`, new Whole());

  await exchange.operator.setIndex("BTC", "51234.5");
  await exchange.operator.advanceClock(1_000);

  const asked = await exchange.rest.get("/fapi/v1/index", { contractName: CONTRACT });
  const wanted = without(asTexts(asked), "time");
  await stream.until(() => isDeepStrictEqual(without(index.fold.now, "time"), wanted));
  expect(index.fold.now).toMatchObject({ indexPrice: "51234.5", contractName: CONTRACT });
});

test("a market that is delisted ends its channels, and only those", async () => {
  const exchange = await openExchange();
  const stream = await exchange.stream();
  const gone = await stream.follow("depth:ETHBTC", new Book());
  const stays = await stream.follow("depth:BTCUSDT", new Book());

  await exchange.operator.post("/symbols/halt", { name: "ETHBTC" });
  await exchange.operator.post("/symbols/delist", { name: "ETHBTC" });
  await stream.until(() => gone.endedBecause === "delisted");
  await expect(stream.follow("depth:ETHBTC", new Book())).rejects.toThrow("-1121");

  await exchange.demo1.post("/sapi/v1/order", limit("BUY", "1", "40000"));
  await expectSameBook(exchange, stream, "BTCUSDT", stays.fold);
});

test("after unsubscribe nothing more comes", async () => {
  const exchange = await openExchange();
  const stream = await exchange.stream();
  const left = await stream.follow("trades:BTCUSDT", new Journal("trades"));
  const kept = await stream.follow(`trades:${CONTRACT}`, new Journal("trades"));
  const answer = await stream.unfollow("trades:BTCUSDT");
  expect(without(answer, "id")).toEqual({ type: "unsubscribed", channel: "trades:BTCUSDT" });
  let told = 0;
  const counted = stream.next((message) => {
    if (message["channel"] === "trades:BTCUSDT") told += 1;
    return kept.fold.rows.length > 0;
  });

  await exchange.demo1.post("/sapi/v1/order", limit("SELL", "1", "50000"));
  await exchange.demo2.post("/sapi/v1/order", limit("BUY", "1", "50000"));
  await exchange.operator.setIndex("BTC", "50000");
  await exchange.demo1.post("/fapi/v1/order", contractLimit("OPEN", "SELL", "10", "50000"));
  await exchange.demo2.post("/fapi/v1/order", contractLimit("OPEN", "BUY", "10", "50000"));
  await counted;

  expect([told, left.fold.rows, kept.fold.column("qty")]).toEqual([0, [], ["10"]]);
});
