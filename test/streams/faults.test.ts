/** Fault rules on both paths over a real port, seen by a client that does nothing by itself. */
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { createExchange, type InProcessExchange } from "../../src/create-exchange.ts";
import { TEST_PATIENCE_MS } from "../support/patience.ts";
import { until } from "../support/until.ts";
import "../support/judged-apis.ts";

const DEAL = { symbol: "BTCUSDT", type: "LIMIT", volume: "0.1", price: "30000" } as const;

async function opened(): Promise<InProcessExchange> {
  const exchange = await createExchange({ port: 0 });
  onTestFinished(() => exchange.close());
  return exchange;
}

/** A socket, and all that it was told. */
async function connect(exchange: InProcessExchange, path: string) {
  const socket = new WebSocket(`${exchange.url}${path}`.replace(/^http/, "ws"));
  onTestFinished(() => socket.terminate());
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the server wrote.
  const heard: any[] = [];
  socket.on("message", (bytes: Buffer, isBinary) => {
    heard.push(JSON.parse((isBinary ? gunzipSync(bytes) : bytes).toString()));
  });
  await once(socket, "open");
  const say = (message: object) => socket.send(JSON.stringify(message));
  const hears = (type: string) =>
    until(`a message ${type}`, TEST_PATIENCE_MS, async () => {
      return heard.some((one) => one.type === type || one.event_rep === type) || undefined;
    });
  return { socket, heard, say, hears };
}

function loginOf({ apiKey = "", secret = "" }: { apiKey?: string; secret?: string } = {}) {
  const ts = Date.now();
  const sign = createHmac("sha256", secret).update(`${ts}GET/ws`).digest("hex");
  return { op: "login", apiKey, ts, sign };
}

async function trade(exchange: InProcessExchange, times: number): Promise<void> {
  const [seller, buyer] = [exchange.client("demo1").spot, exchange.client("demo2").spot];
  for (let at = 0; at < times; at++) {
    await seller.createOrder({ ...DEAL, side: "SELL" });
    await buyer.createOrder({ ...DEAL, side: "BUY" });
  }
}

test("SANDBOX-FAULT-8: a kind of channel is struck on both paths", async () => {
  const exchange = await opened();
  const [own, family] = [await connect(exchange, "/ws"), await connect(exchange, "/kline-api/ws")];
  own.say({ op: "subscribe", channel: "trades:BTCUSDT" });
  family.say({ event: "sub", params: { channel: "market_btcusdt_trade_ticker", cb_id: "1" } });
  await Promise.all([own.hears("snapshot"), family.hears("subed")]);
  await exchange.operator.addFault("WS trades", "double", { count: 2 });
  await trade(exchange, 1);

  const idsOf = (told: typeof own.heard) =>
    told.flatMap(({ type, tick, data }) => {
      if (type === "update") return data.trades.map(({ id }: { id: number }) => id);
      return tick ? tick.data.map(({ id }: { id: number }) => id) : [];
    });
  await until("both are told twice", TEST_PATIENCE_MS, async () => {
    return [own, family].every(({ heard }) => idsOf(heard).length === 2) || undefined;
  });

  expect([idsOf(own.heard), idsOf(family.heard)]).toEqual([
    [1, 1],
    [1, 1],
  ]);
});

test("SANDBOX-FAULT-8: a rule with a user strikes its connections on public channels, and no others", async () => {
  const exchange = await opened();
  const [mine, others] = [await connect(exchange, "/ws"), await connect(exchange, "/ws")];
  mine.say(loginOf(exchange.keys["demo1"]));
  await mine.hears("loggedIn");
  for (const { say, hears } of [others, mine]) {
    say({ op: "subscribe", channel: "trades:BTCUSDT" });
    await hears("snapshot");
  }
  await exchange.operator.addFault("WS trades:BTCUSDT", "drop", { user: "demo1", count: 1 });
  await trade(exchange, 1);
  await others.hears("update");
  await trade(exchange, 1);
  await mine.hears("update");
  const [update] = mine.heard.filter(({ type }) => type === "update");
  const [lost] = others.heard.filter(({ type }) => type === "update");

  expect(update.prev).toBe(lost.seq);
});

test("SANDBOX-FAULT-11: a silent connection stays open, answers nothing, and carries nothing out", async () => {
  const exchange = await opened();
  const { socket, heard, say, hears } = await connect(exchange, "/ws");
  say(loginOf(exchange.keys["demo1"]));
  await hears("loggedIn");
  say({ op: "subscribe", channel: "my.orders" });
  await hears("snapshot");
  await exchange.operator.addFault("WS my.orders", "silent", { count: 1 });
  const { spot } = exchange.client("demo1");
  await spot.createOrder({ ...DEAL, side: "BUY" });
  await until("the strike", TEST_PATIENCE_MS, async () => {
    return (await exchange.operator.strikes()).length === 1 || undefined;
  });
  const { length } = heard;
  let pongs = 0;
  socket.on("pong", () => pongs++);
  socket.ping();
  say({ op: "ping", id: 1 });
  say({ op: "call", id: 2, path: "/sapi/v1/order", body: { ...DEAL, side: "BUY" } });
  // Another connection's pong comes behind all that the server had to say to this one.
  const other = await connect(exchange, "/ws");
  other.say({ op: "ping", id: 3 });
  await other.hears("pong");

  expect([socket.readyState, heard.length - length, pongs]).toEqual([WebSocket.OPEN, 0, 0]);
  expect(await spot.openOrders({ symbol: DEAL.symbol })).toHaveLength(1);
});
