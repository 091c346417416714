/** Coming back to `/ws`: gaps, `from` and `log`, `too_old`, `other_log`. */
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import { Book, Journal, Rows } from "./folds.ts";
import { without } from "./rest.ts";
import { limit, openExchange } from "./setting.ts";

test("what was missed comes just as it was sent", async () => {
  const exchange = await openExchange({ traders: true });
  const { operator } = exchange;
  const stayed = await exchange.stream();
  const wasAway = await exchange.stream();
  const channels = ["depth:BTCUSDT", "trades:BTCUSDT"] as const;
  const foldOf = (channel: string) =>
    channel.startsWith("depth") ? new Book() : new Journal("trades");
  await operator.advanceClock(5_000);
  for (const channel of channels) {
    const whole = await stayed.follow(channel, foldOf(channel));
    const parts = await wasAway.follow(channel, foldOf(channel));
    for (let round = 0; round < 3; round += 1) {
      const had = whole.messages.length;
      wasAway.cut();
      await operator.advanceClock(10_000);
      await stayed.until(() => whole.messages.length > had);
      await wasAway.connect();
    }
    await wasAway.until(() => parts.seq === whole.seq);
    await stayed.until(() => parts.seq === whole.seq);
    const bySeq = new Map(whole.messages.map((message) => [message["seq"], message]));
    for (const message of parts.messages.slice(1)) {
      expect(message).toEqual(bySeq.get(message["seq"]));
    }
    expect([parts.snapshots, parts.resumed, parts.resyncs]).toEqual([1, 3, []]);
  }
});

test("a client that loses an update notices, and gets it", async () => {
  let dropped = 0;
  const exchange = await openExchange();
  const stream = await exchange.stream(undefined, {
    lose: ({ type }) => {
      if (type === "update") dropped += 1;
      return type === "update" && dropped === 1;
    },
  });
  const trades = await stream.follow("trades:BTCUSDT", new Journal("trades"));

  for (const volume of ["0.1", "0.2", "0.3"]) {
    const told = stream.until(() => trades.gaps + trades.messages.length + dropped > 1);
    await exchange.demo1.post("/sapi/v1/order", limit("SELL", volume, "50000"));
    await exchange.demo2.post("/sapi/v1/order", limit("BUY", volume, "50000"));
    await told;
  }

  await stream.until(() => trades.fold.rows.length === 3);
  expect(trades.fold.column("qty")).toEqual(["0.1", "0.2", "0.3"]);
  expect([trades.snapshots, trades.resyncs]).toEqual([1, []]);
  expect([trades.gaps, trades.resumed]).toEqual([1, 1]);
});

test("private channels go on where they stood, too", async () => {
  const exchange = await openExchange();
  const { demo1 } = exchange;
  const stream = await exchange.stream("demo1");
  const orders = await stream.follow("my.orders", new Journal("orders"));
  const balances = await stream.follow(
    "my.balances",
    new Rows("balances", ({ area, asset, marginCoin }) => `${area} ${asset ?? marginCoin}`),
  );

  const { orderId } = await demo1.post("/sapi/v1/order", limit("BUY", "1", "40000"));
  await stream.until(() => orders.fold.rows.length === 1);
  stream.cut();
  await demo1.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId });
  await demo1.post("/sapi/v1/order", limit("BUY", "1", "30000"));
  await stream.connect();

  await stream.until(() => orders.fold.rows.length === 3);
  expect(orders.fold.column("status")).toEqual(["NEW", "CANCELED", "NEW"]);
  await stream.until(() => balances.fold.byKey.get("spot USDT")?.["locked"] === "30000");
  expect([orders.snapshots, orders.resumed, balances.snapshots]).toEqual([1, 1, 1]);
});

test("from before what is kept is too_old, with a snapshot", async () => {
  const exchange = await openExchange({ traders: true });
  await exchange.operator.advanceClock(5_000);
  const stream = await exchange.stream();

  const book = await stream.follow("depth:BTCUSDT", new Book(), { seq: "1-0", log: stream.log });
  await stream.until(() => book.snapshots === 1);

  expect([book.resyncs, book.resumed]).toEqual([["too_old"], 0]);
  const asked = await exchange.rest.get("/sapi/v1/depth", { symbol: "BTCUSDT", limit: 100 });
  await stream.until(() => isDeepStrictEqual(book.fold.sides, without(asked, "time")));
});

test("a log of another server is other_log, with a snapshot", async () => {
  const exchange = await openExchange();
  const stream = await exchange.stream();
  const book = await stream.follow("depth:BTCUSDT", new Book(), { seq: "41-0", log: "another" });
  await stream.until(() => book.snapshots === 1);
  expect([book.resyncs, book.resumed]).toEqual([["other_log"], 0]);
});

test("after a reset the log is another, and a client that did not know gets a snapshot", async () => {
  const exchange = await openExchange();
  const stream = await exchange.stream();
  const book = await stream.follow("depth:BTCUSDT", new Book());
  await exchange.demo1.post("/sapi/v1/order", limit("BUY", "1", "40000"));
  await stream.until(() => book.fold.sides.bids.length === 1);
  const { log } = stream;

  const closed = stream.closed();
  await exchange.operator.reset();
  expect((await closed).code).toBe(4001);
  await stream.connect();

  await stream.until(() => book.snapshots === 2);
  expect(stream.log).not.toBe(log);
  expect([book.resyncs, book.fold.sides]).toEqual([["other_log"], { bids: [], asks: [] }]);
});

test("from without a log, or that is no seq, is refused", async () => {
  const exchange = await openExchange();
  const stream = await exchange.stream();
  const subscribe = { op: "subscribe", channel: "tickers" };
  await expect(stream.ask({ ...subscribe, from: "1-0" })).rejects.toThrow("-1102");
  await expect(stream.ask({ ...subscribe, from: "one", log: stream.log })).rejects.toThrow("-1102");
});
