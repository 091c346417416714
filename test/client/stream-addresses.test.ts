/** Streams of a client with several addresses: where they connect, how they go on there, and that no order is sent twice. */
import { expect, test } from "vitest";
import { Bridge } from "./bridged-stream.ts";
import { answer, ClientDesk } from "./client-desk.ts";
import { StreamDesk } from "./stream-desk.ts";

const baseUrl = ["http://a:1/v/", "http://b:2", "https://c:3"];
const URLS = ["ws://a:1/v/ws", "ws://b:2/ws", "wss://c:3/ws"] as const;
const TRADES = "trades:BTCUSDT";
const ORDER = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  volume: "0.01",
  price: "49000",
} as const;

function urlsOf({ sockets }: StreamDesk): string[] {
  return sockets.map(({ url }) => url);
}

test("CLIENT-ADDR-7: after a loss a stream goes on at the next address; where that has another log, a snapshot replaces what it had", async () => {
  const desk = new StreamDesk({ baseUrl });
  const { news } = desk.listen(TRADES);
  desk.socket.hello("run-of-a");
  desk.socket.accept(TRADES);
  desk.socket.snapshot(TRADES, "5-0", { trades: [] });

  await desk.reconnect(1_006, "run-of-b");
  expect(desk.socket.said).toEqual([
    { op: "subscribe", channel: TRADES, from: "5-0", log: "run-of-a", id: 1 },
  ]);
  desk.socket.accept(TRADES);
  desk.socket.say({ type: "resync", channel: TRADES, reason: "other_log" });
  desk.socket.snapshot(TRADES, "4-0", { trades: [{ id: 1 }] });
  desk.socket.update(TRADES, ["4-0", "6-0"], { trades: [{ id: 2 }] });

  expect(urlsOf(desk)).toEqual(URLS.slice(0, 2));
  expect(news.map(([kind]) => kind)).toEqual(["snapshot", "resync", "snapshot", "update"]);
});

test("CLIENT-ADDR-7: where the next address follows the same log, a channel of events goes on there", async () => {
  const desk = new StreamDesk({ baseUrl });
  const { news } = desk.listen(TRADES);
  desk.socket.hello("00c0ffee0000000a");
  desk.socket.accept(TRADES);
  desk.socket.snapshot(TRADES, "5-0", { trades: [] });
  desk.socket.update(TRADES, ["5-0", "6-1"], { trades: [{ id: 1 }] });

  for (const [log, prev, seq] of [
    ["00c0ffee0000000b", "6-1", "6-3"],
    ["00c0ffee0000000c", "6-3", "9-1"],
  ] as const) {
    await desk.reconnect(1_006, log);
    expect(desk.socket.said).toMatchObject([{ op: "subscribe", from: prev }]);
    desk.socket.accept(TRADES, { resumed: true });
    desk.socket.update(TRADES, [prev, seq], { trades: [{ id: 2 }] });
  }

  expect(desk.sockets.map(({ said }) => (said[0] as { log?: string }).log)).toEqual([
    undefined,
    "00c0ffee0000000a",
    "00c0ffee0000000b",
  ]);
  expect(news.map(([kind]) => kind)).toEqual(["snapshot", "update", "update", "update"]);
});

test("CLIENT-ADDR-7: all addresses are tried before the pause grows, and then again", async () => {
  const desk = new StreamDesk({ baseUrl });
  desk.listen(TRADES);
  const pauses: number[] = [];

  for (let losses = 0; losses < 7; losses++) {
    const { length } = desk.sockets;
    desk.socket.end(1_006);
    let waitedMs = 0;
    for (; desk.sockets.length === length; waitedMs += 50) await desk.time.pass(50);
    pauses.push(waitedMs);
  }

  expect(pauses).toEqual([100, 100, 100, 200, 200, 200, 400]);
  expect(urlsOf(desk)).toEqual([...URLS, ...URLS, ...URLS].slice(0, 8));
});

test("CLIENT-ADDR-7: an address that takes the connection and says nothing is given up after 10 s", async () => {
  const desk = new StreamDesk({ baseUrl });
  desk.listen(TRADES);

  await desk.time.pass(10_000);
  await desk.time.pass(100);

  expect(urlsOf(desk)).toEqual(URLS.slice(0, 2));
});

test("CLIENT-ADDR-7: a stream begins where requests are answered", async () => {
  const exchange = await ClientDesk.open();
  const time = JSON.stringify({ timezone: "UTC", serverTime: exchange.nowMs });
  const fetch = async (url: string) => {
    if (!url.startsWith("http://b:2/")) throw new TypeError("fetch failed");
    return answer(200, time);
  };
  const client = exchange.client({ baseUrl, fetch });
  const bridge = new Bridge(exchange);

  await client.spot.time();
  const stream = bridge.stream(client);
  stream.subscribe("tickers", { snapshot: () => undefined, update: () => undefined });
  stream.close();

  expect(bridge.tried).toEqual([URLS[1]]);
});

/** The desk's `fetch` takes the part behind an address of this length. */
const NAMED = ["http://desk", "http://dusk", "http://dawn"];

async function trading(retries: number) {
  const desk = await ClientDesk.open();
  const bridge = new Bridge(desk);
  const client = desk.client({ baseUrl: NAMED, retries });
  const { spot } = client.over(bridge.stream(client));
  return { desk, bridge, spot };
}

test("CLIENT-ADDR-7: an order that could not be sent goes on with the stream, and is sent once", async () => {
  const { desk, bridge, spot } = await trading(0);
  bridge.isAt = (url) => url === "ws://dawn/ws";

  const { orderId, clientOrderId } = await spot.createOrder(ORDER);

  expect(bridge.tried).toEqual(["ws://desk/ws", "ws://dusk/ws", "ws://dawn/ws"]);
  expect(bridge.sent).toEqual(["/sapi/v1/order"]);
  expect(desk.ordersNamed(clientOrderId)).toEqual([orderId]);
});

test("CLIENT-ADDR-7: when no address takes the stream the order was surely not sent", async () => {
  const { desk, bridge, spot } = await trading(0);
  bridge.isThere = false;

  const placed = spot.createOrder(ORDER);

  await expect(placed).rejects.toMatchObject({ kind: "unavailable" });
  expect(bridge.tried).toHaveLength(3);
  expect(desk.placed).toEqual([]);
});

test("CLIENT-ADDR-7: an order whose connection ends is not sent again at the next address", async () => {
  const { desk, bridge, spot } = await trading(3);
  bridge.fates("cut-after");

  const { orderId, clientOrderId } = await spot.createOrder(ORDER);

  expect(bridge.sent).toEqual(["/sapi/v1/order"]);
  expect(desk.ordersNamed(clientOrderId)).toEqual([orderId]);
});
