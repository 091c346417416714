/** The order endpoints of the v1 spot dialect: what they take, what they refuse, what they answer. */
import { expect, test } from "vitest";
import { HttpDesk, type User } from "../support/http-client.ts";
import { type Fields, HARMLESS, LIMIT, NAMES, REFUSALS } from "./order-tables.ts";

const NOW = 1_700_000_000_000;
const SELL = { ...LIMIT, side: "SELL" };

async function place(desk: HttpDesk, fields: Fields, user: User = "demo1"): Promise<Fields> {
  const answer = await desk.post("/sapi/v1/order", fields, { user });
  expect(answer.json).toHaveProperty("orderId");
  return answer.json as Fields;
}

function query(desk: HttpDesk, fields: Record<string, string>, user: User = "demo1") {
  return desk.get(`/sapi/v1/order?${new URLSearchParams(fields)}`, { user });
}

test("a new order is answered with the state after matching, in exact decimals", async () => {
  const desk = await HttpDesk.open();
  await place(desk, { ...SELL, volume: "0.4", price: "99.5" }, "demo2");

  const answer = await desk.post("/sapi/v1/order", { ...LIMIT, newClientOrderId: "bot-1" });

  expect(answer).toMatchObject({ status: 200 });
  expect(answer.json).toEqual({
    orderId: 2,
    orderIdString: "2",
    clientOrderId: "bot-1",
    symbol: "BTCUSDT",
    transactTime: NOW,
    price: "100",
    origQty: "1",
    executedQty: "0.4",
    type: "LIMIT",
    side: "BUY",
    status: "PARTIALLY_FILLED",
  });
});

test("SPOT-CLIENT-6 an order without a client id shows the server's", async () => {
  const desk = await HttpDesk.open();

  expect(await place(desk, LIMIT)).toMatchObject({
    orderId: 1,
    clientOrderId: "bourse:1",
    status: "NEW",
  });
});

test("NUM-DEC-1 a JSON number is read from its text: no double comes between", async () => {
  const desk = await HttpDesk.open();
  const body = JSON.stringify(LIMIT).replace('"price":"100"', '"price":100.00000000000000001');

  const answer = await desk.post("/sapi/v1/order", body);

  expect(answer).toMatchObject({ status: 400, json: { code: -1111 } });
});

test.each(REFUSALS)(
  "%s %j is %i, on a test order too, and leaves no order",
  async (_, change, code) => {
    const desk = await HttpDesk.open();
    const body = { ...LIMIT, ...change };

    const answers = [
      await desk.post("/sapi/v1/order", body),
      await desk.post("/sapi/v1/order/test", body),
    ];

    for (const answer of answers) expect(answer).toMatchObject({ status: 400, json: { code } });
    expect(desk.exchange.state.orders.orderIdLast).toBe(0);
    expect(desk.reports).toEqual([]);
  },
);

test.each(HARMLESS)("%j changes nothing about an order", async (more) => {
  const desk = await HttpDesk.open();

  expect(await place(desk, { ...LIMIT, ...more })).toMatchObject({ status: "NEW" });
});

test("SPOT-CHECK-5 a halted symbol and a frozen user are -2016, after the side was asked", async () => {
  const desk = await HttpDesk.open();

  desk.exchange.do({ type: "FreezeUser", user: 1, request: 0 });
  expect(await desk.post("/sapi/v1/order", LIMIT)).toMatchObject({ json: { code: -2016 } });
  desk.exchange.do({ type: "HaltPair", pair: 1, request: 0 });
  const answer = await desk.post("/sapi/v1/order", { ...LIMIT, volume: 0 }, { user: "demo2" });
  const side = await desk.post("/sapi/v1/order", { ...LIMIT, side: "HOLD" });

  expect(answer).toMatchObject({ json: { code: -2016 } });
  expect(side).toMatchObject({ json: { code: -1117 } });
});

