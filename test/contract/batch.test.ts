/** Batches of orders and of cancels: what they take, what they refuse and in which order. */
import { expect, test } from "vitest";
import { HttpDesk, type User } from "../support/http-client.ts";

const ITEM = { price: "100", volume: "1", side: "BUY", batchType: "LIMIT" };
const SELL = { ...ITEM, side: "SELL" };

type Fields = Record<string, unknown>;

function batch(desk: HttpDesk, orders: unknown, more: Fields = {}, user: User = "demo1") {
  return desk.post("/sapi/v1/batchOrders", { symbol: "BTCUSDT", orders, ...more }, { user });
}

function cancel(desk: HttpDesk, orderIds: unknown, more: Fields = {}, user: User = "demo1") {
  return desk.post("/sapi/v1/batchCancel", { symbol: "BTCUSDT", orderIds, ...more }, { user });
}

async function statusOf(desk: HttpDesk, id: number, user: User = "demo1"): Promise<unknown> {
  const { json } = await desk.get(`/sapi/v1/order?symbol=BTCUSDT&orderId=${id}`, { user });
  return (json as Fields)["status"];
}

/** A desk where demo1 has the orders 1 to 3, at 10, 11 and 12. */
async function restingDesk(): Promise<HttpDesk> {
  const desk = await HttpDesk.open();
  const prices = ["10", "11", "12"];
  const answer = await batch(
    desk,
    prices.map((price) => ({ ...ITEM, price })),
  );
  expect(answer.json).toEqual({ ids: [1, 2, 3], rejected: [] });
  return desk;
}

test("SPOT-BATCH-3 a batch is answered with one id for each item, in their order", async () => {
  const desk = await HttpDesk.open();

  const answer = await batch(
    desk,
    [
      ITEM,
      { ...ITEM, price: 99.5, volume: 0.5, newClientOrderId: "mine" },
      { ...SELL, batchType: "MARKET", volume: "2e-1", price: "junk" },
    ],
    { symbol: "btc/usdt" },
  );

  expect(answer).toMatchObject({ status: 200 });
  expect(answer.json).toEqual({ ids: [1, 2, 3], rejected: [] });
  const { json } = await desk.get("/sapi/v1/openOrders?symbol=BTCUSDT");
  expect(json).toMatchObject([
    { orderId: 2, clientOrderId: "mine", price: "99.5", origQty: "0.5", status: "NEW" },
    { orderId: 1, clientOrderId: "bourse:1", executedQty: "0.2", status: "PARTIALLY_FILLED" },
  ]);
  expect(await statusOf(desk, 3)).toBe("FILLED");
});

test("SPOT-BATCH-3 SPOT-BATCH-7 an item without its money, name, place or opposite is REJECTED, the next goes on", async () => {
  const desk = await HttpDesk.open();
  const items = [
    { ...ITEM, newClientOrderId: "twice" },
    { ...ITEM, newClientOrderId: "twice" },
    { ...ITEM, newClientOrderId: "no good" },
    { ...ITEM, newClientOrderId: "x".repeat(65) },
    { ...ITEM, volume: "1000000000" },
    { ...ITEM, batchType: "MARKET", volume: "5" },
    { ...ITEM, price: "90" },
  ];

  const answer = await batch(desk, items);

  const malformed = "Malformed parameter newClientOrderId.";
  expect(answer.json).toEqual({
    ids: [1, 2, 3, 4, 5, 6, 7],
    rejected: [
      { index: 1, code: -2010, msg: "Client order id is in use by order 1." },
      { index: 2, code: -1100, msg: malformed },
      { index: 3, code: -1100, msg: malformed },
      {
        index: 4,
        code: -2017,
        msg: "Balance is not enough: 9999900 free, 100000000000 needed.",
      },
      { index: 5, code: -1112, msg: "No orders on the other side of the book." },
    ],
  });
  const statuses = [];
  for (let id = 1; id <= 7; id++) statuses.push(await statusOf(desk, id));
  expect(statuses).toEqual(["NEW", ...Array(5).fill("REJECTED"), "NEW"]);
  const account = await desk.get("/sapi/v1/account");
  expect(account.json).toMatchObject({
    balances: expect.arrayContaining([{ asset: "USDT", free: "9999810", locked: "190" }]),
  });
});

