/**
 * Order lists, slices and stops that trail, through the real server and across a kill -9: what stands is told as before, and
 * goes on as if nothing had been.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { BourseClient, type NewOrder } from "../../src/client/client.ts";
import { judgedFetch } from "../support/judged-fetch.ts";
import { ServerProcess } from "../support/server-process.ts";
import { directoryOfFile } from "../support/temporary-directory.ts";

const PAIR = { symbol: "BTCUSDT" };
const directory = directoryOfFile();
let server: ServerProcess;
let one: BourseClient;
let other: BourseClient;

async function start(): Promise<void> {
  server = await ServerProcess.start(directory);
  await server.archived();
  const baseUrl = `http://127.0.0.1:${server.port}`;
  const { demo1, demo2 } = server.keys();
  one = new BourseClient({ baseUrl, ...demo1, fetch: judgedFetch });
  other = new BourseClient({ baseUrl, ...demo2, fetch: judgedFetch });
}

beforeAll(start);
afterAll(() => server.stop());

/** `SELL 0.1 110`; without a price at market. */
function order(words: string, more: Partial<NewOrder> = {}): NewOrder {
  const [side, volume, price] = words.split(" ");
  const type = price === undefined ? "MARKET" : "LIMIT";
  return { ...PAIR, side, type, volume, price, ...more } as NewOrder;
}

/** The last price is this from now on. */
async function trade(price: string): Promise<void> {
  await other.spot.createOrder(order(`SELL 0.01 ${price}`));
  await other.spot.createOrder(order(`BUY 0.01 ${price}`));
}

/** Two legs, or a first order and two legs. */
function list(listType: "OCO" | "OTOCO", orders: readonly NewOrder[]) {
  const items = orders.map(({ type, symbol: _, ...item }) => ({ ...item, batchType: type }));
  return one.spot.createOrderList({ ...PAIR, listType, orders: items as never });
}

async function standing() {
  const { spot } = one;
  return {
    open: await spot.openOrders(PAIR),
    lists: await spot.openOrderLists(PAIR),
    all: await spot.allOrderLists(PAIR),
    asks: (await spot.depth(PAIR)).asks,
    account: await spot.account(),
  };
}

const ids = { limit: 0, stop: 0, first: 0, above: 0, trails: 0, waits: 0 };
let held: Awaited<ReturnType<typeof standing>> | undefined;

test("SPOT-LIST-8 SPOT-ICE-2 SPOT-TRAIL-2 what is placed: two legs, legs that wait for a first order, slices, and orders that trail", async () => {
  await trade("20000");
  const oco = await list("OCO", [
    order("SELL 0.1 22000"),
    order("SELL 0.1", { triggerPrice: "19000" }),
  ]);
  const otoco = await list("OTOCO", [
    order("BUY 0.2 19900"),
    order("SELL 0.2 21900", { icebergQty: "0.05" }),
    order("SELL 0.2", { trailingDelta: 300 }),
  ]);
  await one.spot.createOrder(order("SELL 1 23000", { icebergQty: "0.1" }));
  const waits = order("SELL 0.3", { trailingDelta: 100, triggerPrice: "20500" });
  ids.waits = (await one.spot.createOrder(waits)).orderId;
  ids.trails = (await one.spot.createOrder(order("SELL 0.3", { trailingDelta: 500 }))).orderId;
  [ids.limit = 0, ids.stop = 0] = oco.orders.map(({ orderId }) => orderId);
  [ids.first = 0, ids.above = 0] = otoco.orders.map(({ orderId }) => orderId);
  await trade("20200");
  await trade("20100");

  held = await standing();

  const trailing = held.open.find(({ orderId }) => orderId === ids.trails);
  expect(trailing).toMatchObject({ status: "NEW", trailingPrice: "19190" });
  expect(held.lists.map(({ orders }) => orders.map(({ status }) => status))).toEqual([
    ["NEW", "PENDING_NEW", "PENDING_NEW"],
    ["NEW", "NEW"],
  ]);
  expect(held.asks).toEqual([
    ["22000", "0.1"],
    ["23000", "0.1"],
  ]);
});

test("SPOT-LIST-16 SPOT-TRAIL-2 a kill -9 changes none of it", async () => {
  await server.kill();
  await start();
  expect(await standing()).toEqual(held);
});

test("SPOT-LIST-9 SPOT-LIST-11 SPOT-LIST-18 SPOT-TRAIL-3 and all of it goes on: legs go live, one ends the other, what trails is triggered where it must be", async () => {
  const statusOf = async (orderId: number) =>
    (await one.spot.getOrder({ ...PAIR, orderId })).status;
  await other.spot.createOrder(order("SELL 0.2 19900"));
  expect(await statusOf(ids.above)).toBe("NEW");
  await other.spot.createOrder(order("BUY 0.2 19195"));
  await other.spot.createOrder(order("BUY 1 19190"));

  await trade("19200");
  await trade("19191");
  expect([await statusOf(ids.trails), await statusOf(ids.above)]).toEqual(["NEW", "CANCELED"]);
  await other.spot.createOrder(order("SELL 0.01"));

  expect(await statusOf(ids.trails)).toBe("FILLED");
  expect(await statusOf(ids.waits)).toBe("NEW");
  await other.spot.createOrder(order("BUY 0.1 22000"));
  expect([await statusOf(ids.limit), await statusOf(ids.stop)]).toEqual(["FILLED", "CANCELED"]);
});