test("SPOT-CHECK-16 a test order is {} without money, at the later of both clocks, and logs nothing", async () => {
  const desk = await HttpDesk.open();
  const count = desk.exchange.commands.length;

  const answer = await desk.post("/sapi/v1/order/test", { ...LIMIT, volume: "90000000" });

  expect(answer).toMatchObject({ status: 200, json: {} });
  expect(desk.exchange.commands).toHaveLength(count);
});

test.each([
  ["late", 400, -1021],
  ["unavailable", 503, -1001],
  ["unknown", 504, -1007],
] as const)("a command that the sequencer calls %s is %i %i", async (kind, status, code) => {
  const desk = await HttpDesk.open();

  desk.exchange.nextAnswer = { kind };
  expect(await desk.post("/sapi/v1/order", LIMIT)).toMatchObject({ status, json: { code } });
  desk.exchange.nextAnswer = { kind };
  const cancel = await desk.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId: 1 });
  expect(cancel).toMatchObject({ status, json: { code } });
});

test("the end of the time window goes with the command", async () => {
  const desk = await HttpDesk.open();
  const ends: (number | undefined)[] = [];
  const submit = desk.exchange.submit.bind(desk.exchange);
  desk.tampered.exchange.submit = (command, notAfterMs) => {
    ends.push(notAfterMs);
    return submit(command, notAfterMs);
  };

  await desk.post("/sapi/v1/order", { ...LIMIT, recvWindow: 70 }, { ts: `${NOW - 30}` });

  expect(ends).toEqual([NOW + 40]);
});

test("USER-KEY-1 a key revoked while its order waited is -2015", async () => {
  const desk = await HttpDesk.open();
  const submit = desk.exchange.submit.bind(desk.exchange);
  desk.tampered.exchange.submit = (command, notAfterMs) => {
    desk.exchange.do({ type: "RevokeKey", key: 1, request: 0 });
    return submit(command, notAfterMs);
  };

  const answer = await desk.post("/sapi/v1/order", LIMIT);

  expect(answer).toMatchObject({ status: 401, json: { code: -2015 } });
});

test("SPOT-FIELD-1 an order is shown with its average price and both names of its time", async () => {
  const desk = await HttpDesk.open();
  await place(desk, { ...SELL, volume: "0.5", price: "20000" }, "demo2");
  await place(desk, { ...SELL, volume: "0.4", price: "20010" }, "demo2");
  await place(desk, { ...LIMIT, price: "20015", newClientOrderId: "mine" });

  const answer = await query(desk, { symbol: "btcusdt", orderId: "3" });

  expect(answer.json).toEqual({
    orderId: 3,
    orderIdString: "3",
    clientOrderId: "mine",
    symbol: "BTCUSDT",
    price: "20015",
    origQty: "1",
    executedQty: "0.9",
    avgPrice: "20004.44444444",
    type: "LIMIT",
    side: "BUY",
    status: "PARTIALLY_FILLED",
    transactTime: NOW,
    time: NOW,
  });
});

test("SPOT-FIELD-1 a market buy shows price 0 and its amount, in the reply and in the query", async () => {
  const desk = await HttpDesk.open();
  await place(desk, SELL, "demo2");

  const placed = await place(desk, { ...LIMIT, type: "MARKET", volume: "50.50", price: "junk" });
  const { json } = await query(desk, { symbol: "BTCUSDT", orderId: "2" });

  const shown = {
    price: "0",
    origQty: "50.5",
    executedQty: "0.505",
    type: "MARKET",
    status: "FILLED",
  };
  expect(placed).toMatchObject(shown);
  expect(json).toMatchObject({ ...shown, avgPrice: "100" });
});

test("SPOT-FIELD-1 nothing executed is an average price of 0", async () => {
  const desk = await HttpDesk.open();
  await place(desk, LIMIT);

  expect((await query(desk, { symbol: "BTCUSDT", orderId: "1" })).json).toMatchObject({
    avgPrice: "0",
  });
});

