/**
 * The same promise through two gateways: what one has acknowledged, the other shows at once, also when it stood still
 * meanwhile; and what a gateway answered, and no client heard since it was killed, is there once. So it is when the core
 * is killed. A relay holds the replies back until the kill has come.
 */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ask, findOrder } from "../crash/asking.ts";
import { killPid } from "../crash/blows/kills.ts";
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
function at<T>(gateway: number, work: (client: SignedClient) => Promise<T>): Promise<T> {
  return withOnly(server, gateway, async () => {
    const client = clientAt(server.port);
    try {
      return await work(client);
    } finally {
      client.close();
    }
  });
}

function clientAt(port: number): SignedClient {
  return new SignedClient(port, server.keys()["demo1"] ?? NOBODY);
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

test("LOG-VERIFY-1 it stops cleanly with all its processes, and `bourse verify` finds nothing", async () => {
  await server.stop();
  const { code, output } = await bourse("verify", directory);

  expect(server.exitCode).toBe(0);
  expect(code, output).toBe(0);
});
