/**
 * The same request twice, through the real server and across a kill -9: the same signed bytes, and the
 * same client request id in new ones. What is carried out once is the caller's choice.
 */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { BourseClient } from "../../src/client/client.ts";
import { typistOf } from "../support/cli-desk.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import { ServerProcess } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const TRANSFER = "/sapi/v1/asset/transfer";
const ORDER = "/sapi/v1/order";
const LEVER = "/fapi/v1/edit_lever";
const WAY = { coinSymbol: "USDT", fromAccount: "EXCHANGE", toAccount: "MARGIN" } as const;

const directory = directoryOfFile();
let server: ServerProcess;
let client: BourseClient;
let plain: Credentials;
let once: Credentials;

interface Credentials {
  readonly apiKey: string;
  readonly secret: string;
}

/** Bytes that are ready to be sent, as often as anybody likes. */
interface Signed {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function sign({ apiKey, secret }: Credentials, path: string, asked: object): Signed {
  const ts = `${Date.now()}`;
  // The widest window: a busy machine needs some seconds for a restart.
  const body = JSON.stringify({ ...asked, recvWindow: 60_000 });
  const signature = createHmac("sha256", secret).update(`${ts}POST${path}${body}`).digest("hex");
  const signed = { "X-CH-APIKEY": apiKey, "X-CH-TS": ts, "X-CH-SIGN": signature };
  return { path, headers: { ...signed, "Content-Type": "application/json" }, body };
}

async function send({ path, headers, body }: Signed) {
  const url = `http://127.0.0.1:${server.port}${path}`;
  const reply = await judgedFetch(url, { method: "POST", headers, body });
  const json = (await reply.json()) as Readonly<Record<string, number>>;
  return { status: reply.status, json };
}

async function fiveTimes(signed: Signed) {
  const replies = [];
  for (let times = 0; times < 5; times++) replies.push(await send(signed));
  return replies;
}

async function inMargin(): Promise<number> {
  const { balances } = await client.margin.account();
  return Number(balances.find(({ asset }) => asset === "USDT")?.free ?? 0);
}

async function start(): Promise<void> {
  server = await ServerProcess.start(directory);
  plain = server.keys()["demo1"] as Credentials;
  client = new BourseClient({
    baseUrl: `http://127.0.0.1:${server.port}`,
    ...plain,
    fetch: judgedFetch,
  });
}

beforeAll(async () => {
  await start();
  const shown = await typistOf(directory)("key add demo1 --once --json");
  once = JSON.parse(shown) as Credentials;
});
afterAll(() => server.stop());

test("SEC-65 USER-REPEAT-1 the same bytes five times: five transfers, or one by its id, across a kill", async () => {
  const before = await inMargin();
  const bare = await fiveTimes(sign(plain, TRANSFER, { ...WAY, amount: "1" }));
  expect(new Set(bare.map(({ json }) => json["transferId"])).size).toBe(5);
  expect(await inMargin()).toBe(before + 5);

  const named = sign(plain, TRANSFER, { ...WAY, amount: "10", clientRequestId: "t-1" });
  const [first, ...others] = await fiveTimes(named);
  expect(first).toMatchObject({ status: 200, json: { transferId: expect.any(Number) } });
  expect(others).toEqual(Array(4).fill(first));

  await server.kill();
  await start();
  expect(await send(named)).toEqual(first);
  const anew = { ...WAY, amount: "10", clientRequestId: "t-1" };
  expect(await client.wallet.transfer(anew)).toEqual(first?.json);
  expect(await inMargin()).toBe(before + 15);
  const other = client.wallet.transfer({ ...anew, amount: "11" });
  await expect(other).rejects.toMatchObject({ status: 400, code: -2010 });
});

test("SEC-65 USER-ONCE-1 a key that takes each signature once, across a kill", async () => {
  const before = await inMargin();
  const signed = sign(once, TRANSFER, { ...WAY, amount: "1" });
  const refused = { status: 401, json: { code: -1022 } };

  const replies = await fiveTimes(signed);

  expect(replies[0]).toMatchObject({ status: 200 });
  expect(replies.slice(1)).toMatchObject(Array(4).fill(refused));
  await server.kill();
  await start();
  expect(await send(signed)).toMatchObject(refused);
  const capital = signed.headers["X-CH-SIGN"]?.toUpperCase() ?? "";
  const shouted = { ...signed, headers: { ...signed.headers, "X-CH-SIGN": capital } };
  expect(await send(shouted)).toMatchObject(refused);
  expect(await inMargin()).toBe(before + 1);
});

test("USER-ONCE-1 every request that changes something spends its signature, and none that reads", async () => {
  const ofOnce = new BourseClient({
    baseUrl: `http://127.0.0.1:${server.port}`,
    ...once,
    fetch: judgedFetch,
  });
  const resting = { symbol: "BTCUSDT", side: "BUY", type: "LIMIT", volume: "0.01", price: "10000" };
  const { json: placed } = await send(sign(once, ORDER, resting));
  const named = { symbol: "BTCUSDT", orderId: placed["orderId"] };
  const requests: readonly Signed[] = [
    sign(once, "/sapi/v1/cancel", named),
    sign(once, "/sapi/v1/batchOrders", {
      symbol: "BTCUSDT",
      orders: [{ side: "BUY", batchType: "LIMIT", volume: "0.01", price: "10000" }],
    }),
    sign(once, "/sapi/v1/margin/repay", { asset: "USDT" }),
    sign(once, LEVER, { contractName: "E-BTC-USDT", nowLevel: 3 }),
  ];

  for (const request of requests) {
    expect(await send(request), request.path).toMatchObject({ status: 200 });
    expect(await send(request), request.path).toMatchObject({ json: { code: -1022 } });
  }
  const test = sign(once, "/sapi/v1/order/test", resting);
  expect([(await send(test)).status, (await send(test)).status]).toEqual([200, 200]);
  expect(await ofOnce.spot.account()).toBeDefined();
});
