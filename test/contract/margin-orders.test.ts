/**
 * The order endpoints of margin: that they take, refuse and show what those of spot do, and that
 * neither area ever sees the other's orders.
 */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Answer, User } from "../support/http-client.ts";
import { runs } from "../support/runs.ts";
import { BorrowingDesk } from "./borrowing-desk.ts";
import { type Fields, HARMLESS, LIMIT, NAMES, REFUSALS } from "./order-tables.ts";

const NOW = 1_700_000_000_000;
const ROOTS = { spot: "/sapi/v1", margin: "/sapi/v1/margin" } as const;

/** A desk at which both have as much in margin as in spot. */
async function openDesk(): Promise<BorrowingDesk> {
  const desk = await BorrowingDesk.open();
  for (const user of ["demo1", "demo2"] as const) {
    await desk.moveIn(user, "5 BTC");
    await desk.moveIn(user, "50000 USDT");
  }
  return desk;
}

function targetOf(path: string, fields: Record<string, string>): string {
  return `/sapi/v1/margin/${path}?${new URLSearchParams({ symbol: "BTCUSDT", ...fields })}`;
}

test("MARG-ORDER-1 a new order is answered with every field of a spot order's reply", async () => {
  const desk = await openDesk();
  await desk.order("demo2", "SELL 0.4 19999.5");

  const answer = await desk.order("demo1", "BUY 1 20000", { newClientOrderId: "bot-1" });

  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({
    orderId: 2,
    orderIdString: "2",
    clientOrderId: "bot-1",
    symbol: "BTCUSDT",
    transactTime: NOW,
    price: "20000",
    origQty: "1",
    executedQty: "0.4",
    type: "LIMIT",
    side: "BUY",
    status: "PARTIALLY_FILLED",
  });
});

test("MARG-ORDER-1 query, open orders, own trades and the cancel have every field of spot's", async () => {
  const desk = await openDesk();
  await desk.order("demo2", "SELL 0.4 19999.5");
  await desk.order("demo1", "BUY 1 20000", { newClientOrderId: "bot-1" });
  const names = { orderId: 2, orderIdString: "2", clientOrderId: "bot-1", symbol: "BTCUSDT" };

  const query = await desk.get(targetOf("order", { orderId: "2" }));
  const open = await desk.get(targetOf("openOrders", {}));
  const trades = await desk.get(targetOf("myTrades", {}));
  const cancel = await desk.post("/sapi/v1/margin/cancel", { symbol: "btc/usdt", orderId: "2" });

  const order = {
    ...names,
    ...{ price: "20000", origQty: "1", executedQty: "0.4", avgPrice: "19999.5", type: "LIMIT" },
    ...{ side: "BUY", status: "PARTIALLY_FILLED", transactTime: NOW, time: NOW },
  };
  expect(query.json).toMatchObject(order);
  expect(open.json).toEqual([query.json]);
  expect(trades.json).toEqual([
    {
      ...{ symbol: "BTCUSDT", id: 1, bidId: 2, askId: 1, orderId: 2, price: "19999.5", qty: "0.4" },
      ...{ time: NOW, side: "BUY", isBuyer: true, isMaker: false, feeCoin: "BTC", fee: 0.0004 },
      forced: "NONE",
    },
  ]);
  expect(cancel.json).toEqual({ ...names, status: "CANCELED" });
});

/** One request of a script, to either area. */
type Step = (desk: BorrowingDesk, root: string) => Promise<Answer>;

const who = fc.constantFrom<User>("demo1", "demo2");
const placing: fc.Arbitrary<Step> = fc
  .record({
    user: who,
    side: fc.constantFrom("BUY", "SELL", "HOLD"),
    type: fc.constantFrom("LIMIT", "LIMIT", "LIMIT", "MARKET"),
    volume: fc.constantFrom("0.01", "0.025", "0.3", 1, "0", "0.000001"),
    price: fc.constantFrom("19990", "20000", "20000.01", 20010, "20010.001", "1000000"),
    newClientOrderId: fc.constantFrom(undefined, undefined, "one", "two", "a b"),
  })
  .map(({ user, ...order }) => (desk: BorrowingDesk, root: string) => {
    return desk.post(`${root}/order`, { symbol: "BTCUSDT", ...order }, user);
  });