test("SPOT-BATCH-7 USER-REPEAT-1 a named batch says again which items it rejected, word by word", async () => {
  const desk = await HttpDesk.open();
  const items = [{ ...ITEM, volume: "1000000000" }, ITEM, { ...ITEM, newClientOrderId: "no good" }];
  const named = { clientRequestId: "b-1" };

  const first = await batch(desk, items, named);
  desk.exchange.do({ type: "Deposit", id: "d", user: 1, asset: 2, amount: 10n ** 22n, request: 0 });
  const again = await batch(desk, items, named);

  expect(first.json).toEqual({
    ids: [1, 2, 3],
    rejected: [
      { index: 0, code: -2017, msg: "Balance is not enough." },
      { index: 2, code: -1100, msg: "Malformed parameter newClientOrderId." },
    ],
  });
  expect(again.json).toEqual(first.json);
});

test("SPOT-BATCH-1 ten items are a batch", async () => {
  const desk = await HttpDesk.open();

  const { json } = await batch(desk, Array(10).fill(ITEM));

  expect(json).toEqual({ ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], rejected: [] });
});

const COUNTS: readonly [string, unknown, number][] = [
  ["none", [], -1102],
  ["not given", undefined, -1102],
  ["null", null, -1102],
  ["an empty string", "", -1102],
  ["an object", {}, -1102],
  ["true", true, -1102],
  ["eleven", Array(11).fill(5), -1101],
  ["eleven malformed ones", Array(11).fill({ x: "?" }), -1101],
  ["20,000", Array(20_000).fill(1), -1101],
];

test.each(COUNTS)("SPOT-BATCH-1 orders and orderIds: %s", async (_, items, code) => {
  const desk = await HttpDesk.open();
  const count = desk.exchange.commands.length;

  for (const answer of [await batch(desk, items), await cancel(desk, items)]) {
    expect(answer).toMatchObject({ status: 400, json: { code } });
  }
  expect(desk.exchange.commands).toHaveLength(count);
});

test("SPOT-BATCH-1 a string is no list of orders, and one of 20,000 ids is too many", async () => {
  const desk = await HttpDesk.open();

  expect(await batch(desk, "1,2")).toMatchObject({ json: { code: -1102 } });
  expect(await cancel(desk, Array(20_000).fill("1").join())).toMatchObject({
    status: 400,
    json: { code: -1101, msg: "Parameter orderIds has more than 10 items." },
  });
});

const NO_NUMBERS = ["NaN", "", " 1", "1e400", "0x10", true, [], {}, null, undefined];

const ITEMS: readonly [string, unknown, number, string?][] = [
  ...[5, "x", null, true, [ITEM], ""].map((item): [string, unknown, number, string] => [
    "SPOT-CHECK-1 an item that is no object",
    item,
    -1102,
    "Parameter orders[1] is malformed.",
  ]),
  ...NO_NUMBERS.map((volume): [string, unknown, number] => [
    "SPOT-CHECK-1 a volume",
    { ...ITEM, volume },
    -1102,
  ]),
  ...NO_NUMBERS.map((price): [string, unknown, number] => [
    "SPOT-CHECK-1 SPOT-CHECK-6 a price",
    { ...ITEM, price },
    -1102,
  ]),
  [
    "SPOT-CHECK-1 no volume",
    { ...ITEM, volume: "" },
    -1102,
    "Parameter orders[1].volume is missing.",
  ],
  [
    "SPOT-CHECK-1 a price",
    { ...ITEM, price: "x" },
    -1102,
    "Parameter orders[1].price is malformed.",
  ],
  ["SPOT-CHECK-1 no side", { ...ITEM, side: null }, -1102, "Parameter orders[1].side is missing."],
  [
    "SPOT-CHECK-1 type instead of batchType",
    { ...ITEM, batchType: undefined, type: "LIMIT" },
    -1102,
    "Parameter orders[1].batchType is missing.",
  ],
  ["a client id that is a number", { ...ITEM, newClientOrderId: 7 }, -1100],
  ["SPOT-CHECK-3 a side", { ...ITEM, side: "HOLD" }, -1117],
  ["SPOT-CHECK-4 a type", { ...ITEM, batchType: "STOP" }, -1116],
  ["an unknown time in force", { ...ITEM, timeInForce: "DAY" }, -1014],
  ["two triggers", { ...ITEM, triggerPrice: "90", stopPrice: 91 }, -1014],
  ["SPOT-CHECK-1 a trigger", { ...ITEM, triggerPrice: "x" }, -1102],
  ["an unknown self-trade mode", { ...ITEM, selfTrade: "BOTH" }, -1014],
  ["SPOT-TIF-5 a MARKET order", { ...ITEM, batchType: "MARKET", timeInForce: "FOK" }, -1014],
  ["post only", { ...ITEM, postOnly: [false] }, -1014],
  ["SPOT-UNIT-1 a LIMIT order for an amount", { ...ITEM, volumeUnit: "QUOTE" }, -1014],
  ["SPOT-CHECK-1 a slice", { ...ITEM, icebergQty: "x" }, -1102],
  ["SPOT-CHECK-1 a delta", { ...ITEM, trailingDelta: "x" }, -1102],
  ["SPOT-TRAIL-1 too large a delta", { ...ITEM, trailingDelta: 2001 }, -1014],
  ["SPOT-ICE-1 too many slices", { ...ITEM, icebergQty: "0.00001" }, -1014],
  ["SPOT-CHECK-6 no price", { ...ITEM, price: null }, -1102],
  ["SPOT-CHECK-6 a volume of zero", { ...ITEM, volume: 0 }, -1102],
  ["SPOT-CHECK-7 a price too precise", { ...ITEM, price: "100.001" }, -1111],
  ["SPOT-CHECK-8 SPOT-CHECK-7 a volume too small", { ...ITEM, volume: "0.000001" }, -1111],
  ["SPOT-CHECK-9 a volume too large", { ...ITEM, volume: "9".repeat(40) }, -1137],
  ["SPOT-CHECK-10 a price out of the band", { ...ITEM, price: "500.01" }, -1138],
];

