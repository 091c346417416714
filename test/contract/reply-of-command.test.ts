/** The reply to an order tells what its whole command has made of it, the stops that its trades have triggered included. */
import { expect, test } from "vitest";
import { HttpDesk, type User } from "../support/http-client.ts";
import { type Fields, LIMIT } from "./order-tables.ts";

const ORDER = "/sapi/v1/order";

async function place(desk: HttpDesk, fields: object, user: User = "demo1"): Promise<Fields> {
  const { status, json } = await desk.post(ORDER, { ...LIMIT, ...fields }, { user });
  expect(status, JSON.stringify(json)).toBe(200);
  return json as Fields;
}

/** The last price is 10,000; a buy stop of 0.1 waits for 9,900, and a bid of 0.1 stands there. */
async function deskWithStop(stop: object = {}, owner: User = "demo2"): Promise<HttpDesk> {
  const desk = await HttpDesk.open();
  await place(desk, { side: "SELL", price: "10000" }, "demo2");
  await place(desk, { price: "10000" });
  const terms = { volume: "0.1", price: "9900" };
  await place(desk, { ...terms, triggerPrice: "9900", ...stop }, owner);
  await place(desk, terms, "demo2");
  return desk;
}

async function shown(desk: HttpDesk, { orderId }: Fields): Promise<unknown> {
  const { json } = await desk.get(`${ORDER}?symbol=BTCUSDT&orderId=${orderId}`);
  return json;
}

/** What a sell at 9,900 comes to: the bid takes the first 0.1, and that triggers the stop. */
const CASES = [
  ["takes its rest", "0.2", {}, "demo2", "FILLED", "0.2"],
  ["takes some of its rest", "0.3", {}, "demo2", "PARTIALLY_FILLED", "0.2"],
  ["of its own user ends it", "0.2", { selfTrade: "EXPIRE_MAKER" }, "demo1", "CANCELED", "0.1"],
  [
    "of its own user goes itself",
    "0.2",
    { selfTrade: "EXPIRE_TAKER" },
    "demo1",
    "PARTIALLY_FILLED",
    "0.1",
  ],
] as const;

test.each(CASES)(
  "SPOT-REPLY-1 a stop that an order triggers %s: %s is replied to as it is then",
  async (_, volume, stop, owner, status, executedQty) => {
    const desk = await deskWithStop(stop, owner);

    const order = await place(desk, { side: "SELL", volume, price: "9900" });

    expect(order).toMatchObject({ status, executedQty });
    expect(await shown(desk, order)).toMatchObject({ status, executedQty });
  },
);

test.each(CASES)(
  "SPOT-REPLY-1 the same of an order in the place of another: a stop %s",
  async (_, volume, stop, owner, status, executedQty) => {
    const desk = await deskWithStop(stop, owner);
    const { orderId } = await place(desk, { side: "SELL", volume, price: "11000" });

    const { json } = await desk.post(`${ORDER}/cancelReplace`, {
      ...LIMIT,
      ...{ side: "SELL", volume, price: "9900", cancelOrderId: orderId },
    });

    const { newOrderResponse } = json as { readonly newOrderResponse: Fields };
    expect(newOrderResponse).toMatchObject({ status, executedQty });
    expect(await shown(desk, newOrderResponse)).toMatchObject({ status, executedQty });
  },
);

test("SPOT-REPLY-1 the same in margin", async () => {
  const desk = await deskWithStop();

  const margin = await desk.post("/sapi/v1/margin/order", {
    ...LIMIT,
    ...{ side: "SELL", volume: "0.2", price: "9900" },
  });

  expect(margin.json).toMatchObject({ status: "FILLED", executedQty: "0.2" });
});
