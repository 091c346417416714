/** Orders of a list that are moved on the chart, against a real exchange: what is left when a step of it fails. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { BatchItem, NewOrderList } from "../../src/client/client.ts";
import { listsIn, type OwnList } from "../../web/console/exchange/account/own-lists.ts";
import type { AccountOrder } from "../../web/console/exchange/exchange.ts";
import { LiveValue } from "../../web/console/exchange/live.ts";
import { findListFault, moveList, TOUCHED } from "../../web/console/market/move/move-list.ts";
import { sayHow } from "../../web/console/market/move/move-words.ts";
import { ConsoleDesk } from "./console-desk.ts";

const SYMBOL = "BTCUSDT";
const SELL = { side: "SELL", volume: "1" } as const;
const ENTRY = { side: "BUY", batchType: "LIMIT", price: "49000", volume: "1" } as const;
const PROFIT = { ...SELL, batchType: "LIMIT", price: "52000", timeInForce: "POST_ONLY" } as const;
const STOP = { ...SELL, batchType: "MARKET", triggerPrice: "48000" } as const;

let desk: ConsoleDesk;
/** The last price is 50,000. */
beforeAll(async () => {
  desk = await ConsoleDesk.open();
  const at = { symbol: SYMBOL, type: "LIMIT", price: "50000", volume: "1" } as const;
  await desk.others.spot.createOrder({ ...at, side: "SELL" });
  await desk.me.spot.createOrder({ ...at, side: "BUY" });
});
beforeEach(async () => {
  await desk.exchange.operator.clearFaults();
  await desk.me.spot.cancelAll({ symbol: SYMBOL });
});
afterAll(() => desk.exchange.close());

async function place(listType: NewOrderList["listType"], ...orders: BatchItem[]): Promise<OwnList> {
  await desk.me.spot.createOrderList({ symbol: SYMBOL, listType, orders });
  return await list();
}

async function list(): Promise<OwnList> {
  const orders = await desk.me.spot.openOrders({ symbol: SYMBOL });
  const [only] = listsIn(orders.map((order) => ({ ...order, area: "spot" }))).values();
  if (!only) throw new Error("no list is open");
  return only;
}

function orderAt({ orders }: OwnList, at: number): AccountOrder {
  const order = orders[at];
  if (!order) throw new Error(`the list has no order ${at}`);
  return order;
}

async function move(moved: OwnList, at: number, price: string): Promise<string> {
  const client = new LiveValue(desk.me);
  const sender = new LiveValue(desk.exchange.client("demo1", { retries: 0 }));
  const sent = moveList({ client, sender }, { list: moved, order: orderAt(moved, at), price });
  return await sent.catch((error: Error) => error.message);
}

/** The open orders as they were placed: `LIMIT 49000 1 NEW`, a trigger's price where there is one. */
async function open(): Promise<string[]> {
  const orders = await desk.me.spot.openOrders({ symbol: SYMBOL });
  return orders
    .toSorted((a, b) => a.orderId - b.orderId)
    .map(({ type, triggerPrice, price, origQty, status }) =>
      [type, triggerPrice ?? price, origQty, status].join(" "),
    );
}

test("SPOT-LIST-14 a leg is moved with its list, which keeps all else that it asked for", async () => {
  const placed = await place("OTOCO", ENTRY, { ...PROFIT, icebergQty: "0.1" }, STOP);

  const said = await move(placed, 2, "48500");

  expect(said).toMatch(
    /^The OTOCO of orders \d+, \d+, \d+ was canceled, and placed anew as orders \d+, \d+, \d+, with one at 48,500\.$/,
  );
  const anew = await list();
  expect(anew.orders).toMatchObject([
    { price: "49000", side: "BUY" },
    { price: "52000", timeInForce: "POST_ONLY", side: "SELL", icebergQty: "0.1" },
    { triggerPrice: "48500", status: "PENDING_NEW" },
  ]);
  await move(anew, 1, "53000");
  await move(await list(), 0, "49100.5");
  expect(await open()).toEqual([
    "LIMIT 49100.5 1 NEW",
    "LIMIT 53000 1 PENDING_NEW",
    "MARKET 48500 1 PENDING_NEW",
  ]);
});

