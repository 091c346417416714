/**
 * Futures through the real server and across a kill -9: positions and waiting orders are there when
 * the log has been replayed, and what ended is answered from the archive as it was before.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { BourseClient, type NewFuturesOrder } from "../../src/client/client.ts";
import { bourse, ServerProcess, START_PATIENCE_MS } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const CONTRACT = { contractName: "E-BTC-USDT" };
const directory = directoryOfFile();
let server: ServerProcess;
let long: BourseClient["futures"];
let short: BourseClient["futures"];

beforeAll(async () => {
  await start();
  const { code, output } = await bourse("index", "set", "BTC", "40000", "--data", directory);
  expect(code, output).toBe(0);
}, START_PATIENCE_MS);
afterAll(() => server.stop());

async function start(): Promise<void> {
  server = await ServerProcess.start(directory);
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const { demo1, demo2 } = server.keys();
  long = new BourseClient({ baseUrl, ...demo1 }).futures;
  short = new BourseClient({ baseUrl, ...demo2 }).futures;
}

async function place(
  futures: BourseClient["futures"],
  words: string,
  more: Partial<NewFuturesOrder> = {},
): Promise<void> {
  const [side, open, volume, price] = words.split(" ");
  const order = { ...CONTRACT, side, open, type: "LIMIT", volume, price, positionType: 2, ...more };
  await futures.createOrder(order as NewFuturesOrder);
}

/** All that the long one may read. */
async function everything() {
  return {
    account: await long.account(),
    orders: await long.newestOrders(CONTRACT),
    open: await long.openOrders(),
    history: await long.orderHistory(CONTRACT),
    profits: await long.profitHistory(),
    trades: await long.myTrades(CONTRACT),
  };
}

test("HIST-OWN-1 FUT-WIRE-9 what is held, waits and has ended outlives a kill and is archived", async () => {
  await place(short, "SELL OPEN 20 40000");
  await place(long, "BUY OPEN 20 40000", { clientOrderId: "entry" });
  await place(short, "BUY CLOSE 20 40100");
  await place(long, "SELL CLOSE 20 40100", { timeInForce: "IOC" });
  await place(short, "SELL OPEN 30 40000");
  await place(long, "BUY OPEN 30 40000");
  const terms = { side: "SELL", open: "CLOSE", type: "LIMIT", positionType: 2 } as const;
  const stopLoss = { triggerType: 1, triggerPrice: "39000", volume: "30", price: "38900" } as const;
  await long.createConditionOrder({ ...CONTRACT, ...terms, ...stopLoss });
  const before = await everything();

  await server.kill();
  await start();

  expect(await everything()).toEqual(before);
  expect(before.open).toMatchObject([{ status: "INIT" }]);
  expect(before.history).toHaveLength(3);
  expect(before.profits).toMatchObject([{ volume: "20", openPrice: "40000", positionType: 2 }]);
  expect(before.trades).toHaveLength(3);

  await server.stop();
  await start();

  expect(await everything()).toEqual(before);
  const entry = await long.getOrder({ ...CONTRACT, clientOrderId: "entry" });
  expect(entry).toMatchObject({ status: "FILLED" });

  await server.stop();
  const verified = await bourse("verify", directory);
  expect(verified.code, verified.output).toBe(0); // The log, and the archive against it.
});
