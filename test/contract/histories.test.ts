/** myTrades and historyOrders: every field, every page, and that nobody sees another's. */
import { expect, test } from "vitest";
import { HttpDesk, type User } from "../support/http-client.ts";

interface Row {
  readonly id: number;
  readonly orderId: number;
}

async function place(desk: HttpDesk, user: User, words: string, clientId?: string) {
  const [side, volume, price] = words.split(" ");
  const order = { symbol: "BTCUSDT", side, volume, price, type: price ? "LIMIT" : "MARKET" };
  const body = clientId === undefined ? order : { ...order, newClientOrderId: clientId };
  const { json, status } = await desk.post("/sapi/v1/order", body, { user });
  expect({ status, json }).toMatchObject({ status: 200 });
  return (json as Row).orderId;
}

async function rows(desk: HttpDesk, target: string, user: User = "demo1"): Promise<Row[]> {
  const { status, json } = await desk.get(target, { user });
  expect({ status, json }).toMatchObject({ status: 200 });
  return json as Row[];
}

test("SPOT-SETTLE-5 myTrades shows each side its own trade, every field in its form", async () => {
  const desk = await HttpDesk.open();
  const sell = await place(desk, "demo2", "SELL 0.5 100.5");
  const buy = await place(desk, "demo1", "BUY 0.3 101");

  const { nowMs } = desk.exchange;
  const common = {
    ...{ symbol: "BTCUSDT", id: 1, bidId: buy, askId: sell, price: "100.5", qty: "0.3" },
    forced: "NONE",
  };
  expect(await rows(desk, "/sapi/v1/myTrades?symbol=BTCUSDT")).toEqual([
    {
      ...common,
      ...{ orderId: buy, time: nowMs, side: "BUY", isBuyer: true, isMaker: false },
      ...{ feeCoin: "BTC", fee: 0.0003 },
    },
  ]);
  expect(await rows(desk, "/sapi/v1/myTrades?symbol=btc/usdt", "demo2")).toEqual([
    {
      ...common,
      ...{ orderId: sell, time: nowMs, side: "SELL", isBuyer: false, isMaker: true },
      ...{ feeCoin: "USDT", fee: 0.03015 },
    },
  ]);
});

test("HIST-PAGE-2 a trade with oneself is listed twice under one id, the taker's first", async () => {
  const desk = await HttpDesk.open();
  await place(desk, "demo1", "SELL 1 100");
  await place(desk, "demo1", "BUY 1 100");

  const found = await rows(desk, "/sapi/v1/myTrades?symbol=BTCUSDT");
  expect(found).toMatchObject([
    { id: 1, isMaker: false, isBuyer: true },
    { id: 1, isMaker: true, isBuyer: false },
  ]);
});

test("HIST-PAGE-1 historyOrders shows final orders as the order query does, newest first", async () => {
  const desk = await HttpDesk.open();
  const filled = await place(desk, "demo2", "SELL 0.5 100", "first");
  await place(desk, "demo1", "BUY 0.5 100");
  const open = await place(desk, "demo2", "SELL 0.5 100");
  const canceled = await place(desk, "demo2", "SELL 0.5 101");
  await desk.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId: canceled }, { user: "demo2" });

  const found = await rows(desk, "/sapi/v1/historyOrders?symbol=BTCUSDT", "demo2");
  const { nowMs } = desk.exchange;
  expect(found).toMatchObject([
    {
      ...{ orderId: canceled, orderIdString: `${canceled}`, clientOrderId: `bourse:${canceled}` },
      ...{ symbol: "BTCUSDT", price: "101", origQty: "0.5", executedQty: "0", avgPrice: "0" },
      ...{ type: "LIMIT", side: "SELL", status: "CANCELED", transactTime: nowMs, time: nowMs },
    },
    {
      ...{ orderId: filled, orderIdString: `${filled}`, clientOrderId: "first" },
      ...{ symbol: "BTCUSDT", price: "100", origQty: "0.5", executedQty: "0.5", avgPrice: "100" },
      ...{ type: "LIMIT", side: "SELL", status: "FILLED", transactTime: nowMs, time: nowMs },
    },
  ]);
  for (const row of found) {
    const target = `/sapi/v1/order?symbol=BTCUSDT&orderId=${row.orderId}`;
    expect((await desk.get(target, { user: "demo2" })).json).toEqual(row);
  }
  expect(found.map(({ orderId }) => orderId)).not.toContain(open);
});

test("HIST-PAGE-1 limit and fromId: the newest, or the lowest from an id on, newest first", async () => {
  const desk = await HttpDesk.open();
  for (let i = 0; i < 5; i++) {
    await place(desk, "demo2", "SELL 0.1 100");
    await place(desk, "demo1", "BUY 0.1 100");
  }
  const ids = async (query: string) =>
    (await rows(desk, `/sapi/v1/myTrades?symbol=BTCUSDT${query}`)).map(({ id }) => id);

  expect(await ids("")).toEqual([5, 4, 3, 2, 1]);
  expect(await ids("&limit=2")).toEqual([5, 4]);
  expect(await ids("&limit=2&fromId=2")).toEqual([3, 2]);
  expect(await ids("&fromId=0&limit=1")).toEqual([1]);
  expect(await ids("&fromId=6")).toEqual([]);
  expect(await ids("&fromId=99999999999999999999999")).toEqual([]);
  expect(await ids("&limit=5000")).toHaveLength(5);
  expect(await ids("&limit=&fromId=")).toHaveLength(5);
});