test("a cancel is answered with the order's names and CANCELED, and frees the money", async () => {
  const desk = await HttpDesk.open();
  await place(desk, { ...LIMIT, newClientOrderId: "mine" });

  const answer = await desk.post("/sapi/v1/cancel", { symbol: "BTC/USDT", orderId: "1" });
  const account = await desk.get("/sapi/v1/account");

  const names = { orderId: 1, orderIdString: "1", clientOrderId: "mine", symbol: "BTCUSDT" };
  expect(answer.json).toEqual({ ...names, status: "CANCELED" });
  expect(account.json).toEqual({
    balances: [
      { asset: "BTC", free: "100", locked: "0" },
      { asset: "USDT", free: "10000000", locked: "0" },
      { asset: "ETH", free: "1000", locked: "0" },
    ],
  });
});

test("SPOT-CANCEL-2 an order that is final is -1145 by id and by client id, for its owner only", async () => {
  const desk = await HttpDesk.open();
  await place(desk, { ...LIMIT, newClientOrderId: "filled" });
  await place(desk, SELL, "demo2");
  await place(desk, { ...LIMIT, price: "90", newClientOrderId: "canceled" });
  const cancel = (fields: Fields, user: User = "demo1") =>
    desk.post("/sapi/v1/cancel", { symbol: "BTCUSDT", ...fields }, { user });
  await cancel({ newClientOrderId: "canceled" });

  for (const name of [{ orderId: 1 }, { orderId: "3" }]) {
    expect((await cancel(name)).json).toMatchObject({ code: -1145 });
    expect((await cancel(name, "demo2")).json).toMatchObject({ code: -2013 });
  }
  for (const newClientOrderId of ["filled", "canceled"]) {
    expect((await cancel({ newClientOrderId })).json).toMatchObject({ code: -1145 });
    expect((await cancel({ newClientOrderId }, "demo2")).json).toMatchObject({ code: -2013 });
  }
});

test.each(NAMES)("%s %j: query and cancel are refused alike", async (_, fields, user, code) => {
  const desk = await HttpDesk.open();
  const {
    id: _id,
    status: _status,
    quoteUnit: _q,
    baseUnit: _b,
    ...rules
  } = desk.exchange.state.catalogue.pairs[0] ?? expect.fail();
  const assets = { base: 2, quote: 1, name: "USDTBTC" };
  desk.exchange.do({ type: "AddPair", ...rules, ...assets, request: 0 });
  await place(desk, { ...LIMIT, newClientOrderId: "mine" });
  await place(desk, LIMIT);
  const asked = { symbol: "BTCUSDT", ...fields };

  expect(await query(desk, asked, user)).toMatchObject({ status: 400, json: { code } });
  expect(await desk.post("/sapi/v1/cancel", asked, { user })).toMatchObject({
    status: 400,
    json: { code },
  });
  expect(desk.exchange.state.orders.byId.size).toBe(2);
});

test("SPOT-CLIENT-4 a malformed client id is -1100 also beside an order id", async () => {
  const desk = await HttpDesk.open();
  const { orderId } = await place(desk, LIMIT);
  const named = { symbol: "BTCUSDT", orderId: `${orderId}`, newClientOrderId: "a b" };

  expect(await query(desk, named)).toMatchObject({ status: 400, json: { code: -1100 } });
  expect(await desk.post("/sapi/v1/cancel", named)).toMatchObject({
    status: 400,
    json: { code: -1100 },
  });
  expect(desk.exchange.state.orders.byId.size).toBe(1);
});

