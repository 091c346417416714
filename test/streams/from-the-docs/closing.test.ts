/** What `/ws` refuses, and how a connection ends: error codes and closing codes of docs/streams.md. */
import { expect, test } from "vitest";
import { Journal, Whole } from "./folds.ts";
import { without } from "./rest.ts";
import { openExchange } from "./setting.ts";

test("a wrong signature is refused, and the right one is taken afterwards", async () => {
  const exchange = await openExchange();
  const stream = await exchange.stream();
  const key = exchange.key("demo1");
  const orders = () => stream.follow("my.orders", new Journal("orders"));

  await expect(orders()).rejects.toThrow("-1002");
  await expect(stream.login({ ...key, secret: "wrong" })).rejects.toThrow("-1022");
  await expect(stream.login({ ...key, apiKey: "nobody" })).rejects.toThrow("-2015");
  await expect(stream.login(key, Date.now() - 60_000)).rejects.toThrow("-1021");
  await expect(orders()).rejects.toThrow("-1002");

  expect(without(await stream.login(key), "id")).toEqual({ type: "loggedIn" });
  await expect(stream.login(key)).rejects.toThrow("-1020");
  expect((await orders()).fold.rows).toEqual([]);
});

test("a key may be read-only, and its list of addresses holds", async () => {
  const exchange = await openExchange();
  const { operator } = exchange;
  const stream = await exchange.stream();
  const elsewhere = await operator.post("/keys", { user: "demo1", ip: "10.0.0.1" });
  const { apiKey, secret } = Object.assign({ apiKey: "", secret: "" }, elsewhere);
  await expect(stream.login({ apiKey, secret })).rejects.toThrow("-2015");
  const reader = await operator.addKey("demo1", { permissions: ["read"] });
  expect(await stream.login(reader)).toMatchObject({ type: "loggedIn" });
});

test("what cannot be done is answered with a code, and the connection stays open", async () => {
  const exchange = await openExchange();
  const stream = await exchange.stream();
  for (const channel of [
    "depth:NOPE",
    "depth:btcusdt",
    "index:BTCUSDT",
    "kline:BTCUSDT:2min",
    "x",
  ]) {
    await expect(stream.ask({ op: "subscribe", channel })).rejects.toThrow("-1121");
  }
  await expect(stream.ask({ op: "unsubscribe", channel: "tickers" })).rejects.toThrow("-1121");
  await expect(stream.ask({ op: "subscribe" })).rejects.toThrow("-1102");
  await expect(stream.ask({ op: "dance" })).rejects.toThrow("-1020");

  const refused = stream.next(({ type }) => type === "error");
  stream.send("no JSON");
  expect(await refused).toMatchObject({ code: -1100 });
  expect(without(await stream.ask({ op: "ping", more: 1 }), "id")).toEqual({ type: "pong" });
  const long = "x".repeat(64);
  stream.send(JSON.stringify({ op: "ping", id: long }));
  expect(await stream.next(({ id }) => id === long)).toEqual({ type: "pong", id: long });
});

test("1003 for a binary frame, 1007 for what is no UTF-8, 1009 for more than 4 KiB", async () => {
  const exchange = await openExchange();
  const frames = [
    { code: 1003, frame: Buffer.from('{"op":"ping"}'), binary: true },
    { code: 1007, frame: Buffer.from([0x7b, 0xff, 0xfe]), binary: false },
    { code: 1009, frame: "x".repeat(4097), binary: false },
  ];
  for (const { code, frame, binary } of frames) {
    const stream = await exchange.stream();
    const closed = stream.closed();
    stream.send(frame, binary);
    expect((await closed).code).toBe(code);
  }
});

test("a message of 4 KiB is read", async () => {
  const stream = await (await openExchange()).stream();
  const frame = (pad: string) => JSON.stringify({ op: "ping", id: "full", pad });
  const pong = stream.next(({ id }) => id === "full");
  stream.send(frame("x".repeat(4096 - frame("").length)));
  expect(await pong).toMatchObject({ type: "pong" });
});

test("1008 for too many messages; 200 are answered", async () => {
  const stream = await (await openExchange()).stream();
  let pongs = 0;
  const all = stream.next(({ type }) => {
    if (type === "pong") pongs += 1;
    return pongs === 200;
  });
  for (let sent = 0; sent < 200; sent += 1) stream.send('{"op":"ping"}');
  await all;

  const closed = stream.closed();
  for (let sent = 0; sent < 450; sent += 1) stream.send('{"op":"ping"}'); // in any two seconds too many
  expect((await closed).code).toBe(1008);
});

test("4001 when the sandbox goes to another state", async () => {
  const exchange = await openExchange();
  await exchange.operator.save("here");
  const stream = await exchange.stream("demo1");
  const reset = stream.closed();
  await exchange.operator.reset();
  expect((await reset).code).toBe(4001);

  await stream.connect();
  const loaded = stream.closed();
  await exchange.operator.load("here");
  expect((await loaded).code).toBe(4001);
});

test("4002 when the key of the login is revoked, and for no other client", async () => {
  const exchange = await openExchange();
  const { operator } = exchange;
  const key = await operator.addKey("demo1", { permissions: ["read"] });
  const stream = await exchange.stream(undefined, { key });
  const other = await exchange.stream("demo1");
  await stream.follow("my.margin", new Whole());

  const closed = stream.closed();
  await operator.post("/keys/revoke", { apiKey: key.apiKey });

  expect((await closed).code).toBe(4002);
  await expect(stream.connect()).rejects.toThrow("-2015");
  expect(await other.ask({ op: "ping" })).toMatchObject({ type: "pong" });
});

test("1001 when the server stops", async () => {
  const exchange = await openExchange();
  const stream = await exchange.stream();
  const closed = stream.closed();
  await exchange.stop();
  expect((await closed).code).toBe(1001);
});
