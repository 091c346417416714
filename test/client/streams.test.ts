/**
 * The client's streams against the real thing, over a port: what they tell is what the REST API answers,
 * also when the connection is cut, the sandbox is taken to another state or a key is revoked.
 */
import { isDeepStrictEqual } from "node:util";
import { expect, test } from "vitest";
import {
  type BourseError,
  type DepthData,
  followDepth,
  followRows,
  type MyBalance,
  type MyOrder,
  type MyTrade,
  type PublicTrade,
} from "../../src/client/client.ts";
import { Draws } from "../../src/core/base/draws.ts";
import { StreamsDesk, Told } from "./streams-desk.ts";

test("a followed book is that of the REST API after a while of trading", async () => {
  const desk = await StreamsDesk.open({ traders: true, seed: 7 });
  const client = desk.client("demo1");
  const books = new Told<DepthData>();
  followDepth(desk.stream(), "BTCUSDT", books.tell);
  const draws = new Draws(7, 0);
  for (let count = 0; count < 60; count++) {
    // Told every 100 ms at most: what is placed in between is one message.
    if (count % 15 === 0) await books.until((all) => all.length > count / 15);
    const side = draws.below(2) === 0 ? "BUY" : "SELL";
    const price = `${49_980 + draws.below(41)}`;
    await client.spot.createOrder({
      symbol: "BTCUSDT",
      side,
      type: "LIMIT",
      volume: "0.01",
      price,
    });
  }
  await desk.exchange.operator.freezeClock();

  const { bids, asks } = await client.spot.depth({ symbol: "BTCUSDT", limit: 100 });

  await books.until((all) => isDeepStrictEqual(all.at(-1), { bids, asks }));
  expect(books.all.length).toBeGreaterThan(3);
});

test("a connection that is cut is resumed: no trade is missing, and none comes twice", async () => {
  const desk = await StreamsDesk.open();
  const trades = new Told<PublicTrade>();
  const others = new Told<string>();
  const stream = desk.stream();
  stream.subscribe("trades:BTCUSDT", {
    snapshot: () => others.tell("snapshot"),
    update: (told) => told.trades.forEach(trades.tell),
    resync: others.tell,
  });
  await others.until((all) => all.length > 0);

  for (let cuts = 1; cuts <= 3; cuts++) {
    await desk.trade(4);
    desk.cut();
    await desk.trade(4);
    await trades.until((all) => all.length >= cuts * 8);
  }

  const ids = trades.all.map(({ id }) => id);
  expect(ids).toEqual(ids.map((_, count) => (ids[0] ?? 0) + count));
  expect(ids).toHaveLength(24);
  expect(others.all).toEqual(["snapshot"]);
});

test("a sandbox that is reset: everything begins anew", async () => {
  const desk = await StreamsDesk.open();
  const books = new Told<DepthData>();
  const reasons = new Told<string>();
  followDepth(desk.stream(), "BTCUSDT", books.tell, { resync: reasons.tell });
  await desk.client("demo1").spot.createOrder({
    symbol: "BTCUSDT",
    side: "BUY",
    type: "LIMIT",
    volume: "1",
    price: "49000",
  });
  await books.until((all) => all.at(-1)?.bids.length === 1);

  await desk.exchange.operator.reset();

  await books.until((all) => all.at(-1)?.bids.length === 0);
  expect(reasons.all).toEqual(["other_log"]);
  await desk.client("demo1").spot.createOrder({
    symbol: "BTCUSDT",
    side: "BUY",
    type: "LIMIT",
    volume: "2",
    price: "48000",
  });
  await books.until((all) => isDeepStrictEqual(all.at(-1)?.bids, [["48000", "2"]]));
});

test("a channel that is not there is refused in the words of the API", async () => {
  const desk = await StreamsDesk.open();
  const errors = new Told<BourseError>();
  followDepth(desk.stream(), "NOPE", () => undefined, { error: errors.tell });

  await errors.until((all) => all.length > 0);

  expect(errors.all).toMatchObject([{ name: "BAD_SYMBOL", kind: "malformed" }]);
});

