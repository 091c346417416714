/** Placing, seeing and canceling futures orders through the dialect, and every refusal. */
import { expect, test } from "vitest";
import { asked, ContractDesk, INVERSE, LINEAR, USERS } from "./contract-desk.ts";
import {
  CONDITION_REFUSALS,
  type Fields,
  HARMLESS,
  MOMENT_REFUSALS,
  REFUSALS,
} from "./futures-tables.ts";

const GOOD = asked("BUY OPEN 10 @ 40000");
const CONDITION = { ...GOOD, triggerType: 3, triggerPrice: "41000" };
const NOW = 1_700_000_000_000;

function atMark(): Promise<ContractDesk> {
  return ContractDesk.open({ mark: "40000" });
}

test.each([...REFUSALS, ...MOMENT_REFUSALS])(
  "%s: an order with %j is %i",
  async (_, change, code) => {
    const desk = await atMark();

    const { status, json } = await desk.post("order", { ...GOOD, ...change });

    expect({ status, json }).toEqual({ status: 400, json: { code, msg: expect.any(String) } });
    expect(desk.http.exchange.state.orders.orderIdLast).toBe(0);
  },
);

test.each([...REFUSALS, ...CONDITION_REFUSALS])(
  "%s: a condition order with %j is %i",
  async (_, change, code) => {
    const desk = await atMark();

    const { status, json } = await desk.post("conditionOrder", { ...CONDITION, ...change });

    expect({ status, json }).toEqual({ status: 400, json: { code, msg: expect.any(String) } });
    expect(desk.http.exchange.state.orders.orderIdLast).toBe(0);
  },
);

test.each(HARMLESS)(
  "SEC-33 SEC-34 FUT-WIRE-1 FUT-WIRE-2 %j means the same order",
  async (change) => {
    const desk = await atMark();

    const placed = await desk.shown(desk.post("order", { ...GOOD, ...change }));

    expect(placed).toEqual({ orderId: 1, orderIdString: "1" });
    expect(await desk.orders("openOrders")).toMatchObject([
      { price: 40_000, origQty: 10, timeInForce: "GTC", side: "BUY", action: "OPEN" },
    ]);
  },
);

test("FUT-CHECK-3 a halt, then a freeze, come before a side that is none", async () => {
  const desk = await atMark();
  const codeOf = async (path: string, change: Fields) => {
    const { triggerType, triggerPrice: _, ...order } = CONDITION;
    const condition = path === "order" ? {} : { triggerType };
    const { json } = await desk.post(path, { ...order, ...condition, ...change });
    return (json as { code: number }).code;
  };
  const bad = { side: "HOLD" };
  const badCondition = { ...bad, triggerPrice: "1" };

  desk.must({ type: "FreezeUser", user: USERS.demo1, request: 0 });
  expect([await codeOf("order", bad), await codeOf("conditionOrder", badCondition)]).toEqual([
    -2016, -2016,
  ]);
  desk.must({ type: "HaltContract", contract: 1, request: 0 });
  expect([await codeOf("order", bad), await codeOf("conditionOrder", badCondition)]).toEqual([
    -1146, -1146,
  ]);
  expect(await codeOf("order", { contractName: "NONE" })).toBe(-1121);
  expect(await codeOf("order", { volume: "0" })).toBe(-1102);
});

test.each([
  ["price", "Parameter price is missing."],
  ["contractName", "Parameter contractName is missing."],
  ["positionType", "Parameter positionType is missing."],
])("FUT-CHECK-1 the message names %s", async (name, msg) => {
  const desk = await atMark();

  const { json } = await desk.post("order", { ...GOOD, [name]: "" });

  expect(json).toEqual({ code: -1102, msg });
});

test("FUT-CHECK-13 a malformed client id is named as futures call it", async () => {
  const desk = await atMark();
  const msg = "Malformed parameter clientOrderId.";
  const name = { contractName: LINEAR, clientOrderId: "a b" };

  expect((await desk.post("order", { ...GOOD, ...name })).json).toEqual({ code: -1100, msg });
  expect((await desk.post("cancel", name)).json).toEqual({ code: -1100, msg });
});

