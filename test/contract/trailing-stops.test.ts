/** Stops that trail the last price, through the API: what an order, its query, its history, a batch, a list, a replacement and a test tell of them. */
import { expect, test } from "vitest";
import type { HttpDesk } from "../support/http-client.ts";
import { type Fields, LIMIT } from "./order-tables.ts";
import { place, SELL, shown, tradedDesk } from "./traded-desk.ts";

const TRAIL = { ...SELL, type: "MARKET", price: undefined, volume: "1", trailingDelta: 100 };

async function tradeAt(desk: HttpDesk, price: string): Promise<void> {
  await place(desk, { ...SELL, price, volume: "1" });
  await place(desk, { ...LIMIT, price, volume: "1" }, "demo2");
}

test("SPOT-TRAIL-2 SPOT-TRAIL-3 the worked example of a sell: its trigger is told, follows the price up and never back", async () => {
  const desk = await tradedDesk();
  const trail = await place(desk, TRAIL);
  expect(trail).toMatchObject({ status: "NEW", trailingDelta: 100, triggered: false });
  expect(await shown(desk, trail)).toMatchObject({ trailingPrice: "99", triggered: false });
  await tradeAt(desk, "110");
  await tradeAt(desk, "109");
  expect(await shown(desk, trail)).toMatchObject({ trailingPrice: "108.9", status: "NEW" });
  await place(desk, { ...LIMIT, price: "108", volume: "1" }, "demo2");

  await tradeAt(desk, "108.9");

  const told = {
    status: "FILLED",
    avgPrice: "108",
    trailingDelta: 100,
    trailingPrice: "108.9",
    triggered: true,
  };
  expect(await shown(desk, trail)).toMatchObject(told);
  const { json } = await desk.get("/sapi/v1/historyOrders?symbol=BTCUSDT");
  expect((json as Fields[]).find(({ orderId }) => orderId === trail["orderId"])).toMatchObject(
    told,
  );
});

test("SPOT-TRAIL-1 SPOT-TRAIL-2 the worked example of a buy: with a triggerPrice it shows no trailingPrice before it trails", async () => {
  const desk = await tradedDesk();
  const asked = { ...LIMIT, price: "93", volume: "1", trailingDelta: "500", triggerPrice: "90" };
  const trail = await place(desk, asked);
  expect(await shown(desk, trail)).not.toHaveProperty("trailingPrice");
  await tradeAt(desk, "88");
  expect(await shown(desk, trail)).toMatchObject({
    trailingPrice: "92.4",
    triggerPrice: "90",
    triggered: false,
  });
  await tradeAt(desk, "80");
  expect(await shown(desk, trail)).toMatchObject({ trailingPrice: "84" });
});

test("SPOT-TRAIL-1 SPOT-LIST-18 in a batch, a list, a replacement and a test as well", async () => {
  const desk = await tradedDesk();
  const { symbol, type, ...item } = TRAIL;
  const orders = [{ ...item, batchType: type }];
  expect((await desk.post("/sapi/v1/batchOrders", { symbol, orders })).status).toBe(200);
  const legs = [{ ...item, batchType: "LIMIT", price: "110", trailingDelta: undefined }, orders[0]];
  const list = await desk.post("/sapi/v1/orderList", { symbol, listType: "OCO", orders: legs });
  expect(list).toMatchObject({
    status: 200,
    json: { orders: [{}, { trailingDelta: 100, triggered: false }] },
  });
  const fromPrice = [legs[0], { ...orders[0], triggerPrice: "105" }];
  const refused = await desk.post("/sapi/v1/orderList", {
    symbol,
    listType: "OCO",
    orders: fromPrice,
  });
  expect(refused).toMatchObject({
    status: 400,
    json: {
      code: -1014,
      msg: "orders[1]: A leg of a list trails from the moment at which it is live.",
    },
  });
  const { orderId } = await place(desk, TRAIL);
  const replacing = {
    ...TRAIL,
    trailingDelta: 200,
    cancelReplaceMode: "STOP_ON_FAILURE",
    cancelOrderId: orderId,
  };
  const replaced = await desk.post("/sapi/v1/order/cancelReplace", replacing);
  expect(replaced).toMatchObject({
    status: 200,
    json: { newOrderResponse: { trailingDelta: 200 } },
  });
  expect((await desk.post("/sapi/v1/order/test", TRAIL)).status).toBe(200);
});

test("SPOT-TRAIL-4 the worked example of a lock: a BUY of a quantity needs no more than it has locked", async () => {
  const desk = await tradedDesk();
  const asked = { ...TRAIL, side: "BUY", volumeUnit: "BASE", triggerPrice: "105" };
  const locked = async () => {
    const { json } = await desk.get("/sapi/v1/account");
    const { balances } = json as { balances: Fields[] };
    return balances.find(({ asset }) => asset === "USDT")?.["locked"];
  };
  const trail = await place(desk, asked);
  expect(await locked()).toBe("212.1");
  await tradeAt(desk, "300");
  await place(desk, { ...SELL, price: "303", volume: "2" }, "demo2");
  await place(desk, { ...LIMIT, price: "303", volume: "1" }, "demo2");
  expect(await shown(desk, trail)).toMatchObject({ status: "CANCELED", endReason: "OUT_OF_RANGE" });
  expect(await locked()).toBe("0");
});

test.each([9, 2001])("SPOT-TRAIL-1 a delta of %i, and what is allowed", async (trailingDelta) => {
  const desk = await tradedDesk();
  expect((await desk.post("/sapi/v1/order/test", { ...TRAIL, trailingDelta })).json).toEqual({
    code: -1014,
    msg: "A trailing stop does not trail by so much.",
  });
});

test("SPOT-TRAIL-1 not in margin", async () => {
  const desk = await tradedDesk();
  const answer = await desk.post("/sapi/v1/margin/order", TRAIL);
  expect(answer).toMatchObject({ status: 400, json: { code: -1014 } });
});
