/**
 * The same promise through two gateways: what one has acknowledged, the other shows at once, also when it stood still
 * meanwhile; and what a gateway answered, and no client heard since it was killed, is there once. So it is when the core
 * is killed. A relay holds the replies back until the kill has come. A stream whose gateway is killed goes on at the other.
 */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ask, findOrder } from "../crash/asking.ts";
import { killPid } from "../crash/blows/kills.ts";
import { Journal } from "../streams/from-the-docs/folds.ts";
import { StreamClient } from "../streams/from-the-docs/ws-client.ts";
import { withOnly } from "../support/gateway-clients.ts";
import { bourse, ServerProcess } from "../support/server-process.ts";
import { type HttpAnswer, SignedClient } from "../support/signed-client.ts";
import { TcpWay } from "../support/tcp-way.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const MARKET = { symbol: "BTCUSDT" } as const;
const BID = { ...MARKET, side: "BUY", type: "LIMIT", volume: "0.1", price: "30000" } as const;
const NOBODY = { apiKey: "", secret: "" };

const directory = directoryOfFile();
let server: ServerProcess;

beforeAll(start);
afterAll(() => server.kill());

async function start(): Promise<void> {
  server = await ServerProcess.start(directory, ["--gateways", "2"]);
}

/** What a client of one gateway does, over connections of its own. */
function at<T>(
  gateway: number,
  work: (client: SignedClient) => Promise<T>,
  user = "demo1",
): Promise<T> {
  return withOnly(server, gateway, async () => {
    const client = clientAt(server.port, user);
    try {
      return await work(client);
    } finally {
      client.close();
    }
  });
}

function clientAt(port: number, user = "demo1"): SignedClient {
  return new SignedClient(port, server.keys()[user] ?? NOBODY);
}

function place(client: SignedClient, clientId: string): Promise<HttpAnswer | undefined> {
  return client.post("/sapi/v1/order", { ...BID, newClientOrderId: clientId, recvWindow: 60_000 });
}

function find(client: SignedClient, clientId: string) {
  return findOrder(client, "spot", { clientId });
}

async function openIds(client: SignedClient): Promise<string[]> {
  const open = await ask(client, "GET /sapi/v1/openOrders", MARKET);
  return open.map(({ clientOrderId }: { clientOrderId: string }) => clientOrderId).sort();
}

/** An order that a gateway answers, and whose reply arrives nowhere: who answered is killed before. */
async function unheard(gateway: number, clientId: string, kill: () => unknown): Promise<void> {
  const relay = await TcpWay.to(server.port);
  onTestFinished(() => relay.close());
  await withOnly(server, gateway, async () => {
    const client = clientAt(relay.port);
    relay.cut("back");
    const answer = place(client, clientId);
    await relay.holds();
    await kill();
    relay.reset();
    client.close();
    expect(await answer).toBeUndefined();
  });
}

test("FOLLOW-READ-1 what one gateway acknowledged, the other shows, though it stood still meanwhile", async () => {
  for (const [writer, reader] of [
    [1, 2],
    [2, 1],
  ] as const) {
    const placed = await at(writer, (client) => place(client, `written-at-${writer}`));
    const found = await at(reader, (client) => find(client, `written-at-${writer}`));

    expect(placed).toMatchObject({ status: 200, json: { status: "NEW" } });
    expect(found).toMatchObject({ orderId: placed?.json.orderId, status: "NEW" });
  }
});

test("FOLLOW-SUBMIT-1 an order whose gateway is killed before its reply is heard is there once", async () => {
  const pid = server.gatewayPids.get(1) ?? expect.fail("no gateway 1");

  await unheard(1, "gateway-killed", () => killPid(pid));

  const ids = await at(2, openIds);
  expect(ids).toEqual(["gateway-killed", "written-at-1", "written-at-2"]);
});

test("LOG-DUR-1 a kill of the core keeps all of it, and what it answered last, once", async () => {
  await unheard(2, "core-killed", () => server.kill());

  await start();

  for (const gateway of [1, 2]) {
    const ids = await at(gateway, openIds);
    expect(ids).toEqual(["core-killed", "gateway-killed", "written-at-1", "written-at-2"]);
  }
});

/** Each fills a piece of an order of demo1. */
async function sell(gateway: number, count: number): Promise<void> {
  const asked = { ...BID, side: "SELL", volume: "0.001", recvWindow: 60_000 };
  const sellAll = async (client: SignedClient) => {
    for (let sold = 0; sold < count; sold++) {
      const sent = await client.post("/sapi/v1/order", asked);
      expect(sent).toMatchObject({ status: 200, json: { status: "FILLED" } });
    }
  };
  await at(gateway, sellAll, "demo2");
}

test("STREAM-RESUME-5 STREAM-RESUME-7 a stream whose gateway is killed goes on at the other: no trade is missed, none told twice", async () => {
  const key = server.keys()["demo1"] ?? NOBODY;
  const stream = new StreamClient(`http://127.0.0.1:${server.port}`, { key });
  onTestFinished(() => stream.cut());
  const [trades, orders] = await withOnly(server, 1, async () => {
    await stream.connect();
    return [
      await stream.follow("my.trades", new Journal("trades")),
      await stream.follow("my.orders", new Journal("orders")),
    ];
  });
  const pid = server.gatewayPids.get(1) ?? expect.fail("no gateway 1");
  const { log } = stream;
  orders.fold.rows = []; // Those that were open.

  // The other stands still meanwhile, and is behind when it goes on.
  await sell(1, 3);
  await stream.until(() => trades.fold.rows.length === 3 && orders.fold.rows.length === 3);
  await killPid(pid);
  await sell(2, 3);
  await at(2, () => stream.connect());
  await sell(2, 3);
  await stream.until(() => trades.fold.rows.length >= 9 && orders.fold.rows.length >= 9);

  const told = trades.fold.rows.map(({ id }) => id);
  const mine: { id: number }[] = await at(2, (client) => {
    return ask(client, "GET /sapi/v1/myTrades", MARKET);
  });
  expect(told).toEqual(mine.map(({ id }) => id).sort((a, b) => a - b));
  const filled = orders.fold.rows.map(({ executedQty }) => executedQty);
  expect(filled).toEqual(Array.from({ length: 9 }, (_, at) => `0.00${at + 1}`));
  for (const { resumed, snapshots, resyncs, gaps } of [trades, orders]) {
    expect({ resumed, snapshots, resyncs, gaps }).toEqual({
      resumed: 1,
      snapshots: 1,
      resyncs: [],
      gaps: 0,
    });
  }
  expect(stream.log).not.toBe(log);
});

test("LOG-VERIFY-1 it stops cleanly with all its processes, and `bourse verify` finds nothing", async () => {
  await server.stop();
  const { code, output } = await bourse("verify", directory);

  expect(server.exitCode).toBe(0);
  expect(code, output).toBe(0);
});