test("FUT-CHECK-9 the other positionType is refused while an order or a position has one", async () => {
  const desk = await atMark();
  await desk.place("demo1", "BUY OPEN 10 @ 39000");

  const other = { positionType: 2 };
  expect(await desk.order("demo1", "BUY OPEN 10 @ 39000", other)).toMatchObject({
    json: { code: -1165 },
  });
  expect(
    await desk.post("edit_user_margin_model", { contractName: LINEAR, marginModel: 2 }),
  ).toMatchObject({ json: { code: -1165 } });
  await desk.shown(desk.post("cancel_all", {}));
  expect(await desk.order("demo1", "BUY OPEN 10 @ 39000", other)).toMatchObject({ status: 200 });
});

test("FUT-CHECK-13 a client id in use is refused, and the message names the first order", async () => {
  const desk = await atMark();
  await desk.place("demo1", "BUY OPEN 10 @ 39000", { clientOrderId: "mine" });

  const again = await desk.order("demo1", "BUY OPEN 10 @ 39000", { clientOrderId: "mine" });
  const others = await desk.order("demo2", "BUY OPEN 10 @ 39000", { clientOrderId: "mine" });

  expect(again.json).toEqual({ code: -2010, msg: "Client order id is in use by order 1." });
  expect(others.status).toBe(200);
});

test("FUT-CHECK-14 waiting orders count to the most that may be open", async () => {
  const desk = await atMark();
  for (let count = 0; count < 10; count++) {
    await desk.place("demo1", "BUY OPEN 3 @ 39000");
    await desk.shown(desk.post("conditionOrder", CONDITION));
  }

  expect(await desk.order("demo1", "BUY OPEN 3 @ 39000")).toMatchObject({ json: { code: -1015 } });
  expect(await desk.post("conditionOrder", CONDITION)).toMatchObject({ json: { code: -1015 } });
  expect(await desk.orders("openOrders")).toHaveLength(20);
});

test("FUT-CHECK-15 no more can be closed than is held and not yet to be closed", async () => {
  const desk = await atMark();
  await desk.open(10, "40000");
  await desk.place("demo1", "SELL CLOSE 6 @ 41000");

  const { json } = await desk.order("demo1", "SELL CLOSE 5 @ 41000");

  expect(json).toEqual({ code: -1156, msg: "More than can be closed: 4 can, 5 wanted." });
});

test("FUT-CHECK-16 FUT-CHECK-18 the tier of the leverage, then the money", async () => {
  const desk = await atMark();
  const lever = (nowLevel: number) =>
    desk.shown(desk.post("edit_lever", { contractName: LINEAR, nowLevel }));

  await lever(100);
  expect(await desk.order("demo1", "BUY OPEN 12501 @ 40000")).toMatchObject({
    json: { code: -1140 },
  });
  await lever(1);
  expect(await desk.order("demo1", "BUY OPEN 25001 @ 40000")).toMatchObject({
    json: { code: -2017 },
  });
  await lever(100);
  const dear = await desk.order("demo1", "BUY OPEN 100 @ 40300", { positionType: 2 });
  expect(dear.json).toEqual({ code: -2017, msg: "The position would be liquidated at once." });
});

test("FUT-WIRE-3 FUT-WIRE-4 FUT-FIELD-11 an order has every field in its form", async () => {
  const desk = await atMark();
  await desk.place("demo2", "SELL OPEN 4 @ 40000");

  const id = await desk.place("demo1", "BUY OPEN 10 @ 40000.5", { clientOrderId: "a-1" });

  const order = {
    orderId: id,
    orderIdString: `${id}`,
    clientOrderId: "a-1",
    contractName: LINEAR,
    symbol: "BTCUSDT",
    price: 40_000.5,
    origQty: 10,
    executedQty: 4,
    avgPrice: 40_000,
    type: "LIMIT",
    side: "BUY",
    action: "OPEN",
    timeInForce: "GTC",
    status: "PARTIALLY_FILLED",
    triggerType: 0,
    triggerPrice: 0,
    triggerPriceSource: "NONE",
    transactTime: NOW + 1_000,
    time: NOW + 1_000,
  };
  expect(await desk.orders("openOrders")).toEqual([order]);
  expect(await desk.orders(`order?contractName=${LINEAR}&orderId=${id}`)).toEqual([order]);
  expect(await desk.orders(`order?contractName=${LINEAR}&clientOrderId=a-1`)).toEqual([order]);
  expect(await desk.orders("openOrders", "demo2")).toEqual([]);
});

