/** Orders that are moved on the chart, against a real exchange: what is left when a step of it fails. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AccountConfig, AccountOrder } from "../../web/console/exchange/exchange.ts";
import { LiveValue } from "../../web/console/exchange/live.ts";
import { moveOrder } from "../../web/console/market/move/move-order.ts";
import { ConsoleDesk } from "./console-desk.ts";

const CONTRACT = { contractName: "E-BTC-USDT" } as const;
const OPEN = { ...CONTRACT, type: "LIMIT", open: "OPEN", positionType: 1, side: "BUY" } as const;
const STOP = { ...OPEN, type: "MARKET", open: "CLOSE", side: "SELL", triggerType: 1 } as const;
const PAIR = { symbol: "BTCUSDT", type: "LIMIT", side: "BUY" } as const;

let desk: ConsoleDesk;
beforeAll(async () => {
  desk = await ConsoleDesk.open();
});
beforeEach(async () => {
  await desk.exchange.operator.clearFaults();
  await desk.me.futures.cancelAll();
  await desk.others.futures.cancelAll();
  await desk.me.spot.cancelAll({ symbol: "BTCUSDT" });
});
afterAll(() => desk.exchange.close());

async function move(order: AccountOrder, price: string): Promise<string> {
  const configs = (await desk.me.futures.userConfig()) as readonly AccountConfig[];
  const client = new LiveValue(desk.me);
  // As the console sends what changes something: once.
  const sender = new LiveValue(desk.exchange.client("demo1", { retries: 0 }));
  const account = { configs: new LiveValue(configs) };
  const moved = moveOrder({ client, sender, account }, order, price);
  return await moved.catch((error: Error) => error.message);
}

/** The open orders, newest first: `LIMIT 49000 10 NEW`, a trigger's price where it waits. */
async function open(): Promise<string[]> {
  const orders = await desk.me.futures.openOrders(CONTRACT);
  return orders.map(({ type, status, price, triggerPrice, origQty }) =>
    [type, status === "INIT" ? triggerPrice : price, origQty, status].join(" "),
  );
}

async function futuresOrder(): Promise<AccountOrder> {
  const [order] = await desk.me.futures.openOrders(CONTRACT);
  return { ...order, area: "futures" } as AccountOrder;
}

test("SPOT-REPLACE-1 an order of spot is replaced by one request", async () => {
  await desk.me.spot.createOrder({ ...PAIR, price: "49000", volume: "0.5" });
  const [order] = await desk.me.spot.openOrders({ symbol: "BTCUSDT" });

  const said = await move({ ...order, area: "spot" } as AccountOrder, "48000.5");

  expect(said).toMatch(/^Order \d+ was replaced by order \d+: rests on the book\.$/);
  const left = await desk.me.spot.openOrders({ symbol: "BTCUSDT" });
  expect(left).toMatchObject([{ price: "48000.5", origQty: "0.5", side: "BUY" }]);
});

test("a resting futures order is canceled, and only what had not traded is placed anew", async () => {
  await desk.me.futures.createOrder({ ...OPEN, price: "49990", volume: "100" });
  const told = await futuresOrder();
  // It trades after the order was told and before it is moved.
  await desk.others.futures.createOrder({ ...OPEN, side: "SELL", price: "49990", volume: "30" });

  const said = await move(told, "49500.5");

  expect(said).toMatch(/^Order \d+ was canceled, order \d+ is placed at 49,500\.5\.$/);
  expect(await open()).toEqual(["LIMIT 49500.5 70 NEW"]);
});

test("FUT-CHECK-12 where the new one is refused, it is said that the old one is gone", async () => {
  await desk.me.futures.createOrder({ ...OPEN, price: "49000", volume: "10" });

  const said = await move(await futuresOrder(), "90000");

  expect(said).toMatch(/^Order \d+ was canceled, and NO new one is placed: \S/);
  expect(await open()).toEqual([]);
});

test("FUT-CANCEL-1 an order that has ended is not placed again", async () => {
  await desk.me.futures.createOrder({ ...OPEN, price: "49000", volume: "10" });
  const told = await futuresOrder();
  await desk.me.futures.cancelAll();

  expect(await move(told, "49500")).toMatch(/^Order \d+ was not moved: \S/);
  expect(await open()).toEqual([]);
});

test("FUT-COND-2 a stop is placed anew before the old one is canceled", async () => {
  await desk.me.futures.createConditionOrder({ ...STOP, volume: "10", triggerPrice: "45000" });
  const told = await futuresOrder();

  expect(await move(told, "46000")).toMatch(
    /^Order \d+ waits at 46,000, order \d+ was canceled\.$/,
  );
  expect(await open()).toEqual(["MARKET 46000 10 INIT"]);

  await desk.exchange.operator.addFault("POST /fapi/v1/conditionOrder", "503");
  expect(await move(await futuresOrder(), "47000")).toMatch(/^Order \d+ stays as it is: \S/);
  expect(await open()).toEqual(["MARKET 46000 10 INIT"]);

  await desk.exchange.operator.clearFaults();
  await desk.exchange.operator.addFault("POST /fapi/v1/cancel", "503");
  const said = await move(await futuresOrder(), "47000");
  expect(said).toMatch(/^Order \d+ is placed at 47,000, but order \d+ is NOT canceled: \S/);
  expect(await open()).toEqual(["MARKET 47000 10 INIT", "MARKET 46000 10 INIT"]);
});
