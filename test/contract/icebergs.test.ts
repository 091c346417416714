/** Orders that show a slice at a time, through the API: the depth shows slices, their user all of it, in a batch, a list, a test and a restart. */
import { expect, test } from "vitest";
import type { HttpDesk } from "../support/http-client.ts";
import { type Fields, LIMIT } from "./order-tables.ts";
import { place, SELL, shown, tradedDesk } from "./traded-desk.ts";

const ICE = { ...SELL, price: "101", volume: "10", icebergQty: "2" };
const BUY = { ...LIMIT, price: "101" };

async function asks(desk: HttpDesk): Promise<unknown> {
  return ((await desk.get("/sapi/v1/depth?symbol=BTCUSDT")).json as { asks: unknown }).asks;
}

test("SPOT-ICE-2 SPOT-ICE-3 the example of the rules: the depth has slices, and each next one stands last", async () => {
  const desk = await tradedDesk();
  const ice = await place(desk, ICE);
  expect(ice).toMatchObject({ status: "NEW", origQty: "10", icebergQty: "2" });
  const other = await place(desk, { ...SELL, price: "101", volume: "1" });
  expect(await asks(desk)).toEqual([["101", "3"]]);

  await place(desk, { ...BUY, volume: "2.5" }, "demo2");

  expect(await shown(desk, ice)).toMatchObject({
    executedQty: "2",
    icebergQty: "2",
    origQty: "10",
  });
  expect(await shown(desk, other)).toMatchObject({ executedQty: "0.5" });
  expect(await asks(desk)).toEqual([["101", "2.5"]]);
  const { json } = await desk.get("/sapi/v1/account");
  const { balances } = json as { balances: Fields[] };
  expect(balances.find(({ asset }) => asset === "BTC")).toMatchObject({ locked: "8.5" });
});

test("SPOT-ICE-4 it is told with its slice when it is over, too", async () => {
  const desk = await tradedDesk();
  const ice = await place(desk, ICE);

  await place(desk, { ...BUY, volume: "10" }, "demo2");

  const told = { status: "FILLED", executedQty: "10", icebergQty: "2" };
  expect(await shown(desk, ice)).toMatchObject(told);
  const { json } = await desk.get("/sapi/v1/historyOrders?symbol=BTCUSDT");
  expect((json as Fields[])[0]).toMatchObject(told);
});

test("SPOT-ICE-1 in a batch, a list and a test order as well", async () => {
  const desk = await tradedDesk();
  const { symbol, type, ...item } = ICE;
  const orders = [{ ...item, batchType: type }];
  expect((await desk.post("/sapi/v1/batchOrders", { symbol, orders })).status).toBe(200);
  expect(await asks(desk)).toEqual([["101", "2"]]);
  const stop = { ...item, batchType: "MARKET", price: undefined, icebergQty: undefined };
  const legs = [
    { ...orders[0], price: "110" },
    { ...stop, triggerPrice: "90" },
  ];
  const list = await desk.post("/sapi/v1/orderList", { symbol, listType: "OCO", orders: legs });
  expect(list).toMatchObject({ status: 200, json: { orders: [{ icebergQty: "2" }, {}] } });
  expect(await asks(desk)).toEqual([
    ["101", "2"],
    ["110", "2"],
  ]);
  expect((await desk.post("/sapi/v1/order/test", ICE)).status).toBe(200);
  const small = await desk.post("/sapi/v1/order/test", { ...ICE, icebergQty: "0.05" });
  expect(small.json).toEqual({
    code: -1014,
    msg: "An order has at most 100 slices, and none below the minimum volume.",
  });
});

test("SPOT-ICE-1 not in margin", async () => {
  const desk = await tradedDesk();
  const answer = await desk.post("/sapi/v1/margin/order", ICE);
  expect(answer).toMatchObject({ status: 400, json: { code: -1014 } });
});
