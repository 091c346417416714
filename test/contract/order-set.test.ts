/** The order set of spot and margin through the API: what is taken, shown, amended, replaced and canceled. */
import { expect, test } from "vitest";
import { PLACED_ORDER } from "../../src/contract/pairs/order-shapes.ts";
import { fieldsOf } from "../support/contract-values.ts";
import { HttpDesk } from "../support/http-client.ts";
import { LIMIT } from "./order-tables.ts";
import { MARKET, place, SELL, shown, tradedDesk } from "./traded-desk.ts";

test("SPOT-FIELD-3 an order shows what it asked for, and one that asked for nothing shows nothing more", async () => {
  const desk = await tradedDesk();
  const asked = { timeInForce: "POST_ONLY", selfTrade: "EXPIRE_BOTH" };

  const plain = await place(desk, { ...LIMIT, timeInForce: "GTC", price: "99" });
  const told = await place(desk, { ...LIMIT, price: "98", ...asked });
  const posted = await place(desk, { ...LIMIT, price: "97", postOnly: "true" });

  for (const name of ["timeInForce", "selfTrade", "triggerPrice", "triggered"]) {
    expect(plain).not.toHaveProperty(name);
  }
  expect(told).toMatchObject({ ...asked, status: "NEW" });
  expect(await shown(desk, told)).toMatchObject({ ...asked, status: "NEW" });
  expect(await shown(desk, posted)).toMatchObject({ timeInForce: "POST_ONLY" });
  await desk.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId: told["orderId"] });
  expect(await shown(desk, told)).toMatchObject({ ...asked, status: "CANCELED" });
  const open = await desk.get("/sapi/v1/openOrders?symbol=BTCUSDT");
  expect(open.json).toHaveLength(2);
});

test.each([
  ["SPOT-TIF-2 IOC", { timeInForce: "IOC", volume: "2" }, "CANCELED", "1"],
  ["SPOT-TIF-3 FOK", { timeInForce: "FOK", volume: "2" }, "CANCELED", "0"],
  ["SPOT-TIF-3 FOK", { timeInForce: "FOK" }, "FILLED", "1"],
  ["SPOT-TIF-4 POST_ONLY", { timeInForce: "POST_ONLY" }, "CANCELED", "0"],
  ["SPOT-TIF-4 postOnly", { postOnly: true }, "CANCELED", "0"],
])("%s %j ends %s with %s executed", async (_, change, status, executedQty) => {
  const desk = await HttpDesk.open();
  await place(desk, SELL, "demo2");

  const order = await place(desk, { ...LIMIT, ...change });

  expect(order).toMatchObject({ status, executedQty });
  expect(await shown(desk, order)).toMatchObject({ status, executedQty });
});

test("SPOT-STOP-2 SPOT-STOP-3 a stop is NEW with its trigger until the last price reaches it", async () => {
  const desk = await tradedDesk();

  const stop = await place(desk, { ...LIMIT, price: "111", triggerPrice: "110" });
  const amount = await place(desk, { ...MARKET, stopPrice: 120.5 });

  expect(stop).toMatchObject({
    status: "NEW",
    triggerPrice: "110",
    triggered: false,
    price: "111",
  });
  expect(amount).toMatchObject({ status: "NEW", triggerPrice: "120.5", origQty: "50" });
  const { json } = await desk.get("/sapi/v1/depth?symbol=BTCUSDT");
  expect(json).toMatchObject({ bids: [], asks: [] });
  await place(desk, { ...SELL, price: "110" }, "demo2");
  await place(desk, { ...LIMIT, price: "110" }, "demo2");
  expect(await shown(desk, stop)).toMatchObject({ status: "NEW", triggered: true });
  await desk.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId: amount["orderId"] });
  expect(await shown(desk, amount)).toMatchObject({ status: "CANCELED", triggered: false });
});

test("SPOT-STOP-2 a stop in a batch", async () => {
  const desk = await tradedDesk();
  const item = { volume: "1", side: "BUY", batchType: "LIMIT", price: "99" };
  const orders = [item, { ...item, triggerPrice: "90" }, { ...item, timeInForce: "POST_ONLY" }];

  const { json } = await desk.post("/sapi/v1/batchOrders", { symbol: "BTCUSDT", orders });

  const [, stop] = (json as { ids: number[] }).ids;
  expect(await shown(desk, { orderId: stop })).toMatchObject({ triggered: false });
});

test("SPOT-STOP-2 a stop that was rejected was never triggered, in a batch and in place of another order", async () => {
  const desk = await tradedDesk();
  const item = { volume: "90000000", side: "BUY", batchType: "LIMIT", price: "99" };
  const orders = [{ ...item, triggerPrice: "90" }];

  const { json } = await desk.post("/sapi/v1/batchOrders", { symbol: "BTCUSDT", orders });
  const replaced = await replace(desk, {
    ...{ volume: "90000000", triggerPrice: "90" },
    ...{ cancelOrderId: 99, cancelReplaceMode: "ALLOW_FAILURE" },
  });

  const [orderId] = (json as { ids: number[] }).ids;
  const rejected = { status: "REJECTED", triggerPrice: "90", triggered: false };
  expect(await shown(desk, { orderId })).toMatchObject(rejected);
  expect(replaced.json).toMatchObject({ newOrderResponse: rejected });
});

test("SPOT-REPLACE-3 the answer to an amendment shows all of the order, also that it was a stop", async () => {
  const desk = await tradedDesk();
  const stop = await place(desk, { ...LIMIT, volume: "5", price: "111", triggerPrice: "110" });
  await place(desk, { ...SELL, price: "110" }, "demo2");
  await place(desk, { ...LIMIT, price: "110" }, "demo2");

  const { json } = await replace(desk, {
    ...{ volume: "2", price: "111", cancelOrderId: stop["orderId"] },
  });

  const order = fieldsOf(PLACED_ORDER, await shown(desk, stop));
  expect(order).toMatchObject({ timeInForce: "GTC", triggerPrice: "110", triggered: true });
  expect(json).toMatchObject({ cancelResult: "AMENDED", newOrderResponse: order });
});