test.each([
  ["limit=0", -1102],
  ["limit=-1", -1102],
  ["limit=100abc", -1102],
  ["fromId=1;DROP", -1100],
  ["fromId=-1", -1100],
  ["fromId=1.5", -1100],
  ["symbol=NOPE", -1121],
])("SEC-36 SEC-37 a page with %s is refused with %i", async (query, code) => {
  const desk = await HttpDesk.open();
  const target = query.startsWith("symbol") ? query : `symbol=BTCUSDT&${query}`;
  for (const path of ["myTrades", "historyOrders"]) {
    const { status, json } = await desk.get(`/sapi/v1/${path}?${target}`);
    expect({ status, json }).toMatchObject({ status: 400, json: { code } });
  }
});

test("SEC-38 another's orders and trades are nobody's: -2013, and empty pages", async () => {
  const desk = await HttpDesk.open();
  const open = await place(desk, "demo2", "SELL 0.1 100", "theirs");
  const ended = await place(desk, "demo2", "SELL 0.1 101", "over");
  await desk.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId: ended }, { user: "demo2" });
  const unknown = { status: 400, json: { code: -2013 } };

  for (const name of [`orderId=${open}`, `orderId=${ended}`, "newClientOrderId=over"]) {
    expect(await desk.get(`/sapi/v1/order?symbol=BTCUSDT&${name}`)).toMatchObject(unknown);
  }
  for (const orderId of [open, ended]) {
    const cancel = await desk.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId });
    expect(cancel).toMatchObject(unknown);
  }
  expect(await rows(desk, "/sapi/v1/historyOrders?symbol=BTCUSDT")).toEqual([]);
  expect(await rows(desk, "/sapi/v1/myTrades?symbol=BTCUSDT")).toEqual([]);
});

test("HIST-BOUND-1 a page that the archive cannot give now is 503 with the time to ask again", async () => {
  const desk = await HttpDesk.open();
  const behind = { page: async () => "behind", order: async () => "behind" };
  Object.assign(desk.tampered.history, { ...behind, named: async () => "behind" });

  const targets = ["myTrades", "historyOrders", "order?orderId=9&"].map((path) =>
    path.includes("?") ? `${path}symbol=BTCUSDT` : `${path}?symbol=BTCUSDT`,
  );
  for (const target of targets) {
    const { status, headers, json } = await desk.get(`/sapi/v1/${target}`);
    expect({ status, json }).toMatchObject({ status: 503, json: { code: -1001 } });
    expect(headers["Retry-After"]).toBe("1");
  }
});

test("SPOT-DELIST-1 what a user did in a symbol stays readable when it is delisted", async () => {
  const desk = await HttpDesk.open();
  const traded = await place(desk, "demo2", "SELL 0.5 100");
  await place(desk, "demo1", "BUY 0.5 100");
  const cut = await place(desk, "demo2", "SELL 0.5 101");
  desk.exchange.do({ type: "DelistPair", pair: 1, request: 0 });

  const orders = await rows(desk, "/sapi/v1/historyOrders?symbol=BTCUSDT", "demo2");
  expect(orders.map(({ orderId }) => orderId)).toEqual([cut, traded]);
  expect(await rows(desk, "/sapi/v1/myTrades?symbol=BTCUSDT")).toHaveLength(1);
  const query = `/sapi/v1/order?symbol=BTCUSDT&orderId=${cut}`;
  expect((await desk.get(query, { user: "demo2" })).json).toMatchObject({ status: "CANCELED" });
  const cancel = { symbol: "BTCUSDT", orderId: cut };
  const late = await desk.post("/sapi/v1/cancel", cancel, { user: "demo2" });
  expect(late).toMatchObject({ status: 400, json: { code: -1145 } });
  const depth = await desk.get("/sapi/v1/depth?symbol=BTCUSDT");
  expect(depth).toMatchObject({ status: 400, json: { code: -1121 } });
});

test("SPOT-CLIENT-4 a client id names its newest order, also when that is of another symbol", async () => {
  const desk = await HttpDesk.open();
  const first = await place(desk, "demo1", "SELL 0.1 100", "twice");
  await desk.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId: first });
  const eth = { symbol: "ETHUSDT", side: "SELL", type: "LIMIT", price: "2000", volume: "1" };
  await desk.post("/sapi/v1/order", { ...eth, newClientOrderId: "twice" });
  const unknown = { status: 400, json: { code: -2013 } };

  const query = "/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=twice";
  expect(await desk.get(query)).toMatchObject(unknown);
  const cancel = { symbol: "BTCUSDT", newClientOrderId: "twice" };
  expect(await desk.post("/sapi/v1/cancel", cancel)).toMatchObject(unknown);
});

test("a client id in the server's form that was never given out finds nothing", async () => {
  const desk = await HttpDesk.open();
  for (const id of ["bourse:9999999999999999", "bourse:9007199254740993"]) {
    const query = `/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=${id}`;
    expect(await desk.get(query)).toMatchObject({ status: 400, json: { code: -2013 } });
  }
});

test("an id may be a JSON number in any form, and a limit of any size means the largest", async () => {
  const desk = await HttpDesk.open();
  const id = await place(desk, "demo1", "SELL 0.1 100");
  const cancel = `{"symbol":"BTCUSDT","orderId":${id}.0}`;
  expect(await desk.post("/sapi/v1/cancel", cancel)).toMatchObject({ status: 200 });
  const digits = "9".repeat(40);
  const target = `/sapi/v1/historyOrders?symbol=BTCUSDT&limit=${digits}`;
  expect(await rows(desk, target)).toHaveLength(1);
});