const naming = fc.oneof(
  fc.record({ orderId: fc.integer({ min: 0, max: 8 }).map(String) }),
  fc.record({ newClientOrderId: fc.constantFrom("one", "two", "bourse:1", "a b") }),
);
const canceling: fc.Arbitrary<Step> = fc
  .tuple(who, naming)
  .map(([user, name]) => (desk: BorrowingDesk, root: string) => {
    return desk.post(`${root}/cancel`, { symbol: "BTCUSDT", ...name }, user);
  });
const asking: fc.Arbitrary<Step> = fc
  .tuple(who, naming, fc.constantFrom("order", "openOrders", "myTrades"))
  .map(([user, name, path]) => (desk: BorrowingDesk, root: string) => {
    const query = new URLSearchParams({ symbol: "BTCUSDT", ...name });
    return desk.get(`${root}/${path}?${query}`, user);
  });
const step = fc.oneof(
  { weight: 5, arbitrary: placing },
  { weight: 2, arbitrary: canceling },
  { weight: 2, arbitrary: asking },
);

test("MARG-ORDER-1 any run of requests is answered in margin, letter for letter, as in spot", async () => {
  const seen = new Set<unknown>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const replies: Said[][] = [];
      for (const root of Object.values(ROOTS)) {
        const desk = await openDesk();
        // Nothing is lent, so too little is too little in both.
        for (const cap of ["0 BTC", "0 USDT"]) desk.terms(cap);
        const said: Said[] = [];
        for (const ask of steps) said.push(await saidTo(ask(desk, root)));
        replies.push(said);
        for (const { json } of said) seen.add(json["code"] ?? json["status"]);
      }
      expect(replies[1]).toEqual(replies[0]);
    }),
    { seed: 1, numRuns: runs(50, 50) },
  );
  const codes = [-1100, -1102, -1111, -1112, -1117, -1138, -1145, -2010, -2013, -2017];
  const statuses = ["NEW", "PARTIALLY_FILLED", "FILLED", "CANCELED"];
  expect([...codes, ...statuses].filter((word) => !seen.has(word))).toEqual([]);
});

interface Said {
  readonly status: number;
  readonly json: Fields;
}

async function saidTo(asked: Promise<Answer>): Promise<Said> {
  const { status, json } = await asked;
  return { status, json: json as Fields };
}

test.each(REFUSALS)(
  "%s %j is %i in margin too, and leaves neither an order nor a loan",
  async (_, change, code) => {
    const desk = await BorrowingDesk.open();

    const answer = await desk.post("/sapi/v1/margin/order", { ...LIMIT, ...change });

    expect(answer).toMatchObject({ status: 400, json: { code } });
    expect(desk.http.exchange.state.orders.orderIdLast).toBe(0);
    expect([...desk.http.exchange.state.margin.accounts.values()]).toEqual([]);
    expect(desk.http.reports).toEqual([]);
  },
);

test.each(HARMLESS)("%j changes nothing about a margin order", async (more) => {
  const desk = await openDesk();

  const answer = await desk.post("/sapi/v1/margin/order", { ...LIMIT, ...more });

  expect(answer).toMatchObject({ status: 200, json: { status: "NEW" } });
});

test.each(NAMES)(
  "%s %j: query and cancel are refused alike in margin",
  async (_, fields, user, code) => {
    const desk = await openDesk();
    await desk.placed(desk.order("demo1", "BUY 1 100", { newClientOrderId: "mine" }));
    await desk.placed(desk.order("demo1", "BUY 1 100"));
    const asked = { symbol: "BTCUSDT", ...fields };

    const query = await desk.get(targetOf("order", asked), user);
    const cancel = await desk.post("/sapi/v1/margin/cancel", asked, user);

    expect(query).toMatchObject({ status: 400, json: { code } });
    expect(cancel).toMatchObject({ status: 400, json: { code } });
    expect(desk.http.exchange.state.orders.byId.size).toBe(2);
  },
);