test.each(ITEMS)(
  "SPOT-BATCH-2 SPOT-BATCH-6 %s %j refuses the whole batch: %i",
  async (_, item, code, msg) => {
    const desk = await HttpDesk.open();
    await batch(desk, [SELL], {}, "demo2");
    await batch(desk, [ITEM]);
    const before = desk.exchange.state.orders.orderIdLast;

    const answer = await batch(desk, [ITEM, item, ITEM]);

    expect(answer).toMatchObject({ status: 400, json: { code } });
    expect(Object.keys(answer.json as Fields)).toEqual(["code", "msg"]);
    expect(answer.json).toMatchObject({ msg: msg ?? expect.stringContaining("orders[1]") });
    expect(desk.exchange.state.orders.orderIdLast).toBe(before);
    expect(desk.reports).toEqual([]);
  },
);

test.each([
  { timeInForce: "IOC" },
  { postOnly: "true" },
  { selfTrade: "NONE" },
  { triggerPrice: 5 },
  { stopPrice: "5" },
  { icebergQty: "1" },
  { trailingDelta: "100" },
  { volumeUnit: "BASE" },
])("%j beside the items is meant for all of them, and refused: -1014", async (more) => {
  const desk = await HttpDesk.open();

  expect(await batch(desk, [ITEM], more)).toMatchObject({ status: 400, json: { code: -1014 } });
});

test("what changes nothing about an order is let pass, in an item and beside the items", async () => {
  const desk = await HttpDesk.open();
  const more = { timeInForce: "GTC", postOnly: false, stopPrice: null, unknown: [1] };

  const answer = await batch(desk, [{ ...ITEM, ...more, symbol: "NONE" }], more);

  expect(answer.json).toEqual({ ids: [1], rejected: [] });
});

/** For each step of SPOT-BATCH-5, a fault that is found there. */
const LADDER: readonly { what: string; code: number; body: Fields; items: readonly Fields[] }[] = [
  { what: "no symbol", code: -1102, body: { symbol: "" }, items: [] },
  { what: "too many items", code: -1101, body: {}, items: Array(9).fill({}) },
  { what: "check 1 of the last item", code: -1102, body: {}, items: [{}, { volume: "" }] },
  { what: "check 1 of its price", code: -1102, body: {}, items: [{}, { price: "x" }] },
  { what: "check 2", code: -1121, body: { symbol: "NONE" }, items: [] },
  { what: "check 3 of the last item", code: -1117, body: {}, items: [{}, { side: "HOLD" }] },
  { what: "check 4 of the first item", code: -1116, body: {}, items: [{ batchType: "STOP" }] },
  { what: "a trigger for all", code: -1014, body: { stopPrice: 5 }, items: [] },
  { what: "a trigger for one", code: -1014, body: {}, items: [{}, { timeInForce: "DAY" }] },
];

