/** Order lists through the API: placed and shown as they stand, canceled whole, refused whole, and found again after a restart of the reader. */
import { expect, test } from "vitest";
import type { HttpDesk } from "../support/http-client.ts";
import { DOWN, ENTRY, LIST_PATH, type PlacedByApi, placeList, UP } from "./list-desk.ts";
import { type Fields, LIMIT } from "./order-tables.ts";
import { place, SELL, shown, tradedDesk } from "./traded-desk.ts";

async function openLists(desk: HttpDesk): Promise<PlacedByApi[]> {
  return (await desk.get("/sapi/v1/openOrderLists?symbol=BTCUSDT")).json as PlacedByApi[];
}

test("SPOT-LIST-7 SPOT-LIST-8 an OCO is told with its orders, shown while it is open, and locks once", async () => {
  const desk = await tradedDesk();

  const {
    orderListId: id,
    orders,
    ...list
  } = await placeList(desk, "OCO", [UP, DOWN], {
    listClientOrderId: "way-out",
  });

  expect(list).toMatchObject({ listType: "OCO", listClientOrderId: "way-out", symbol: "BTCUSDT" });
  expect(orders).toMatchObject([
    { orderId: id + 1, orderListId: id, status: "NEW", price: "110", timeInForce: "GTC" },
    { orderId: id + 2, orderListId: id, status: "NEW", triggerPrice: "95", triggered: false },
  ]);
  expect(await openLists(desk)).toMatchObject([
    { orderListId: id, orders: [{ orderId: id + 1, orderListId: id }, { orderId: id + 2 }] },
  ]);
  const { json } = await desk.get("/sapi/v1/account");
  const { balances } = json as { balances: Fields[] };
  expect(balances.find(({ asset }) => asset === "BTC")).toMatchObject({ locked: "2" });
  expect(await shown(desk, { orderId: id + 1 })).toMatchObject({ orderListId: id });
});

test("SPOT-LIST-9 SPOT-FIELD-4 the leg that ended for the other says so in its query and in the history", async () => {
  const desk = await tradedDesk();
  const { orderListId: id } = await placeList(desk, "OCO", [UP, DOWN]);

  await place(desk, { ...LIMIT, price: "110" }, "demo2");

  const ended = { status: "CANCELED", endReason: "OTHER_LEG", orderListId: id, triggered: false };
  expect(await shown(desk, { orderId: id + 2 })).toMatchObject(ended);
  const { json } = await desk.get("/sapi/v1/historyOrders?symbol=BTCUSDT");
  expect((json as Fields[]).find(({ orderId }) => orderId === id + 2)).toMatchObject(ended);
  expect(await openLists(desk)).toMatchObject([{ orders: [{ status: "PARTIALLY_FILLED" }] }]);
});

test("SPOT-LIST-11 an OTOCO shows its legs as PENDING_NEW until the first order is filled", async () => {
  const desk = await tradedDesk();
  const { orderListId: id, orders } = await placeList(desk, "OTOCO", [ENTRY, UP, DOWN]);
  expect(orders.map(({ status }) => status)).toEqual(["NEW", "PENDING_NEW", "PENDING_NEW"]);
  const { json } = await desk.get("/sapi/v1/openOrders?symbol=BTCUSDT");
  expect((json as Fields[]).map(({ status }) => status)).toEqual([
    "PENDING_NEW",
    "PENDING_NEW",
    "NEW",
  ]);

  await place(desk, { ...SELL, price: "99", volume: "2" }, "demo2");

  const after = [id + 1, id + 2, id + 3].map((orderId) => shown(desk, { orderId }));
  const statuses = (await Promise.all(after)).map(({ status }) => status);
  expect(statuses).toEqual(["FILLED", "NEW", "NEW"]);
});

test("SPOT-REPLY-1 a list whose first order is filled at once is told as its command has left it", async () => {
  const desk = await tradedDesk();
  await place(desk, { ...SELL, price: "98", volume: "2" }, "demo2");

  const { orders } = await placeList(desk, "OTOCO", [ENTRY, UP, DOWN]);

  expect(orders.map(({ status }) => status)).toEqual(["FILLED", "NEW", "NEW"]);
});

test("SPOT-LIST-12 legs whose money is missing are REJECTED, and say so", async () => {
  const desk = await tradedDesk();
  await place(desk, { ...SELL, price: "98", volume: "2" }, "demo2");
  const dear = { volume: "9000" };

  const { orders } = await placeList(desk, "OTOCO", [
    ENTRY,
    { ...UP, ...dear },
    { ...DOWN, ...dear },
  ]);

  const rejected = { status: "REJECTED", endReason: "INSUFFICIENT_BALANCE" };
  expect(orders).toMatchObject([{ status: "FILLED" }, rejected, rejected]);
  expect(await openLists(desk)).toEqual([]);
});