test("MARG-ORDER-1 a symbol without margin is -1121 before its side is asked, and has no orders", async () => {
  const desk = await openDesk();
  const other = { symbol: "USDTBTC" };

  const placed = await desk.order("demo1", "BUY 1 1", other);
  const sided = await desk.order("demo1", "HOLD 1 1", other);
  const unread = await desk.order("demo1", "HOLD x 1", other);

  expect(placed.json).toEqual({ code: -1121, msg: "Invalid symbol." });
  expect(sided.json).toEqual(placed.json);
  expect(unread).toMatchObject({ json: { code: -1102 } });
  const unknown = { status: 400, json: { code: -2013, msg: "Order does not exist." } };
  expect(await desk.get(targetOf("order", { ...other, orderId: "1" }))).toMatchObject(unknown);
  const cancel = await desk.post("/sapi/v1/margin/cancel", { ...other, orderId: "1" });
  expect(cancel).toMatchObject(unknown);
  expect((await desk.get(targetOf("openOrders", other))).json).toEqual([]);
  expect((await desk.get(targetOf("myTrades", other))).json).toEqual([]);
  expect(await desk.spotOrder("demo1", "BUY 1 1", other)).toMatchObject({ status: 200 });
});

test("MARG-ORDER-1 when margin is switched off the engine says so, and what rests can be canceled", async () => {
  const desk = await openDesk();
  const orderId = await desk.placed(desk.order("demo1", "BUY 1 100"));
  const { exchange } = desk.http.tampered;
  const submit = exchange.submit.bind(exchange);
  exchange.submit = (command, notAfterMs) => {
    exchange.do({ type: "SetMarginPair", pair: 1, isMarginEnabled: false, request: 0 });
    return submit(command, notAfterMs);
  };

  const late = await desk.order("demo1", "BUY 1 100");
  const cancel = await desk.post("/sapi/v1/margin/cancel", { symbol: "BTCUSDT", orderId });

  expect(late).toMatchObject({ status: 400, json: { code: -1121 } });
  expect(cancel).toMatchObject({ status: 200, json: { status: "CANCELED" } });
  const query = await desk.get(targetOf("order", { orderId: `${orderId}` }));
  expect(query.json).toMatchObject({ status: "CANCELED" });
});

/** How an area's own requests see the orders 1 to 3 of demo1: spot, margin, margin (ended). */
const SEEN: readonly ["spot" | "margin", string, number[], number[]][] = [
  ["spot", "bourse:1", [1], [2, 3]],
  ["margin", "bourse:2", [2, 3], [1]],
];

test.each(SEEN)(
  "MARG-ORDER-1 SPOT-CANCEL-1 %s sees its own orders and no other",
  async (...row) => {
    const [area, ownName, own, others] = row;
    const desk = await openDesk();
    await desk.placed(desk.spotOrder("demo1", "BUY 1 100"));
    await desk.placed(desk.order("demo1", "BUY 1 101"));
    const ended = await desk.placed(desk.order("demo1", "BUY 1 102"));
    await desk.post("/sapi/v1/margin/cancel", { symbol: "BTCUSDT", orderId: ended });
    const find = (name: Record<string, string>) =>
      desk.get(`${ROOTS[area]}/order?${new URLSearchParams({ symbol: "BTCUSDT", ...name })}`);
    const unknown = { status: 400, json: { code: -2013 } };

    for (const id of own) expect(await find({ orderId: `${id}` })).toMatchObject({ status: 200 });
    expect(await find({ newClientOrderId: ownName })).toMatchObject({ status: 200 });
    for (const id of others) {
      expect(await find({ orderId: `${id}` })).toMatchObject(unknown);
      expect(await find({ newClientOrderId: `bourse:${id}` })).toMatchObject(unknown);
      const cancel = { symbol: "BTCUSDT", orderId: id };
      expect(await desk.post(`${ROOTS[area]}/cancel`, cancel)).toMatchObject(unknown);
    }
    const { json } = await desk.get(`${ROOTS[area]}/openOrders?symbol=BTCUSDT`);
    const open = (json as Fields[]).map(({ orderId }) => orderId);
    expect(open).toEqual(own.filter((id) => id !== ended));
    expect(desk.http.exchange.state.orders.byId.size).toBe(2);
  },
);