test("SPOT-UNIT-1 a stop that buys a quantity at market goes on counting it", async () => {
  const buy = { ...STOP, side: "BUY", volumeUnit: "BASE", triggerPrice: "52000" } as const;
  const placed = await place("OCO", { ...ENTRY, price: "48000" }, buy);

  await move(placed, 0, "48100");

  expect((await list()).orders).toMatchObject([
    { price: "48100" },
    { volumeUnit: "BASE", origQty: "1", triggerPrice: "52000" },
  ]);
});

test("SPOT-LIST-9 what traded until the cancel is not placed anew, and that is said", async () => {
  const bracket = await place("OTO", ENTRY, PROFIT);
  const sale = { symbol: SYMBOL, type: "LIMIT", volume: "0.4" } as const;
  await desk.others.spot.createOrder({ ...sale, side: "SELL", price: "49000" });

  expect(await move(bracket, 1, "53000")).toMatch(/NO new one is placed: 0\.4 of it had traded\.$/);
  expect(await open()).toEqual([]);
  const oco = await place("OCO", { ...PROFIT, price: "52000" }, STOP);
  await desk.others.spot.createOrder({ ...sale, side: "BUY", price: "52000" });
  expect(await move(oco, 0, "53000")).toMatch(/NO new one is placed: it had begun to trade\.$/);
  expect(await open()).toEqual([]);
  // The last price is 50,000 again.
  await desk.others.spot.createOrder({ ...sale, side: "SELL", price: "50000" });
  await desk.me.spot.createOrder({ ...sale, side: "BUY", price: "50000" });
});

test("where a step fails, what is left is said", async () => {
  const placed = await place("OCO", PROFIT, STOP);
  await desk.exchange.operator.addFault("POST /sapi/v1/orderList/cancel", "503");
  expect(await move(placed, 0, "53000")).toMatch(/^The OCO of orders \d+, \d+ was not moved: \S/);
  expect(await open()).toHaveLength(2);

  await desk.exchange.operator.clearFaults();
  await desk.exchange.operator.addFault("POST /sapi/v1/orderList", "503");
  const said = await move(placed, 0, "53000");
  expect(said).toMatch(/^The OCO of orders .* was canceled, and NO new one is placed: \S/);
  expect(await open()).toEqual([]);
});

test("SPOT-LIST-3 SPOT-LIST-4 what the exchange would refuse is not begun", async () => {
  const fault = (moved: OwnList, at: number, price: string) =>
    findListFault({ list: moved, order: orderAt(moved, at), price }, "50000");
  const beside = "It must stay on its side of the other orders of its list.";
  const last = "It must stay on its side of the last price, now 50,000.";

  const oco = await place("OCO", PROFIT, STOP);
  expect(fault(oco, 0, "50000.01")).toBeUndefined();
  expect(fault(oco, 0, "50000")).toBe(last);
  expect(fault(oco, 1, "50001")).toBe(last);
  expect(fault(oco, 1, "52000")).toBe(beside);
  await desk.me.spot.cancelAll({ symbol: SYMBOL });
  const bracket = await place("OTOCO", ENTRY, PROFIT, STOP);
  expect(fault(bracket, 1, "49500")).toBeUndefined();
  expect(fault(bracket, 1, "48500")).toBe(beside);
  expect(fault(bracket, 0, "47000")).toBe(beside);
  const [first, ...legs] = bracket.orders;
  const traded = { ...first, executedQty: "0.1" } as (typeof legs)[number];
  expect(fault({ ...bracket, orders: [traded, ...legs] }, 1, "52500")).toBe(TOUCHED);
});

test("SPOT-LIST-18 a list with a stop that trails is moved, and the stop trails anew", async () => {
  const { triggerPrice, ...leg } = STOP;
  const placed = await place("OCO", PROFIT, { ...leg, trailingDelta: 200 });
  const at = (price: string) => ({ list: placed, order: orderAt(placed, 0), price });

  expect(findListFault(at("53000"), "50000")).toBeUndefined();
  expect(findListFault(at("49000"), "50000")).toContain("on its side of the last price");
  expect(sayHow(orderAt(placed, 0), placed)).toContain("The one that trails begins anew");
  expect(await move(placed, 0, "53000")).toContain("was canceled, and placed anew");
  const { orders } = await list();
  expect(orders).toMatchObject([{ price: "53000" }, { trailingDelta: 200, triggered: false }]);
});