test.each([
  [{ timeInForce: "IOC" }, "IOC", "CANCELLED"],
  [{ type: "IOC" }, "IOC", "CANCELLED"],
  [{ timeInForce: "FOK" }, "FOK", "CANCELLED"],
  [{ type: "FOK", timeInForce: "FOK" }, "FOK", "CANCELLED"],
  [{ timeInForce: "POST_ONLY" }, "POST_ONLY", "NEW"],
  [{ type: "POST_ONLY" }, "POST_ONLY", "NEW"],
  [{}, "GTC", "NEW"],
])("FUT-WIRE-6 FUT-WIRE-7 %j is a LIMIT with %s, and ends up %s", async (change, time, status) => {
  const desk = await atMark();

  const id = await desk.place("demo1", "BUY OPEN 10 @ 40000", change);

  const [order] = await desk.orders(`order?contractName=${LINEAR}&orderId=${id}`);
  expect(order).toMatchObject({ type: "LIMIT", timeInForce: time, status });
});

test("FUT-FIELD-11 a market order that opens is a value, one that closes is contracts", async () => {
  const desk = await atMark();
  await desk.place("demo2", "SELL OPEN 10 @ 40000");

  const opening = await desk.place("demo1", "BUY OPEN 26.5", { price: "nonsense" });
  await desk.place("demo2", "BUY OPEN 10 @ 39000");
  const closing = await desk.place("demo1", "SELL CLOSE 5", { timeInForce: "IOC" });

  const show = (id: number) => desk.orders(`order?contractName=${LINEAR}&orderId=${id}`);
  expect(await show(opening)).toMatchObject([
    { type: "MARKET", price: 0, origQty: 26.5, executedQty: 6, avgPrice: 40_000, status: "FILLED" },
  ]);
  expect(await show(closing)).toMatchObject([
    { origQty: 5, executedQty: 5, avgPrice: 39_000, status: "FILLED", timeInForce: "IOC" },
  ]);
});

test.each([
  [1, "stop_loss"],
  ["2", "stop_gain"],
  [3, "up"],
  ["4.0", "down"],
])(
  "FUT-COND-1 the trigger type %j is %s, with its price as it was sent",
  async (triggerType, trigger) => {
    const desk = await atMark();
    const body = { ...asked("SELL CLOSE 10 @ 39500"), triggerType, triggerPrice: "4.15e4" };

    await desk.shown(desk.post("conditionOrder", body));

    expect(desk.http.exchange.commands.at(-1)).toMatchObject({ trigger, triggerPrice: "41500" });
  },
);

const STOP_LOSS = { triggerType: 1, triggerPrice: 39_900, triggerPriceSource: "LAST" };

test("FUT-FIELD-13 FUT-WIRE-6 a condition order waits as INIT, says what for, and lives on with its id when it triggers", async () => {
  const desk = await atMark();
  await desk.open(10, "40000");

  const placed = await desk.shown<{ orderId: number }>(
    desk.post("conditionOrder", {
      ...asked("SELL CLOSE 10 @ 39500"),
      ...{ triggerType: "1", triggerPrice: "39900", clientOrderId: "stop" },
    }),
  );
  const id = placed.orderId;
  expect(placed).toEqual({ orderId: id, orderIdString: `${id}` });
  const query = `order?contractName=${LINEAR}&orderId=${id}`;
  expect(await desk.orders("openOrders")).toMatchObject([
    {
      ...{ orderId: id, status: "INIT", clientOrderId: "stop", executedQty: 0, price: 39_500 },
      ...STOP_LOSS,
    },
  ]);

  await desk.place("demo2", "BUY OPEN 5 @ 39900");
  await desk.place("demo1", "SELL OPEN 5 @ 39900");

  expect(await desk.orders(query)).toMatchObject([{ orderId: id, status: "NEW", ...STOP_LOSS }]);
});

