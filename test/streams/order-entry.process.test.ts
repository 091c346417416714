/**
 * Orders over `/ws` through the real server: placed, filled, cancelled, explained, kept by a kill -9, and
 * cancelled when the connection that asked for it is gone.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { WebSocket } from "ws";
import { BourseClient, type ClientOptions } from "../../src/client/client.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import { JudgedSocket } from "../support/judged-socket.ts";
import { bourse, ServerProcess } from "../support/server-process.ts";
import { TcpWay } from "../support/tcp-way.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const SYMBOL = "BTCUSDT";
const ORDER = { symbol: SYMBOL, type: "LIMIT", volume: "0.01", price: "50000" } as const;
const BID = { ...ORDER, side: "BUY", price: "49000" } as const;
const LOOK_MS = 10;

const directory = directoryOfFile();
let server: ServerProcess;

beforeAll(async () => {
  server = await ServerProcess.start(directory);
});
afterAll(() => server.stop());

/** A program with a stream whose socket the test has its hands on. */
function programOf(user: "demo1" | "demo2", options: Partial<ClientOptions> = {}) {
  const sockets: WebSocket[] = [];
  const webSocket = class extends JudgedSocket {
    constructor(url: string) {
      super(url);
      sockets.push(this);
    }
  };
  const key = server.keys()[user] ?? expect.fail(user);
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const client = new BourseClient({ baseUrl, ...key, fetch: judgedFetch, ...options });
  const stream = client.stream({ webSocket });
  const socket = () => sockets.at(-1) ?? expect.fail("no socket");
  return { client, stream, trading: client.over(stream), socket };
}

/** Looks until it is so: what the server does by itself, no reply tells. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(LOOK_MS);
}

test("STREAM-ORDER-1: an order is placed, filled, cancelled and explained", async () => {
  const [seller, buyer] = [programOf("demo1"), programOf("demo2")];
  const heard: string[] = [];
  const sold = await seller.trading.spot.createOrder({ ...ORDER, side: "SELL" });
  seller.socket().on("message", (text) => heard.push(`${text}`));
  const bought = await buyer.trading.spot.createOrder({ ...ORDER, side: "BUY" });
  expect([sold.status, bought.status]).toEqual(["NEW", "FILLED"]);

  const { orderId } = await seller.trading.spot.createOrder(BID);
  await seller.trading.spot.cancelOrder({ symbol: SYMBOL, orderId });
  expect((await seller.client.spot.getOrder({ symbol: SYMBOL, orderId })).status).toBe("CANCELED");
  const [reply = "{}"] = heard;
  const { output } = await bourse("explain", JSON.parse(reply).requestId, "--data", directory);
  expect(output).toMatch(/who +demo1, key 1/);
  expect(output).toMatch(/asked +buy 0.01 BTCUSDT at 49000/);
  for (const { stream } of [seller, buyer]) stream.close();
});

test("STREAM-CANCEL-3: a connection that is cut takes its user's orders with it, and no others", async () => {
  const [bot, other] = [programOf("demo1"), programOf("demo2")];
  const { spot } = bot.trading;
  const own = () => bot.client.spot.openOrders({ symbol: SYMBOL });
  await other.trading.spot.createOrder(BID);
  await bot.stream.cancelOnDisconnect({ spot: [SYMBOL] });
  await spot.createOrder(BID);
  await bot.client.spot.createOrder(BID);
  expect(await own()).toHaveLength(2);

  bot.socket().terminate();
  await until(async () => (await own()).length === 0);
  expect(await other.client.spot.openOrders({ symbol: SYMBOL })).toHaveLength(1);
  // The stream is back, and asked for it again before its next order.
  await spot.createOrder(BID);
  bot.stream.close();
  await until(async () => (await own()).length === 0);
  other.stream.close();
});

test("LOG-DUR-1 STREAM-ORDER-1: what was answered with 200 is there after a kill -9, and nothing twice", async () => {
  const relay = await TcpWay.to(server.port);
  onTestFinished(() => relay.close());
  const baseUrl = `http://127.0.0.1:${relay.port}`;
  const program = programOf("demo1", { retries: 0, outcomeMs: 0, baseUrl });
  const { spot } = program.trading;
  await program.stream.cancelOnDisconnect({ spot: [SYMBOL] });
  const answered: string[] = [];
  const place = (newClientOrderId: string) =>
    spot.createOrder({ ...BID, newClientOrderId }).then(
      () => void answered.push(newClientOrderId),
      () => undefined,
    );
  for (const at of [1, 2, 3]) await place(`answered-${at}`);
  // What the relay has of the reply, the server has said.
  relay.cut("back");
  const placing = [place("unheard")];
  await relay.holds();
  for (const at of [1, 2, 3]) placing.push(place(`on-its-way-${at}`));
  await server.kill();
  program.stream.close();
  relay.reset();
  // Whoever asks now for what became of it finds nobody.
  relay.heal();
  await Promise.all(placing);
  server = await ServerProcess.start(directory);

  const { client, stream } = programOf("demo1");
  const open = await client.spot.openOrders({ symbol: SYMBOL, limit: 1_000 });
  const names = open.map(({ clientOrderId }) => clientOrderId);
  expect(answered).toEqual(["answered-1", "answered-2", "answered-3"]);
  expect(names).toEqual(expect.arrayContaining([...answered, "unheard"]));
  expect(new Set(names).size).toBe(names.length);
  stream.close();
});

test("STREAM-CANCEL-3: a stop of the server cancels nothing", async () => {
  const { stream, trading } = programOf("demo2");
  await stream.cancelOnDisconnect({ spot: [SYMBOL] });
  const { orderId } = await trading.spot.createOrder(BID);
  await server.stop();
  stream.close();
  server = await ServerProcess.start(directory);

  const again = programOf("demo2").client;
  expect((await again.spot.getOrder({ symbol: SYMBOL, orderId })).status).toBe("NEW");
});

test("STREAM-ORDER-7: a server that stops answers the calls that are under way", async () => {
  const { stream, trading, socket } = programOf("demo1", { retries: 0 });
  await trading.spot.cancelOrder({ symbol: SYMBOL, orderId: 999 }).catch(() => undefined);
  const delayed = ["faults", "add", "POST /sapi/v1/order", "latency", "--ms", "1000"];
  const { code, output } = await bourse(...delayed, "--data", directory);
  expect(code, output).toBe(0);
  const closed = new Promise<number>((resolve) => socket().on("close", resolve));
  const call = trading.spot.createOrder({ ...BID, newClientOrderId: "under-way" }).then(
    () => 200,
    ({ status }) => status,
  );
  // The call is there: what came behind it is answered.
  await trading.spot.cancelOrder({ symbol: SYMBOL, orderId: 999 }).catch(() => undefined);
  const stopped = server.stop();

  const told = await call;
  expect(await closed).toBe(1_001);
  stream.close();
  await stopped;
  server = await ServerProcess.start(directory);

  // A busy machine may have let it through before it heard of the stop.
  expect([200, 503]).toContain(told);
  const asked = { symbol: SYMBOL, newClientOrderId: "under-way" };
  const found = programOf("demo1").client.spot.getOrder(asked);
  if (told === 200) expect(await found).toMatchObject({ status: "NEW" });
  else await expect(found).rejects.toMatchObject({ code: -2013 });
});
