/**
 * Accidents on a real server with two gateways, as a person brings them about: rules from the command line, a bot that
 * survives them, and explanations of what struck what, also after the server was killed.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { BourseClient, type BourseStream } from "../../src/client/client.ts";
import { typistOf } from "../support/cli-desk.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import { ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";
import { until } from "../support/until.ts";

const BID = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  volume: "0.1",
  price: "30000",
} as const;
const directory = directoryOfFile();
const typed = typistOf(directory);
let server: ServerProcess;
let client: BourseClient;
let stream: BourseStream;
let raw: SignedClient;

beforeAll(async () => {
  server = await ServerProcess.start(directory, ["--gateways", "2"]);
  const credentials = server.keys()["demo1"] ?? { apiKey: "", secret: "" };
  client = new BourseClient({
    baseUrl: `http://127.0.0.1:${server.port}`,
    ...credentials,
    fetch: judgedFetch,
  });
  stream = client.stream({ webSocket: WebSocket as never });
  raw = new SignedClient(server.port, credentials);
}, START_PATIENCE_MS);
afterAll(async () => {
  stream.close();
  raw.close();
  await server.kill();
});

function struck(line: RegExp): Promise<string> {
  return until(`a strike like ${line}`, 10_000, async () => {
    const strikes = await typed("faults strikes");
    return line.test(strikes) ? strikes : undefined;
  });
}

/** Notes are written behind what they tell of. */
function explained(id: string, line: RegExp): Promise<string> {
  return until(`an explanation of ${id} with ${line}`, 10_000, async () => {
    const text = await typed(`explain ${id}`).catch(String);
    return line.test(text) ? text : undefined;
  });
}

let droppedOrder = 0;
const DROP = /^struck +rule 1: drop of my\.orders \d+-\d+ to demo1$/m;

test("EXPLAIN-STRUCK-1 a dropped message is healed by the client, and explained with its order", async () => {
  const told: number[] = [];
  await new Promise<void>((resolve) => {
    stream.subscribe("my.orders", {
      snapshot: () => resolve(),
      update: ({ orders }) => told.push(...orders.map(({ orderId }) => orderId)),
    });
  });
  await typed(["faults", "add", "WS my.orders", "drop", "--user", "demo1", "--count", "1"]);
  const { orderId } = await client.spot.createOrder(BID);
  droppedOrder = orderId;
  await struck(/ 1 +drop +demo1 +my\.orders \d+-\d+/);

  const next = await client.spot.createOrder(BID);
  await until("both orders are told", 10_000, async () => (told.length >= 2 ? true : undefined));

  expect(told).toEqual([orderId, next.orderId]);
  await explained(`${orderId}`, DROP);
  expect(await typed(`explain ${next.orderId}`)).not.toContain("struck");
});

test("EXPLAIN-STRUCK-1 a late request, a late reply and a crossed cancel are explained with their requests", async () => {
  await typed(["faults", "add", "GET /sapi/v1/openOrders", "latency", "--ms", "5", "--count", "1"]);
  const read = await raw.get("/sapi/v1/openOrders?symbol=BTCUSDT");
  const once = ["--count", "1", "--user", "demo1"];
  await typed(["faults", "add", "POST /sapi/v1/order", "late-reply", "--ms", "5", ...once]);
  const placed = await raw.post("/sapi/v1/order", BID);
  await typed(["faults", "add", "/sapi/v1/cancel", "fill-before-cancel", "--by", "demo2", ...once]);
  const cancel = await raw.post("/sapi/v1/cancel", {
    symbol: BID.symbol,
    orderId: placed?.json.orderId,
  });
  const idOf = (answer: typeof read) => `${answer?.headers["x-request-id"]}`;

  await explained(idOf(read), /^struck +rule 2: latency 5 ms on GET \/sapi\/v1\/openOrders$/m);
  await explained(idOf(placed), /^struck +rule 3: late-reply 5 ms on POST \/sapi\/v1\/order$/m);
  await explained(
    idOf(cancel),
    /^struck +rule 4: fill-before-cancel on \/sapi\/v1\/cancel: 0\.05 of it was traded before by order \d+$/m,
  );
});

test("EXPLAIN-STRUCK-1 strikes are explained after a kill, from the directory alone", async () => {
  await server.kill();

  expect(await typed(`explain ${droppedOrder}`)).toMatch(DROP);
});