test.each(["INIT", "NEW"])(
  "FUT-CANCEL-1 an order that is %s is canceled, and only once",
  async (state) => {
    const desk = await atMark();
    const path = state === "INIT" ? "conditionOrder" : "order";
    const body = state === "INIT" ? CONDITION : GOOD;
    const { orderId } = await desk.shown<{ orderId: number }>(
      desk.post(path, { ...body, clientOrderId: "c" }),
    );
    expect(await desk.orders("openOrders")).toMatchObject([{ status: state }]);
    const name = { contractName: LINEAR, orderId };

    const canceled = await desk.shown(desk.post("cancel", name));
    const again = await desk.post("cancel", name);
    const byName = await desk.post("cancel", { contractName: LINEAR, clientOrderId: "c" });

    expect(canceled).toEqual({ orderId, orderIdString: `${orderId}` });
    expect([again.json, byName.json]).toMatchObject([{ code: -1145 }, { code: -1145 }]);
    expect(await desk.orders("openOrders")).toEqual([]);
    const query = `order?contractName=${LINEAR}&clientOrderId=c`;
    expect(await desk.orders(query)).toMatchObject([{ orderId, status: "CANCELLED" }]);
  },
);

/** Names of orders where demo1 has 1 `mine` and 2, both open in E-BTC-USDT. */
const NAMES: readonly [string, Fields, "demo1" | "demo2", number][] = [
  ["SPOT-CANCEL-1 an unknown order", { orderId: "99" }, "demo1", -2013],
  ["SPOT-CANCEL-1 order 0", { orderId: "0" }, "demo1", -2013],
  ["SPOT-CANCEL-1 an id beyond 2^53", { orderId: "9".repeat(30) }, "demo1", -2013],
  ["SPOT-CANCEL-1 an unknown client id", { clientOrderId: "none" }, "demo1", -2013],
  ["SEC-38 another user's order", { orderId: "1" }, "demo2", -2013],
  ["SEC-38 another user's client id", { clientOrderId: "mine" }, "demo2", -2013],
  ["SEC-38 another user's server-made id", { clientOrderId: "bourse:2" }, "demo2", -2013],
  [
    "SPOT-CANCEL-1 another contract's order",
    { orderId: "1", contractName: INVERSE },
    "demo1",
    -2013,
  ],
  [
    "SPOT-CANCEL-1 another contract's client id",
    { clientOrderId: "mine", contractName: INVERSE },
    "demo1",
    -2013,
  ],
  ["SPOT-CLIENT-4 an unknown id decides", { orderId: "99", clientOrderId: "mine" }, "demo1", -2013],
  ["an id that is not digits", { orderId: "1a" }, "demo1", -1100],
  ["an id with a sign", { orderId: "-1" }, "demo1", -1100],
  ["a malformed client id", { clientOrderId: "a b" }, "demo1", -1100],
  ["FUT-CHECK-13 a client id of 32", { clientOrderId: "x".repeat(32) }, "demo1", -1100],
  ["no contract", { orderId: "1", contractName: "" }, "demo1", -1102],
  ["no such contract", { orderId: "0", contractName: "NONE" }, "demo1", -1121],
];

async function withTwo(): Promise<ContractDesk> {
  const desk = await atMark();
  await desk.place("demo1", "BUY OPEN 3 @ 39000", { clientOrderId: "mine" });
  await desk.place("demo1", "BUY OPEN 3 @ 39000");
  return desk;
}

test.each(NAMES)(
  "%s: %j asked by %s is %i, to query and to cancel",
  async (_, name, user, code) => {
    const desk = await withTwo();
    const wanted = { contractName: LINEAR, ...name };

    const query = new URLSearchParams(wanted as Record<string, string>);
    const queried = await desk.get(`order?${query}`, user);
    const canceled = await desk.post("cancel", wanted, user);

    expect([queried, canceled]).toMatchObject([
      { status: 400, json: { code } },
      { status: 400, json: { code } },
    ]);
    expect(await desk.orders("openOrders")).toHaveLength(2);
  },
);

test("a cancel that names no order is -1102, also with an empty id", async () => {
  const desk = await withTwo();

  expect(await desk.post("cancel", { contractName: LINEAR })).toMatchObject({
    json: { code: -1102 },
  });
  expect(await desk.post("cancel", { contractName: LINEAR, orderId: "" })).toMatchObject({
    json: { code: -1102 },
  });
});

test("SPOT-CLIENT-6 FUT-FIELD-11 an order without a client id bears the server's, and is found by it", async () => {
  const desk = await withTwo();

  const query = `order?contractName=${LINEAR}&clientOrderId=bourse:2`;
  expect(await desk.orders(query)).toMatchObject([{ orderId: 2, clientOrderId: "bourse:2" }]);
});

