/** Fields that a request does not take: ignored where they mean nothing, refused where they would have made it another order. */
import { expect, test } from "vitest";
import { ORDER_OPTIONS, TOLERATED } from "../../src/contract/field-names.ts";
import { ROUTES } from "../../src/edge/http/routes.ts";
import { CallDesk } from "../support/call-desk.ts";
import { HttpDesk } from "../support/http-client.ts";
import { asked, ContractDesk } from "./contract-desk.ts";
import { LIMIT } from "./order-tables.ts";

const refusal = (msg: string) => ({ status: 400, json: { code: -1102, msg } });

test("USER-FIELD-1 the fields that are guarded are those that orders may have besides", () => {
  const placing = ROUTES.filter((route) => "placesOrders" in route && route.placesOrders);
  const options = placing.flatMap(({ parameters }) =>
    Object.entries(parameters).flatMap(([name, { isRequired }]) => (isRequired ? [] : [name])),
  );
  const all: ReadonlySet<string> = new Set(
    ROUTES.flatMap(({ parameters }) => Object.keys(parameters)),
  );

  expect(placing).toHaveLength(10);
  expect(options.filter((name) => !(ORDER_OPTIONS as readonly string[]).includes(name))).toEqual(
    [],
  );
  expect(ORDER_OPTIONS.filter((name) => !all.has(name))).toEqual([]);
});

test.each([
  ["triggerprice", "triggerPrice"],
  ["TRIGGERPRICE", "triggerPrice"],
  ["trigerPrice", "triggerPrice"],
  ["stopPrce", "stopPrice"],
  ["timeinForce", "timeInForce"],
  ["timeInFroce", "timeInForce"],
  ["postonly", "postOnly"],
  ["post_only", "postOnly"],
  ["selftrade", "selfTrade"],
  ["newClientOrderld", "newClientOrderId"],
  ["Price", "price"],
])(
  "USER-FIELD-1 %s is no field of an order, and %s is: the order is refused",
  async (sent, meant) => {
    const desk = await HttpDesk.open();
    const msg = `Parameter ${sent} is not known, and ${meant} is.`;

    for (const path of ["/sapi/v1/order", "/sapi/v1/margin/order", "/sapi/v1/order/test"]) {
      expect(await desk.post(path, { ...LIMIT, [sent]: "90" }), path).toMatchObject(refusal(msg));
    }
    expect(desk.exchange.state.orders.byId.size).toBe(0);
  },
);

test("USER-FIELD-1 an item of a batch, a replacement and a futures order are looked at as well", async () => {
  const desk = await HttpDesk.open();
  const { symbol, type: batchType, ...item } = LIMIT;
  const orders = [{ ...item, batchType, stopPrce: "9" }];
  const contracts = await ContractDesk.open({ mark: "40000" });
  const order = asked("BUY OPEN 1 @ 39000");

  expect(await desk.post("/sapi/v1/batchOrders", { symbol, orders })).toMatchObject(
    refusal("Parameter orders[0].stopPrce is not known, and stopPrice is."),
  );
  expect(
    await desk.post("/sapi/v1/order/cancelReplace", { ...LIMIT, cancelOrderid: 1 }),
  ).toMatchObject(refusal("Parameter cancelOrderid is not known, and cancelOrderId is."));
  expect(await contracts.post("order", { ...order, reduceonly: true })).toMatchObject(
    refusal("Parameter reduceonly is not known, and reduceOnly is."),
  );
});

test("USER-FIELD-1 a field of another area is not taken, misspelt or not", async () => {
  const desk = await HttpDesk.open();
  const sent = (fields: object) => desk.post("/sapi/v1/order", { ...LIMIT, ...fields });

  expect(await sent({ reduceOnly: true })).toMatchObject(
    refusal("Parameter reduceOnly is not taken by this request."),
  );
  expect(await sent({ reduceonly: true })).toMatchObject(
    refusal("Parameter reduceonly is not known, nor is reduceOnly taken here."),
  );
});

test("USER-FIELD-1 what means nothing here is ignored, and short names are never guessed at", async () => {
  const desk = await HttpDesk.open();
  const unknown = { time: 1, size: 2, sign: "x", prices: 1, timestamp: 5, recvWindow: 9, note: "" };
  const sent = [...TOLERATED].map((name) => [name, "1"]);

  const reply = await desk.post("/sapi/v1/order", {
    ...LIMIT,
    ...unknown,
    ...Object.fromEntries(sent),
  });

  expect(reply).toMatchObject({ status: 200 });
});

test("USER-FIELD-1 over a stream it is the same", async () => {
  const client = new CallDesk(await HttpDesk.open()).client();

  const { status, body } = await client.call("/sapi/v1/order", { ...LIMIT, triggerprice: "90" });

  expect({ status, json: body }).toMatchObject(
    refusal("Parameter triggerprice is not known, and triggerPrice is."),
  );
});

test("USER-FIELD-2 a clientRequestId is refused by a request that would be carried out again under it", async () => {
  const desk = await HttpDesk.open();
  const msg = "Parameter clientRequestId is not taken by this request.";
  const named = { symbol: LIMIT.symbol, orderId: 1, clientRequestId: "a" };

  expect(await desk.post("/sapi/v1/order", { ...LIMIT, clientRequestId: "a" })).toMatchObject(
    refusal(msg),
  );
  expect(await desk.post("/sapi/v1/cancel", named)).toMatchObject(refusal(msg));
});

test("FUT-WIRE-7 an orderUnit other than contracts is refused, in whatever form it comes", async () => {
  const desk = await ContractDesk.open({ mark: "40000" });
  const order = asked("BUY OPEN 3 @ 39000");

  for (const orderUnit of [1, "1", 3, "3", true]) {
    const reply = await desk.post("order", { ...order, orderUnit });
    expect(reply, `${orderUnit}`).toMatchObject({ status: 400, json: { code: -1014 } });
  }
  for (const orderUnit of [2, "2"]) {
    expect(await desk.post("order", { ...order, orderUnit })).toMatchObject({ status: 200 });
  }
});