test("SPOT-STP-1 a user's own order is his own in either area, and a batch of cancels is spot's", async () => {
  const desk = await openDesk();
  const orderId = await desk.placed(desk.order("demo1", "SELL 0.1 21000"));

  const met = await desk.spotOrder("demo1", "BUY 0.1 21000");
  const batch = { symbol: "BTCUSDT", orderIds: [orderId] };
  const canceled = await desk.post("/sapi/v1/batchCancel", batch);

  expect(met.json).toMatchObject({ status: "CANCELED", executedQty: "0" });
  expect(canceled.json).toEqual({ success: [], failed: [orderId] });
  expect(desk.http.exchange.state.orders.byId.size).toBe(1);
});

test("MARG-ORDER-1 one client id may be open in both areas, once in each, and names each its own", async () => {
  const desk = await openDesk();
  const named = { newClientOrderId: "twin" };
  const spot = await desk.placed(desk.spotOrder("demo1", "BUY 1 100", named));
  const margin = await desk.placed(desk.order("demo1", "BUY 1 100", named));

  const again = await desk.order("demo1", "BUY 1 100", named);
  const inSpot = await desk.get("/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=twin");
  const inMargin = await desk.get(targetOf("order", named));

  const msg = `Client order id is in use by order ${margin}.`;
  expect(again.json).toEqual({ code: -2010, msg });
  expect(inSpot.json).toMatchObject({ orderId: spot });
  expect(inMargin.json).toMatchObject({ orderId: margin });
  await desk.post("/sapi/v1/margin/cancel", { symbol: "BTCUSDT", ...named });
  expect((await desk.get(targetOf("order", named))).json).toMatchObject({ status: "CANCELED" });
  const left = await desk.get("/sapi/v1/order?symbol=BTCUSDT&newClientOrderId=twin");
  expect(left.json).toMatchObject({ orderId: spot, status: "NEW" });
});

test("MARG-ORDER-1 ended orders are found for ever by id and name, and cannot be canceled", async () => {
  const desk = await openDesk();
  await desk.placed(desk.spotOrder("demo2", "SELL 0.1 20000"));
  const filled = await desk.placed(
    desk.order("demo1", "BUY 0.1 20000", { newClientOrderId: "done" }),
  );
  const canceled = await desk.placed(
    desk.order("demo1", "BUY 1 15000", { newClientOrderId: "gone" }),
  );
  await desk.post("/sapi/v1/margin/cancel", { symbol: "BTCUSDT", orderId: canceled });
  const ends: readonly [number, string, string][] = [
    [filled, "done", "FILLED"],
    [canceled, "gone", "CANCELED"],
  ];

  for (const [orderId, clientOrderId, status] of ends) {
    for (const name of [{ orderId: `${orderId}` }, { newClientOrderId: clientOrderId }]) {
      const shown = await desk.get(targetOf("order", name));
      expect(shown.json).toMatchObject({ orderId, clientOrderId, status });
      const cancel = await desk.post("/sapi/v1/margin/cancel", { symbol: "BTCUSDT", ...name });
      expect(cancel.json).toEqual({ code: -1145, msg: "Order is already final." });
      const other = await desk.get(targetOf("order", name), "demo2");
      expect(other).toMatchObject({ status: 400, json: { code: -2013 } });
    }
  }
  const { json } = await desk.get("/sapi/v1/historyOrders?symbol=BTCUSDT");
  expect(json).toEqual([]);
});