test.each(LADDER.map((step, at) => ({ ...step, at })))(
  "SPOT-BATCH-5 $what ($code) is answered before everything that comes after it",
  async ({ at, code }) => {
    const desk = await HttpDesk.open();
    // Whatever comes last is the halt: check 5.
    desk.exchange.do({ type: "HaltPair", pair: 1, request: 0 });
    const faults = LADDER.slice(at).reverse();
    const count = Math.max(2, ...faults.map(({ items }) => items.length + 2));
    const items = Array.from({ length: count }, (_, index) => {
      const wrong = faults.map((fault) => fault.items[index] ?? {});
      return Object.assign({}, ITEM, ...wrong);
    });
    const body = Object.assign({}, ...faults.map((fault) => fault.body));

    expect(await batch(desk, items, body)).toMatchObject({ status: 400, json: { code } });
  },
);

test("SPOT-BATCH-5 check 5 comes before check 6, and then the first item's failure is the answer", async () => {
  const desk = await HttpDesk.open();
  const tooPrecise = { ...ITEM, price: "1.001" };
  const zero = { ...ITEM, volume: 0 };

  expect(await batch(desk, [ITEM, tooPrecise, zero])).toMatchObject({ json: { code: -1111 } });
  expect(await batch(desk, [ITEM, zero, tooPrecise])).toMatchObject({ json: { code: -1102 } });
  desk.exchange.do({ type: "FreezeUser", user: 1, request: 0 });
  expect(await batch(desk, [ITEM, zero])).toMatchObject({ json: { code: -2016 } });
});

test("SPOT-BATCH-4 cancels are listed as done or not, in the order of the request", async () => {
  const desk = await restingDesk();
  await batch(desk, [ITEM], {}, "demo2");

  const answer = await cancel(desk, [3, "4", 99, "1", 3, 0, "007", 1]);

  expect(answer).toMatchObject({ status: 200 });
  expect(answer.json).toEqual({ success: [3, 1], failed: [4, 99, 3, 0, 7, 1] });
  expect(await statusOf(desk, 1)).toBe("CANCELED");
  expect(await statusOf(desk, 2)).toBe("NEW");
  expect(await statusOf(desk, 4, "demo2")).toBe("NEW");
  expect((await cancel(desk, [1, 2])).json).toEqual({ success: [2], failed: [1] });
});

test.each([
  ["a list of numbers", [2, 1]],
  ["a list of strings", ["2", "1"]],
  ["one string", "2,1"],
])("SPOT-BATCH-4 ids may be %s", async (_, ids) => {
  const desk = await restingDesk();

  expect((await cancel(desk, ids)).json).toEqual({ success: [2, 1], failed: [] });
});

test("SPOT-BATCH-4 a number alone is a list of one, and a halted symbol's orders may go", async () => {
  const desk = await restingDesk();
  desk.exchange.do({ type: "HaltPair", pair: 1, request: 0 });

  expect((await cancel(desk, 2)).json).toEqual({ success: [2], failed: [] });
});

test("SPOT-BATCH-4 an id beyond every order is listed as it was asked for, digit by digit", async () => {
  const desk = await restingDesk();
  const huge = "90071992547409930001";
  const body = `{"symbol":"BTCUSDT","orderIds":["${huge}",2,${huge},9007199254740993,"0"]}`;
  const head = desk.head("POST", "/sapi/v1/batchCancel", body, {});

  const reply = await desk.api.dispatch(head, Buffer.from(body));

  const failed = `[${huge},${huge},9007199254740993,0]`;
  expect(reply.body).toBe(`{"success":[2],"failed":${failed}}`);
  // In the command it is the number that no order has: the log holds none beyond 2^53.
  expect(desk.exchange.commands.at(-1)).toMatchObject({ orders: [0, 2, 0, 0, 0] });
});

