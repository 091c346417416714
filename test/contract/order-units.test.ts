/** What the volume of a market order counts, through the API: placed, tried, in a batch, in place of another, shown everywhere. */
import { expect, test } from "vitest";
import type { HttpDesk } from "../support/http-client.ts";
import { type Fields, LIMIT } from "./order-tables.ts";
import { MARKET, place, SELL, shown, tradedDesk } from "./traded-desk.ts";

const BUY_TWO = { ...MARKET, volume: "2", volumeUnit: "BASE" };
const SELL_FOR = { ...MARKET, side: "SELL", volume: "150.5", volumeUnit: "QUOTE" };

async function balance(desk: HttpDesk, asset: string): Promise<Fields> {
  const { json } = await desk.get("/sapi/v1/account");
  const { balances } = json as { balances: Fields[] };
  return balances.find((one) => one["asset"] === asset) ?? expect.fail(asset);
}

test("SPOT-UNIT-2 SPOT-UNIT-5 a quantity is bought, and the order says what it counts wherever it is shown", async () => {
  const desk = await tradedDesk();
  await place(desk, { ...SELL, price: "100" }, "demo2");
  await place(desk, { ...SELL, price: "101" }, "demo2");
  const { free } = await balance(desk, "USDT");

  const placed = await place(desk, BUY_TWO);

  const told = { origQty: "2", executedQty: "2", price: "0", status: "FILLED", volumeUnit: "BASE" };
  expect(placed).toMatchObject(told);
  expect(await shown(desk, placed)).toMatchObject({ ...told, avgPrice: "100.5" });
  const { json } = await desk.get("/sapi/v1/historyOrders?symbol=BTCUSDT");
  expect((json as Fields[]).find((one) => one["orderId"] === placed["orderId"])).toMatchObject(
    told,
  );
  const left = await balance(desk, "USDT");
  expect([Number(free) - Number(left["free"]), left["locked"]]).toEqual([201, "0"]);
});

test("SPOT-UNIT-3 SPOT-UNIT-5 it is sold for an amount, by a stop, too, which shows it while it waits", async () => {
  const desk = await tradedDesk();

  const stop = await place(desk, { ...SELL_FOR, triggerPrice: "90" });

  const told = { origQty: "150.5", volumeUnit: "QUOTE", triggerPrice: "90" };
  expect(stop).toMatchObject({ ...told, status: "NEW", triggered: false });
  expect(await shown(desk, stop)).toMatchObject({ ...told, status: "NEW" });
  // 150.5 at 45, the lowest price of the range around the trigger, rounded up to a step.
  expect(await balance(desk, "BTC")).toMatchObject({ locked: "3.34445" });
  await place(desk, { ...LIMIT, volume: "5", price: "90" }, "demo2");
  await place(desk, { ...SELL, volume: "0.1", price: "90" });
  expect(await shown(desk, stop)).toMatchObject({
    ...told,
    status: "FILLED",
    executedQty: "1.67222",
  });
  expect(await balance(desk, "BTC")).toMatchObject({ locked: "0" });
});

test("SPOT-UNIT-1 in a batch each item counts for itself, in place of another and in a test order as well", async () => {
  const desk = await tradedDesk();
  const resting = await place(desk, { ...LIMIT, price: "90", volume: "5" }, "demo2");
  const sell = { volume: "100", side: "SELL", batchType: "MARKET", volumeUnit: "QUOTE" };
  const orders = [{ ...sell, volume: "1", volumeUnit: "BASE" }, sell];

  expect((await desk.post("/sapi/v1/order/test", SELL_FOR)).json).toEqual({});
  const { json } = await desk.post("/sapi/v1/batchOrders", { symbol: "BTCUSDT", orders });
  const [usual, other] = (json as { ids: number[] }).ids;

  expect(await shown(desk, { orderId: usual })).toMatchObject({ origQty: "1", executedQty: "1" });
  expect(await shown(desk, { orderId: usual })).not.toHaveProperty("volumeUnit");
  const told = { origQty: "100", executedQty: "1.11111", volumeUnit: "QUOTE" };
  expect(await shown(desk, { orderId: other })).toMatchObject(told);
  const replaced = await desk.post("/sapi/v1/order/cancelReplace", {
    ...{ ...SELL_FOR, cancelOrderId: 999, cancelReplaceMode: "ALLOW_FAILURE" },
  });
  expect(replaced.json).toMatchObject({
    newOrderResponse: { origQty: "150.5", executedQty: "1.67222", volumeUnit: "QUOTE" },
  });
  expect(resting["status"]).toBe("NEW");
});

test.each([
  ["/sapi/v1/margin/order", BUY_TWO, -1014, "This kind of order is not for margin."],
  [
    "/sapi/v1/order",
    { ...LIMIT, volumeUnit: "QUOTE" },
    -1014,
    "The volume of a LIMIT order counts",
  ],
  [
    "/sapi/v1/order",
    { ...BUY_TWO, volumeUnit: "both" },
    -1014,
    "This value of volumeUnit is not supported.",
  ],
])("SPOT-UNIT-1 %s %j is refused: %i %s", async (path, fields, code, said) => {
  const desk = await tradedDesk();

  const { json } = await desk.post(path, fields);

  expect(json).toMatchObject({ code, msg: expect.stringContaining(said) });
});