test("SPOT-CLIENT-4 a client id means the newest order that bears it, an order id decides over it", async () => {
  const desk = await HttpDesk.open();
  const named = { ...LIMIT, newClientOrderId: "again" };
  const byName = { symbol: "BTCUSDT", newClientOrderId: "again" };
  await place(desk, named);
  await desk.post("/sapi/v1/cancel", byName);
  await place(desk, { ...named, price: "90" });

  const open = await query(desk, byName);
  const older = await query(desk, { ...byName, orderId: "1" });
  await desk.post("/sapi/v1/cancel", byName);
  const ended = await query(desk, byName);

  expect(open.json).toMatchObject({ orderId: 2, status: "NEW" });
  expect(older.json).toMatchObject({ orderId: 1, status: "CANCELED" });
  expect(ended.json).toMatchObject({ orderId: 2, status: "CANCELED", price: "90" });
});

test("SPOT-CLIENT-4 the server's own client id names its order, open or ended", async () => {
  const desk = await HttpDesk.open();
  const byName = { symbol: "BTCUSDT", newClientOrderId: "bourse:1" };
  await place(desk, LIMIT);

  expect((await query(desk, byName)).json).toMatchObject({ orderId: 1, status: "NEW" });
  expect((await desk.post("/sapi/v1/cancel", byName)).json).toMatchObject({ status: "CANCELED" });
  expect((await query(desk, byName)).json).toMatchObject({ orderId: 1, status: "CANCELED" });
});

test("open orders are one's own of the symbol, newest first, at most as many as asked for", async () => {
  const desk = await HttpDesk.open();
  for (const price of ["10", "11", "12"]) await place(desk, { ...LIMIT, price });
  await place(desk, LIMIT, "demo2");
  await desk.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId: 2 });
  const ids = async (query: string) => {
    const { json } = await desk.get(`/sapi/v1/openOrders?symbol=BTCUSDT${query}`);
    return (json as Fields[]).map(({ orderId }) => orderId);
  };

  expect(await ids("")).toEqual([3, 1]);
  expect(await ids("&limit=1")).toEqual([3]);
  expect(await ids("&limit=1001")).toEqual([3, 1]);
  expect(await ids("&limit=%31e2")).toEqual([3, 1]);
  const first = (await desk.get("/sapi/v1/openOrders?symbol=BTCUSDT&limit=1")).json as Fields[];
  const { json: queried } = await query(desk, { symbol: "BTCUSDT", orderId: "3" });
  expect(first).toEqual([queried]);
});

test.each([
  ["", -1102],
  ["symbol=NONE", -1121],
  ["symbol=BTCUSDT&limit=0", -1102],
  ["symbol=BTCUSDT&limit=-1", -1102],
  ["symbol=BTCUSDT&limit=1.5", -1102],
  ["symbol=BTCUSDT&limit=100abc", -1102],
  ["symbol=BTCUSDT&limit=1%20OR%201", -1102],
])("open orders with %j are %i", async (query, code) => {
  const desk = await HttpDesk.open();

  const answer = await desk.get(`/sapi/v1/openOrders?${query}`);

  expect(answer).toMatchObject({ status: 400, json: { code } });
});

test("the account lists free and locked of every asset", async () => {
  const desk = await HttpDesk.open();
  desk.exchange.do({ type: "AddAsset", name: "DOGE", scale: 8, request: 0 });
  await place(desk, { ...LIMIT, volume: "0.12345", price: "20015.01" });

  const { json } = await desk.get("/sapi/v1/account");

  expect(json).toEqual({
    balances: [
      { asset: "BTC", free: "100", locked: "0" },
      { asset: "USDT", free: "9997529.1470155", locked: "2470.8529845" },
      { asset: "ETH", free: "1000", locked: "0" },
      { asset: "DOGE", free: "0", locked: "0" },
    ],
  });
});

test("ping is an empty object and time is the request clock", async () => {
  const desk = await HttpDesk.open();

  expect((await desk.get("/sapi/v1/ping")).json).toEqual({});
  expect((await desk.get("/sapi/v1/time")).json).toEqual({ timezone: "UTC", serverTime: NOW });
});
