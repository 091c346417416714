/** Client ids that are free at once, through the APIs: what is refused before, what is taken then, and which order a name means. */
import { expect, test } from "vitest";
import { HttpDesk } from "../support/http-client.ts";
import { ContractDesk } from "./contract-desk.ts";
import { LIMIT } from "./order-tables.ts";

const NAMED = { ...LIMIT, newClientOrderId: "mine" };

const setting = (isFree: boolean) =>
  ({ type: "SetClientIdReuse", user: 1, isFree, request: 0 }) as const;

/** Demo2 offers 5 at 100, which is what demo1 bids. */
async function deskWithAsk(): Promise<HttpDesk> {
  const desk = await HttpDesk.open();
  const ask = { ...LIMIT, side: "SELL", volume: "5" };
  expect(await desk.post("/sapi/v1/order", ask, { user: "demo2" })).toMatchObject({ status: 200 });
  return desk;
}

test("SPOT-CLIENT-7 a filled order's name is refused, test orders too, and taken with the setting", async () => {
  const desk = await deskWithAsk();
  const first = await desk.post("/sapi/v1/order", NAMED);
  expect(first).toMatchObject({ json: { orderId: 2, status: "FILLED" } });
  const refused = { status: 400, json: { code: -2010 } };
  expect(await desk.post("/sapi/v1/order", NAMED)).toMatchObject(refused);
  expect(await desk.post("/sapi/v1/order/test", NAMED)).toMatchObject(refused);

  desk.must(setting(true));

  expect(await desk.post("/sapi/v1/order/test", NAMED)).toMatchObject({ status: 200, json: {} });
  const second = await desk.post("/sapi/v1/order", NAMED);
  expect(second).toMatchObject({ json: { orderId: 3, status: "FILLED", clientOrderId: "mine" } });
  const shown = await desk.get("/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=mine");
  expect(shown).toMatchObject({ json: { orderId: 3 } });
  desk.must(setting(false));
  expect(await desk.post("/sapi/v1/order", NAMED)).toMatchObject(refused);
});

test("SPOT-CLIENT-7 of two open orders of one name the second is refused all the same; a cancel means the open one", async () => {
  const desk = await deskWithAsk();
  desk.must(setting(true));
  await desk.post("/sapi/v1/order", NAMED);
  const resting = { ...NAMED, price: "90" };
  expect(await desk.post("/sapi/v1/order", resting)).toMatchObject({ json: { orderId: 3 } });

  const again = await desk.post("/sapi/v1/order", resting);
  const cancel = { symbol: "BTCUSDT", newClientOrderId: "mine" };

  expect(again.json).toEqual({ code: -2010, msg: "Client order id is in use by order 3." });
  expect(await desk.post("/sapi/v1/cancel", cancel)).toMatchObject({ json: { orderId: 3 } });
  expect(await desk.post("/sapi/v1/cancel", cancel)).toMatchObject({ status: 400 });
});

test("SPOT-CLIENT-7 in futures the same", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  const named = { clientOrderId: "mine", timeInForce: "IOC" };
  const place = () => desk.order("demo1", "BUY OPEN 10 @ 39000", named);
  expect(await place()).toMatchObject({ status: 200 });
  expect(await place()).toMatchObject({ json: { code: -2010 } });

  desk.must(setting(true));

  expect(await place()).toMatchObject({ status: 200 });
});