test.each([
  ["1a"],
  ["-1"],
  [1.5],
  ["1.0"],
  ["1e3"],
  [" 1"],
  [""],
  [null],
  [true],
  [[1]],
  [{ id: 1 }],
  ["9".repeat(41)],
])("SPOT-BATCH-4 %j among the ids refuses the whole batch: -1100", async (id) => {
  const desk = await restingDesk();

  for (const ids of [[1, id, 2], typeof id === "string" ? `1,${id},2` : [id]]) {
    expect(await cancel(desk, ids)).toMatchObject({
      status: 400,
      json: { code: -1100, msg: expect.stringMatching(/^Malformed parameter orderIds\[[01]\]\.$/) },
    });
  }
  expect(await statusOf(desk, 1)).toBe("NEW");
});

test("SPOT-BATCH-5 of cancels the number is asked first, then each form, then the symbol", async () => {
  const desk = await restingDesk();
  const none = { symbol: "NONE" };

  expect(await cancel(desk, Array(11).fill("x"), none)).toMatchObject({ json: { code: -1101 } });
  expect(await cancel(desk, [1, "x"], none)).toMatchObject({ json: { code: -1100 } });
  expect(await cancel(desk, [1], none)).toMatchObject({ json: { code: -1121 } });
  expect(await cancel(desk, Array(11).fill(1), { symbol: "" })).toMatchObject({
    json: { code: -1102, msg: "Parameter symbol is missing." },
  });
});

test.each([
  ["late", 400, -1021],
  ["unavailable", 503, -1001],
  ["unknown", 504, -1007],
] as const)("a batch that the sequencer calls %s is %i %i", async (kind, status, code) => {
  const desk = await restingDesk();

  desk.exchange.nextAnswer = { kind };
  expect(await batch(desk, [ITEM])).toMatchObject({ status, json: { code } });
  desk.exchange.nextAnswer = { kind };
  expect(await cancel(desk, [1])).toMatchObject({ status, json: { code } });
});

test("USER-KEY-1 a key revoked while its batch waited is -2015", async () => {
  const desk = await restingDesk();
  const submit = desk.exchange.submit.bind(desk.exchange);
  desk.tampered.exchange.submit = (command, notAfterMs) => {
    desk.exchange.do({ type: "RevokeKey", key: 1, request: 0 });
    return submit(command, notAfterMs);
  };

  expect(await batch(desk, [ITEM])).toMatchObject({ status: 401, json: { code: -2015 } });
});

test("a batch is one command, which carries its request's number", async () => {
  const desk = await HttpDesk.open();
  const count = desk.exchange.commands.length;

  const placed = await batch(desk, [ITEM, ITEM]);
  const canceled = await cancel(desk, [1, 2]);

  const numbers = [placed, canceled].map(({ headers }) => {
    return Number.parseInt(headers["X-Request-Id"] ?? "", 36);
  });
  expect(desk.exchange.commands.slice(count)).toMatchObject([
    { type: "PlaceBatch", request: numbers[0] },
    { type: "CancelBatch", request: numbers[1], orders: [1, 2] },
  ]);
});

test.each(["batchOrders", "batchCancel"])("%s is signed, and a POST", async (path) => {
  const desk = await HttpDesk.open();
  const headers = { "x-ch-apikey": undefined };

  const unsigned = await desk.post(`/sapi/v1/${path}`, {}, { headers });
  const got = await desk.get(`/sapi/v1/${path}`);

  expect(unsigned).toMatchObject({ status: 401, json: { code: -1002 } });
  expect(got).toMatchObject({ status: 405, headers: { Allow: "POST" } });
});

test("SEC-39 a batch of 0, of 11, one id twice, good and bad mixed, an id that is not digits", async () => {
  const desk = await restingDesk();
  const said = async (answer: ReturnType<typeof batch>) => (await answer).json;

  expect(await said(batch(desk, []))).toMatchObject({ code: -1102 });
  expect(await said(cancel(desk, []))).toMatchObject({ code: -1102 });
  expect(await said(batch(desk, Array(11).fill(ITEM)))).toMatchObject({ code: -1101 });
  expect(await said(cancel(desk, Array(11).fill(1)))).toMatchObject({ code: -1101 });
  expect(await said(batch(desk, [ITEM, { ...ITEM, side: "?" }]))).toMatchObject({ code: -1117 });
  expect(await said(cancel(desk, [1, "1;2"]))).toMatchObject({ code: -1100 });
  expect(await said(cancel(desk, [2, 99, 2]))).toEqual({ success: [2], failed: [99, 2] });
  expect(desk.exchange.state.orders.orderIdLast).toBe(3);
});