const replace = (desk: HttpDesk, fields: object) =>
  desk.post("/sapi/v1/order/cancelReplace", { ...LIMIT, ...fields });

test("SPOT-REPLACE-5 the answer says what became of both orders", async () => {
  const desk = await HttpDesk.open();
  const first = await place(desk, { ...LIMIT, volume: "5", newClientOrderId: "mine" });
  const { orderId } = first;

  const amended = await replace(desk, { volume: "2", cancelOrderId: orderId });
  expect(amended.json).toMatchObject({
    cancelResult: "AMENDED",
    newOrderResult: "SUCCESS",
    cancelResponse: null,
    newOrderResponse: { orderId, clientOrderId: "mine", origQty: "2", status: "NEW" },
    newOrderError: null,
  });
  const moved = await replace(desk, {
    ...{ price: "101", cancelClientOrderId: "mine", newClientOrderId: "mine" },
  });
  expect(moved.json).toMatchObject({
    cancelResult: "SUCCESS",
    newOrderResult: "SUCCESS",
    cancelResponse: { orderId, status: "CANCELED" },
    newOrderResponse: { clientOrderId: "mine", price: "101", status: "NEW" },
  });
  const poor = await replace(desk, { volume: "90000000", cancelClientOrderId: "mine" });
  expect(poor.json).toMatchObject({
    cancelResult: "SUCCESS",
    newOrderResult: "FAILURE",
    newOrderResponse: { status: "REJECTED" },
    newOrderError: { code: -2017 },
  });
  expect(await replace(desk, { cancelOrderId: orderId })).toMatchObject({ json: { code: -1145 } });
  expect(await replace(desk, { cancelOrderId: 99 })).toMatchObject({ json: { code: -2013 } });
  expect(await replace(desk, { cancelOrderId: 0 })).toMatchObject({ json: { code: -2013 } });
  const anyway = { cancelOrderId: 99, cancelReplaceMode: "ALLOW_FAILURE" };
  expect(await replace(desk, anyway)).toMatchObject({
    json: { cancelResult: "FAILURE", newOrderResult: "SUCCESS", cancelResponse: null },
  });
});

test.each([
  [{}, -1102],
  [{ cancelOrderId: 1, cancelReplaceMode: "MAYBE" }, -1014],
  [{ cancelOrderId: 1, cancelReplaceMode: 5 }, -1102],
  [{ cancelOrderId: "x" }, -1100],
  [{ cancelOrderId: 0, price: "100.123456" }, -1111],
  [{ cancelClientOrderId: "a b" }, -1100],
  [{ cancelOrderId: 1, newClientOrderId: "bourse:1" }, -1100],
])("SPOT-REPLACE-1 a replacement with %j is refused: %i", async (change, code) => {
  const desk = await HttpDesk.open();
  const { orderId } = await place(desk, LIMIT);

  expect(await replace(desk, change)).toMatchObject({ status: 400, json: { code } });
  expect(await shown(desk, { orderId })).toMatchObject({ status: "NEW" });
});

test("SPOT-CANCEL-3 all orders of a symbol are canceled in one area at a time", async () => {
  const desk = await HttpDesk.open();
  await place(desk, LIMIT);
  await place(desk, { ...LIMIT, price: "90" });
  const asked = { symbol: "btc/usdt" };

  expect((await desk.post("/sapi/v1/margin/cancelAll", asked)).json).toEqual({
    canceled: 0,
    more: false,
  });
  expect((await desk.post("/sapi/v1/cancelAll", asked)).json).toEqual({ canceled: 2, more: false });
});

test("SPOT-COUNT-1 a countdown says when it is due, and 0 ends it", async () => {
  const desk = await HttpDesk.open();
  const set = (countdownTime: unknown) =>
    desk.post("/sapi/v1/countdownCancelAll", { symbol: "BTCUSDT", countdownTime });

  const { json } = await set(60_000);

  const cancelTime = desk.exchange.state.timeMs + 60_000;
  expect(json).toEqual({ symbol: "BTCUSDT", countdownTime: 60_000, cancelTime });
  expect((await set("0")).json).toMatchObject({ cancelTime: 0 });
  for (const wrong of [999, 86_400_001, -1, "x", null]) {
    expect(await set(wrong)).toMatchObject({ status: 400, json: { code: -1102 } });
  }
});

test("CORE-RULES-3 before rules 5 the order set is refused, and nothing of it gets into the log", async () => {
  const desk = await HttpDesk.open();
  Object.assign(desk.tampered.exchange.state, { rules: 4 });
  const { position } = desk.exchange.state;
  const symbol = "BTCUSDT";

  for (const [path, body] of [
    ["order", { ...LIMIT, timeInForce: "IOC" }],
    ["margin/order", { ...LIMIT, selfTrade: "EXPIRE_BOTH" }],
    ["batchOrders", { symbol, orders: [{ ...LIMIT, batchType: "LIMIT", postOnly: true }] }],
    ["cancelAll", { symbol }],
    ["order/cancelReplace", { ...LIMIT, cancelOrderId: 1 }],
    ["countdownCancelAll", { symbol, countdownTime: 5_000 }],
  ] as const) {
    expect(await desk.post(`/sapi/v1/${path}`, body), path).toMatchObject({
      json: { code: -1020 },
    });
  }
  expect(desk.exchange.state.position).toBe(position);
  await place(desk, { ...LIMIT, timeInForce: "GTC" });
});