test("a fill arrives on my.orders, my.trades and my.balances, as the REST API has it", async () => {
  const desk = await StreamsDesk.open();
  const client = desk.client("demo2");
  const stream = desk.stream("demo2");
  const orders = new Told<MyOrder>();
  const trades = new Told<MyTrade>();
  const balances = new Told<readonly MyBalance[]>();
  stream.subscribe("my.orders", {
    snapshot: () => undefined,
    update: (told) => told.orders.forEach(orders.tell),
  });
  stream.subscribe("my.trades", {
    snapshot: () => undefined,
    update: (told) => told.trades.forEach(trades.tell),
  });
  followRows(stream, "my.balances", balances.tell);
  await balances.until((all) => all.length > 0);

  await desk.trade(1);

  await trades.until((all) => all.length > 0);
  await orders.until((all) => all.at(-1)?.status === "FILLED");
  const [trade] = await client.spot.myTrades({ symbol: "BTCUSDT" });
  expect(trades.all).toEqual([{ area: "spot", ...trade }]);
  const order = await client.spot.getOrder({
    symbol: "BTCUSDT",
    orderId: orders.all[0]?.orderId ?? 0,
  });
  expect(orders.all.at(-1)).toEqual({ area: "spot", ...order });
  const { balances: held } = await client.spot.account();
  const spot = (all: readonly MyBalance[] = []) => all.filter(({ area }) => area === "spot");
  const wanted = held.map((balance) => ({ area: "spot", ...balance }));
  await balances.until((all) =>
    spot(all.at(-1)).every((row) => wanted.some((one) => isDeepStrictEqual(one, row))),
  );
});

test("open orders are followed as rows, over a connection that is cut", async () => {
  const desk = await StreamsDesk.open();
  const { spot } = desk.client("demo1");
  const rows = new Told<readonly MyOrder[]>();
  followRows(desk.stream("demo1"), "my.orders", rows.tell);
  await rows.until((all) => all.length > 0);
  const limit = { symbol: "BTCUSDT", type: "LIMIT", volume: "1", side: "BUY" } as const;
  const first = await spot.createOrder({ ...limit, price: "40000" });
  await rows.until((all) => all.at(-1)?.length === 1);

  desk.cut();
  const second = await spot.createOrder({ ...limit, price: "41000" });
  await spot.cancelOrder({ symbol: "BTCUSDT", orderId: first.orderId });

  await rows.until((all) => {
    const [row, ...more] = all.at(-1) ?? [];
    return row?.orderId === second.orderId && more.length === 0;
  });
});

test("a revoked key ends private subscriptions with an error, and public ones go on", async () => {
  const desk = await StreamsDesk.open();
  const { operator } = desk.exchange;
  const key = await operator.addKey("demo1");
  const stream = desk.stream(key);
  const errors = new Told<BourseError>();
  const beginnings = new Told<string>();
  const trades = new Told<PublicTrade>();
  stream.subscribe("trades:BTCUSDT", {
    snapshot: () => beginnings.tell("public"),
    update: (told) => told.trades.forEach(trades.tell),
  });
  stream.subscribe("my.orders", {
    snapshot: () => beginnings.tell("private"),
    update: () => undefined,
    error: errors.tell,
  });
  await beginnings.until((all) => all.length === 2);

  await operator.post("/keys/revoke", { apiKey: key.apiKey });
  await errors.until((all) => all.length > 0);
  await desk.trade(1);
  await trades.until((all) => all.length > 0);

  expect(errors.all).toMatchObject([{ kind: "credentials", code: -2015 }]);
  expect(stream.status).toBe("open");
});

test("a wrong secret is refused, and told to the private subscriptions", async () => {
  const desk = await StreamsDesk.open();
  const { apiKey } = desk.exchange.keys["demo1"] ?? expect.fail("there is a demo1");
  const errors = new Told<BourseError>();
  const stream = desk.stream({ apiKey, secret: "not-the-secret" });

  stream.subscribe("my.orders", {
    snapshot: () => undefined,
    update: () => undefined,
    error: errors.tell,
  });
  await errors.until((all) => all.length > 0);

  expect(errors.all).toMatchObject([{ kind: "credentials" }]);
});