test("FUT-WIRE-9 with the contract alone its newest orders come in any state, newest first", async () => {
  const desk = await atMark();
  await desk.place("demo1", "BUY OPEN 3 @ 39000");
  await desk.place("demo1", "BUY OPEN 3 @ 39000", { timeInForce: "IOC" });
  await desk.shown(desk.post("conditionOrder", CONDITION));
  await desk.place("demo1", "BUY OPEN 1 @ 39000", { contractName: INVERSE });
  const query = "order?Contract+name=e-btc-usdt";

  const orders = await desk.orders(query);
  expect(orders.map(({ orderId, status }) => [orderId, status])).toEqual([
    [3, "INIT"],
    [2, "CANCELLED"],
    [1, "NEW"],
  ]);
  expect(await desk.orders(query, "demo2")).toEqual([]);

  for (let count = 0; count < 110; count++) {
    await desk.place("demo1", "BUY OPEN 3 @ 39000", { timeInForce: "IOC" });
  }
  const newest = await desk.orders(query);
  expect(newest).toHaveLength(100);
  expect([newest[0]?.["orderId"], newest[99]?.["orderId"]]).toEqual([114, 15]);
});

test("FUT-WIRE-9 an order that ends while the list is made stands in it once, as it ended", async () => {
  const desk = await atMark();
  const orderId = await desk.place("demo1", "BUY OPEN 3 @ 39000");
  const { history } = desk.http.tampered;
  const page = history.page.bind(history);
  history.page = async (query) => {
    await desk.shown(desk.post("cancel", { contractName: LINEAR, orderId }));
    return page(query);
  };

  const orders = await desk.orders(`order?contractName=${LINEAR}`);

  expect(orders).toMatchObject([{ orderId, status: "CANCELLED" }]);
});

test("FUT-WIRE-9 open orders are those of a contract, or of all, newest first", async () => {
  const desk = await atMark();
  await desk.place("demo1", "BUY OPEN 3 @ 39000");
  await desk.place("demo1", "BUY OPEN 1 @ 39000", { contractName: INVERSE });
  await desk.place("demo1", "BUY OPEN 3 @ 38000");

  const idsOf = async (query: string) =>
    (await desk.orders(`openOrders${query}`)).map(({ orderId }) => orderId);
  expect(await idsOf("")).toEqual([3, 2, 1]);
  expect(await idsOf("?contractName=")).toEqual([3, 2, 1]);
  expect(await idsOf(`?ContractName=${INVERSE}`)).toEqual([2]);
  expect(await idsOf(`?contractName=${LINEAR}`)).toEqual([3, 1]);
  expect(await desk.get("openOrders?contractName=NONE")).toMatchObject({ json: { code: -1121 } });
});

test("FUT-CANCEL-2 cancel_all cancels those of a contract, or all, and answers {}", async () => {
  const desk = await atMark();
  const some = async () => {
    await desk.place("demo1", "BUY OPEN 3 @ 39000");
    await desk.place("demo1", "BUY OPEN 1 @ 39000", { contractName: INVERSE });
    await desk.shown(desk.post("conditionOrder", CONDITION));
  };
  await some();
  await desk.place("demo2", "BUY OPEN 3 @ 39000");

  expect(await desk.shown(desk.post("cancel_all", { contractName: INVERSE }))).toEqual({});
  expect(await desk.orders("openOrders")).toHaveLength(2);
  expect(await desk.shown(desk.post("cancel_all", ""))).toEqual({});
  expect(await desk.orders("openOrders")).toEqual([]);
  expect(await desk.orders("openOrders", "demo2")).toHaveLength(1);
  expect(await desk.post("cancel_all", { contractName: "NONE" })).toMatchObject({
    json: { code: -1121 },
  });
});

test("FUT-WIRE-2 what was done in a contract is seen also when it is delisted", async () => {
  const desk = await atMark();
  const id = await desk.place("demo1", "BUY OPEN 3 @ 39000");
  desk.must({ type: "DelistContract", contract: 1, request: 0 });

  const query = `order?contractName=${LINEAR}&orderId=${id}`;
  expect(await desk.orders(query)).toMatchObject([{ status: "CANCELLED" }]);
  expect(await desk.order("demo1", "BUY OPEN 3 @ 39000")).toMatchObject({ json: { code: -1121 } });
  expect(await desk.post("cancel", { contractName: LINEAR, orderId: id })).toMatchObject({
    json: { code: -1145 },
  });
});
