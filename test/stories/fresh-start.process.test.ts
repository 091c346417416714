/**
 * The first promise, told with the real program from an empty directory on: what was acknowledged is there after a
 * kill -9, once. A relay holds a reply back, so the server has answered for certain and its client knows nothing; and a
 * server that stands still is sent a request that it never reads. Both clients go by their client id afterwards.
 */
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ask, findOrder } from "../crash/asking.ts";
import { unitsOf } from "../crash/checker/areas.ts";
import { bourse, ServerProcess } from "../support/server-process.ts";
import { type HttpAnswer, SignedClient } from "../support/signed-client.ts";
import { standStill } from "../support/stand-still.ts";
import { TcpWay } from "../support/tcp-way.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const MARKET = { symbol: "BTCUSDT" } as const;
/** The widest time window: a busy machine takes its time. */
const TERMS = { ...MARKET, type: "LIMIT", volume: "0.1", recvWindow: 60_000 } as const;
const BID = { ...TERMS, side: "BUY", price: "30000" } as const;
const NOBODY = { apiKey: "", secret: "" };

const directory = directoryOfFile();
let server: ServerProcess;
let maker: SignedClient;
let taker: SignedClient;

async function start(): Promise<void> {
  server = await ServerProcess.start(directory);
  [maker, taker] = [clientOf("demo1"), clientOf("demo2")];
}

function clientOf(user: string, port = server.port): SignedClient {
  return new SignedClient(port, server.keys()[user] ?? NOBODY);
}

beforeAll(start);
afterAll(async () => {
  for (const client of [maker, taker]) client.close();
  await server.kill();
});

/** What both users have of each asset, and the fees that they paid: no trade and no kill changes the sum. */
async function moneyInAll(): Promise<Readonly<Record<string, bigint>>> {
  const sums: Record<string, bigint> = {};
  const add = (asset: string, amount: string) => {
    sums[asset] = (sums[asset] ?? 0n) + unitsOf(amount);
  };
  for (const client of [maker, taker]) {
    const { balances } = await ask(client, "GET /sapi/v1/account");
    for (const { asset, free, locked } of balances) {
      for (const amount of [free, locked]) add(asset, amount);
    }
    for (const { fee, feeCoin } of await trades(client)) add(feeCoin, fee);
  }
  return sums;
}

function trades(client: SignedClient) {
  return ask(client, "GET /sapi/v1/myTrades", MARKET);
}

async function openIds(client: SignedClient): Promise<string[]> {
  const open = await ask(client, "GET /sapi/v1/openOrders", { ...MARKET, limit: 1_000 });
  return open.map(({ clientOrderId }: { clientOrderId: string }) => clientOrderId).sort();
}

function place(client: SignedClient, clientId: string): Promise<HttpAnswer | undefined> {
  return client.post("/sapi/v1/order", { ...BID, newClientOrderId: clientId });
}

function find(client: SignedClient, clientId: string) {
  return findOrder(client, "spot", { clientId });
}

let begunWith: Readonly<Record<string, bigint>>;

test("an empty directory becomes an exchange with two users, who trade with each other", async () => {
  begunWith = await moneyInAll();
  const ask = { ...TERMS, side: "SELL", price: "30000" };

  const sold = await maker.post("/sapi/v1/order", { ...ask, newClientOrderId: "sold" });
  const bought = await place(taker, "bought");
  const resting = [await place(taker, "resting-1"), await place(taker, "resting-2")];

  expect(begunWith).toMatchObject({ BTC: expect.any(BigInt), USDT: expect.any(BigInt) });
  expect(sold).toMatchObject({ status: 200, json: { status: "NEW" } });
  expect(bought).toMatchObject({ status: 200, json: { status: "FILLED", executedQty: "0.1" } });
  for (const told of resting) expect(told).toMatchObject({ status: 200, json: { status: "NEW" } });
  expect(await moneyInAll()).toEqual(begunWith);
});

test("LOG-DUR-1 a kill -9 keeps what was acknowledged, and what was answered to nobody, once", async () => {
  const relay = await TcpWay.to(server.port);
  onTestFinished(() => relay.close());
  const deaf = clientOf("demo2", relay.port);
  relay.cut("back");
  const unheard = place(deaf, "unheard");
  await relay.holds();
  await standStill(server.pid);
  const unread = place(taker, "unread");
  await server.kill();
  relay.reset();
  deaf.close();
  expect([await unheard, await unread]).toEqual([undefined, undefined]);

  await start();

  expect(await openIds(taker)).toEqual(["resting-1", "resting-2", "unheard"]);
  expect(await find(taker, "unheard")).toMatchObject({ status: "NEW" });
  for (const [client, name] of [
    [maker, "sold"],
    [taker, "bought"],
  ] as const) {
    expect(await find(client, name)).toMatchObject({ status: "FILLED", executedQty: "0.1" });
    expect(await trades(client)).toHaveLength(1);
  }
  expect(await moneyInAll()).toEqual(begunWith);
});

test("LOG-DUR-1 who was not answered asks by the client id, and sends again what is not there", async () => {
  expect(await find(taker, "unread")).toBeUndefined();

  expect(await place(taker, "unread")).toMatchObject({ status: 200 });
  // The other one is there: to send it again is refused, and changes nothing.
  expect(await place(taker, "unheard")).toMatchObject({ status: 400 });

  expect(await openIds(taker)).toEqual(["resting-1", "resting-2", "unheard", "unread"]);
  expect(await moneyInAll()).toEqual(begunWith);
});

test("LOG-VERIFY-1 it stops cleanly, and `bourse verify` finds nothing", async () => {
  await server.stop();
  const { code, output } = await bourse("verify", directory);

  expect(server.exitCode).toBe(0);
  expect(code, output).toBe(0);
});