test("HIST-PAGE-1 margin's own trades in pages; spot's are elsewhere, and another's nowhere", async () => {
  const desk = await openDesk();
  await desk.placed(desk.spotOrder("demo2", "SELL 1 20000"));
  await desk.placed(desk.spotOrder("demo1", "BUY 0.1 20000"));
  for (let turn = 0; turn < 4; turn++) await desk.placed(desk.order("demo1", "BUY 0.1 20000"));
  const ids = async (target: string, user: User = "demo1") => {
    const { json } = await desk.get(`${target}symbol=BTCUSDT`, user);
    return (json as Fields[]).map(({ id }) => id);
  };

  expect(await ids("/sapi/v1/margin/myTrades?")).toEqual([5, 4, 3, 2]);
  expect(await ids("/sapi/v1/margin/myTrades?limit=2&")).toEqual([5, 4]);
  expect(await ids("/sapi/v1/margin/myTrades?limit=2&fromId=1&")).toEqual([3, 2]);
  expect(await ids("/sapi/v1/margin/myTrades?fromId=6&")).toEqual([]);
  expect(await ids("/sapi/v1/myTrades?")).toEqual([1]);
  expect(await ids("/sapi/v1/margin/myTrades?", "demo2")).toEqual([]);
  expect(await ids("/sapi/v1/myTrades?", "demo2")).toEqual([5, 4, 3, 2, 1]);
});

test.each([
  ["openOrders", "limit=0", -1102],
  ["openOrders", "limit=1.5", -1102],
  ["myTrades", "limit=100abc", -1102],
  ["myTrades", "fromId=1;DROP", -1100],
  ["myTrades", "symbol=NOPE", -1121],
  ["openOrders", "symbol=NOPE", -1121],
  ["openOrders", "symbol=", -1102],
])("margin/%s with %s is %i", async (path, query, code) => {
  const desk = await openDesk();
  const target = query.startsWith("symbol") ? query : `symbol=BTCUSDT&${query}`;

  const answer = await desk.get(`/sapi/v1/margin/${path}?${target}`);

  expect(answer).toMatchObject({ status: 400, json: { code } });
});

test("MARG-ORDER-1 the largest number of open orders is counted apart from spot", async () => {
  const desk = await openDesk();
  for (let turn = 0; turn < 1_000; turn++) await desk.http.exchange.submit(smallBuy("PlaceOrder"));

  for (let turn = 0; turn < 1_000; turn++) {
    await desk.http.exchange.submit(smallBuy("PlaceMarginOrder"));
  }
  const answer = await desk.order("demo1", "BUY 0.001 100");

  expect(desk.http.exchange.state.orders.byId.size).toBe(2_000);
  expect(answer).toMatchObject({ status: 400, json: { code: -1015 } });
});

function smallBuy<T extends "PlaceOrder" | "PlaceMarginOrder">(type: T) {
  const by = { user: 1, key: 1, request: 0, pair: 1 };
  const asked = { side: "buy", kind: "limit", quantity: "0.001", price: "100" } as const;
  return { type, ...by, ...asked, clientId: "" };
}

test("SPOT-CHECK-5 USER-FREEZE-1 a halted symbol and a frozen user are -2016 in margin too", async () => {
  const desk = await openDesk();
  const orderId = await desk.placed(desk.order("demo1", "BUY 1 100"));

  desk.must({ type: "FreezeUser", user: 1, request: 0 });
  const frozen = await desk.order("demo1", "BUY 1 100");
  desk.must({ type: "HaltPair", pair: 1, request: 0 });
  const halted = await desk.order("demo2", "BUY 1 100");
  const cancel = await desk.post("/sapi/v1/margin/cancel", { symbol: "BTCUSDT", orderId });

  expect(frozen.json).toEqual({ code: -2016, msg: "This account is frozen." });
  expect(halted.json).toEqual({ code: -2016, msg: "Trading in this symbol is halted." });
  expect(cancel).toMatchObject({ status: 200 });
});
