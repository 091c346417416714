/**
 * Futures through the real server and across a kill -9: positions and waiting orders are there when
 * the log has been replayed, and what ended is answered from the archive as it was before.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { bourse, ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { type HttpAnswer, SignedClient } from "../support/signed-client.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const NAME = "E-BTC-USDT";
const directory = directoryOfFile();
let server: ServerProcess;
let long: SignedClient;
let short: SignedClient;

beforeAll(async () => {
  await start();
  const { code, output } = await bourse("index", "set", "BTC", "40000", "--data", directory);
  expect(code, output).toBe(0);
}, START_PATIENCE_MS);
afterAll(() => stop());

async function start(): Promise<void> {
  server = await ServerProcess.start(directory);
  const nobody = { apiKey: "", secret: "" };
  const { demo1 = nobody, demo2 = nobody } = server.keys();
  long = new SignedClient(server.port, demo1);
  short = new SignedClient(server.port, demo2);
}

async function stop(how: "stop" | "kill" = "stop"): Promise<void> {
  long.close();
  short.close();
  await server[how]();
}

async function done(asked: Promise<HttpAnswer | undefined>): Promise<HttpAnswer["json"]> {
  const answer = await asked;
  expect(answer?.status, JSON.stringify(answer?.json)).toBe(200);
  return answer?.json;
}

function place(
  client: SignedClient,
  words: string,
  more: object = {},
): Promise<{ orderId: number }> {
  const [side, open, volume, price] = words.split(" ");
  const order = { contractName: NAME, side, open, type: "LIMIT", volume, price, positionType: 2 };
  return done(client.post("/fapi/v1/order", { ...order, ...more }));
}

/** All that the long one may read. */
async function everything(): Promise<Record<string, HttpAnswer["json"]>> {
  const body = { contractName: NAME };
  return {
    account: await done(long.get("/fapi/v1/account")),
    orders: await done(long.get(`/fapi/v1/order?contractName=${NAME}`)),
    open: await done(long.get("/fapi/v1/openOrders")),
    history: await done(long.post("/fapi/v1/orderHistorical", body)),
    profits: await done(long.post("/fapi/v1/profitHistorical", {})),
    trades: await done(long.get(`/fapi/v1/myTrades?contractName=${NAME}`)),
  };
}

test("HIST-OWN-1 FUT-WIRE-9 what is held, waits and has ended outlives a kill and is archived", async () => {
  await place(short, "SELL OPEN 20 40000");
  await place(long, "BUY OPEN 20 40000", { clientOrderId: "entry" });
  await place(short, "BUY CLOSE 20 40100");
  await place(long, "SELL CLOSE 20 40100", { timeInForce: "IOC" });
  await place(short, "SELL OPEN 30 40000");
  await place(long, "BUY OPEN 30 40000");
  const stopLoss = { triggerType: "1", triggerPrice: "39000", volume: "30", price: "38900" };
  const terms = { contractName: NAME, side: "SELL", open: "CLOSE", type: "LIMIT", positionType: 2 };
  await done(long.post("/fapi/v1/conditionOrder", { ...terms, ...stopLoss }));
  const before = await everything();

  await stop("kill");
  await start();

  expect(await everything()).toEqual(before);
  expect(before["open"]).toMatchObject([{ status: "INIT" }]);
  expect(before["history"]).toHaveLength(3);
  expect(before["profits"]).toMatchObject([{ volume: 20, openPrice: 40_000, positionType: 2 }]);
  expect(before["trades"]).toHaveLength(3);

  await stop();
  await start();

  expect(await everything()).toEqual(before);
  const query = `contractName=${NAME}&clientOrderId=entry`;
  expect(await done(long.get(`/fapi/v1/order?${query}`))).toMatchObject([{ status: "FILLED" }]);

  await stop();
  const verified = await bourse("verify", directory);
  expect(verified.code, verified.output).toBe(0); // The log, and the archive against it.
});