test.each([
  ["its id", ({ orderListId }: PlacedByApi) => ({ orderListId })],
  ["its id in quotes", ({ orderListId }: PlacedByApi) => ({ orderListId: `${orderListId}` })],
  ["its name", () => ({ listClientOrderId: "mine" })],
])("SPOT-LIST-13 a list is canceled by %s, and then it is not there", async (_, nameOf) => {
  const desk = await tradedDesk();
  const list = await placeList(desk, "OCO", [UP, DOWN], { listClientOrderId: "mine" });
  const named = { symbol: "BTCUSDT", ...nameOf(list) };

  const canceled = await desk.post(`${LIST_PATH}/cancel`, named);

  expect(canceled.json).toMatchObject({
    ...{ orderListId: list.orderListId, listClientOrderId: "mine" },
    orders: [{ orderId: list.orderListId + 1, status: "CANCELED" }, { status: "CANCELED" }],
  });
  expect(await desk.post(`${LIST_PATH}/cancel`, named)).toMatchObject({ json: { code: -2013 } });
  expect(await openLists(desk)).toEqual([]);
});

const REFUSED: readonly [string, string, object[], object, number, string][] = [
  ["SPOT-LIST-1", "OCO", [UP], {}, -1102, "not as many items as its listType"],
  ["SPOT-LIST-1", "OSO", [UP, DOWN], {}, -1102, "listType"],
  [
    "SPOT-LIST-2",
    "OCO",
    [UP, { ...DOWN, volume: "1" }],
    {},
    -1014,
    "same side and the same volume",
  ],
  ["SPOT-LIST-3", "OCO", [{ ...UP, price: "90" }, DOWN], {}, -1014, "the right relation"],
  [
    "SPOT-LIST-5",
    "OTO",
    [ENTRY, { ...UP, batchType: "MARKET" }],
    {},
    -1014,
    "orders[1]: A leg waits",
  ],
  ["SPOT-LIST-7", "OCO", [UP, DOWN], { listClientOrderId: "a b" }, -1100, "listClientOrderId"],
  ["SPOT-BATCH-6", "OCO", [UP, { ...DOWN, side: "HOLD" }], {}, -1117, "orders[1]"],
  ["SPOT-TIF-1", "OCO", [UP, DOWN], { timeInForce: "IOC" }, -1014, "timeInForce"],
  ["SPOT-CHECK-14", "OCO", [UP, DOWN].map((leg) => ({ ...leg, volume: "9000" })), {}, -2017, ""],
  ["USER-FIELD-1", "OCO", [UP, { ...DOWN, triggerprice: "95" }], {}, -1102, "triggerprice"],
];

test.each(REFUSED)(
  "%s %s of %j %j is refused whole: %i %s",
  async (_, listType, orders, more, code, said) => {
    const desk = await tradedDesk();
    const { orderIdLast } = desk.exchange.state.orders;

    const { json } = await desk.post(LIST_PATH, { symbol: "BTCUSDT", listType, orders, ...more });

    expect(json).toMatchObject({ code, msg: expect.stringContaining(said) });
    expect(desk.exchange.state.orders.orderIdLast).toBe(orderIdLast);
  },
);

test("SPOT-LIST-14 an order of a list is not replaced: the list is named in the refusal", async () => {
  const desk = await tradedDesk();
  const { orderListId: id } = await placeList(desk, "OCO", [UP, DOWN]);
  const asked = { ...LIMIT, ...UP, price: "111", cancelOrderId: id + 1 };

  const { json } = await desk.post("/sapi/v1/order/cancelReplace", asked);

  expect(json).toMatchObject({ code: -1014, msg: expect.stringContaining("order of a list") });
});

test("SPOT-LIST-13 a cancel without a name is refused, one of no list is -2013", async () => {
  const desk = await tradedDesk();

  expect(await desk.post(`${LIST_PATH}/cancel`, { symbol: "BTCUSDT" })).toMatchObject({
    json: { code: -1102, msg: "Parameter orderListId or listClientOrderId is mandatory." },
  });
  const none = { symbol: "BTCUSDT", orderListId: 0 };
  expect(await desk.post(`${LIST_PATH}/cancel`, none)).toMatchObject({ json: { code: -2013 } });
});

test("CORE-RULES-3 before rules 7 no list gets into the log", async () => {
  const desk = await tradedDesk();
  Object.assign(desk.tampered.exchange.state, { rules: 6 });
  const { position } = desk.exchange.state;

  const { json } = await desk.post(LIST_PATH, {
    symbol: "BTCUSDT",
    listType: "OCO",
    orders: [UP, DOWN],
  });

  expect(json).toMatchObject({ code: -1020 });
  expect(desk.exchange.state.position).toBe(position);
});
