/** What else comes to an order list through the API: cancels of every kind, a countdown, halts, a delisting, a freeze, other fees. */
import { expect, test } from "vitest";
import { dueTicks } from "../../src/runtime/sequencer/ticks.ts";
import type { HttpDesk } from "../support/http-client.ts";
import { DOWN, ENTRY, LIST_PATH, placeList, UP } from "./list-desk.ts";
import { type Fields, LIMIT } from "./order-tables.ts";
import { place, SELL, shown, tradedDesk } from "./traded-desk.ts";

const PAIR = { pair: 1, request: 0 } as const;

/** The list as it stands or ended, with its orders. */
async function told(desk: HttpDesk, id: number): Promise<Fields & { readonly orders: Fields[] }> {
  const { json } = await desk.get(`${LIST_PATH}?symbol=BTCUSDT&orderListId=${id}`);
  return json as Fields & { orders: Fields[] };
}

async function endsOf(desk: HttpDesk, id: number) {
  const { listStatus, orders } = (await told(desk, id)) as Fields & { orders: Fields[] } & {
    listStatus: string;
  };
  return [listStatus, ...orders.map(({ status, endReason }) => [status, endReason])];
}

async function lockedBtc(desk: HttpDesk): Promise<unknown> {
  const { json } = await desk.get("/sapi/v1/account");
  const { balances } = json as { balances: Fields[] };
  return balances.find(({ asset }) => asset === "BTC")?.["locked"];
}

const CANCELED = ["CANCELED", undefined];
const WITH_LIST = ["CANCELED", "LIST_ENDED"];

test("SPOT-LIST-13 a batch of cancels that names both legs has both as success", async () => {
  const desk = await tradedDesk();
  const { orderListId: id } = await placeList(desk, "OCO", [UP, DOWN]);
  const orderIds = [id + 2, id + 1, id + 9];

  const { json } = await desk.post("/sapi/v1/batchCancel", { symbol: "BTCUSDT", orderIds });

  expect(json).toEqual({ success: [id + 2, id + 1], failed: [id + 9] });
  expect(await endsOf(desk, id)).toEqual(["ALL_DONE", WITH_LIST, CANCELED]);
});

test("SPOT-LIST-14 less of a leg at its price, which would keep its place, is refused, too", async () => {
  const desk = await tradedDesk();
  const { orderListId: id } = await placeList(desk, "OCO", [UP, DOWN]);
  const less = { ...SELL, price: "110", volume: "1", cancelOrderId: id + 1 };

  const { json } = await desk.post("/sapi/v1/order/cancelReplace", less);

  expect(json).toMatchObject({ code: -1014 });
  expect((await told(desk, id)).orders).toMatchObject([{ origQty: "2" }, { status: "NEW" }]);
});

test("SPOT-CANCEL-3 SPOT-LIST-10 canceling all ends lists of every type, and frees all", async () => {
  const desk = await tradedDesk();
  const { orderListId: id } = await placeList(desk, "OCO", [UP, DOWN]);
  const { orderListId: bracket } = await placeList(desk, "OTOCO", [ENTRY, UP, DOWN]);

  await desk.post("/sapi/v1/cancelAll", { symbol: "BTCUSDT" });

  for (const one of [id, bracket]) expect((await endsOf(desk, one))[0]).toBe("ALL_DONE");
  expect((await desk.get("/sapi/v1/openOrders?symbol=BTCUSDT")).json).toEqual([]);
  expect(await lockedBtc(desk)).toBe("0");
});

test("SPOT-COUNT-3 SPOT-LIST-10 a countdown that is due ends a list, and each order says why", async () => {
  const desk = await tradedDesk();
  const { orderListId: id } = await placeList(desk, "OCO", [UP, DOWN]);
  const countdown = { symbol: "BTCUSDT", countdownTime: 5_000 };
  expect(await desk.post("/sapi/v1/countdownCancelAll", countdown)).toMatchObject({ status: 200 });

  const { exchange } = desk;
  exchange.nowMs += 5_000;
  for (const tick of dueTicks(exchange.state, exchange.nowMs, 10)) desk.must(tick);

  const [status, ...orders] = await endsOf(desk, id);
  expect(status).toBe("ALL_DONE");
  expect(orders.toSorted()).toEqual([["CANCELED", "COUNTDOWN"], WITH_LIST]);
});

test("SPOT-LIST-15 a halt keeps a list, and it acts when trading goes on", async () => {
  const desk = await tradedDesk();
  const { orderListId: id } = await placeList(desk, "OCO", [UP, DOWN]);
  desk.must({ type: "HaltPair", ...PAIR });
  expect(await told(desk, id)).toMatchObject({ listStatus: "EXECUTING", legsLive: true });

  desk.must({ type: "ResumePair", ...PAIR });
  await place(desk, { ...LIMIT, price: "110", volume: "2" }, "demo2");

  expect(await endsOf(desk, id)).toEqual([
    "ALL_DONE",
    ["FILLED", undefined],
    ["CANCELED", "OTHER_LEG"],
  ]);
});

test("SPOT-LIST-15 the list of a user who is frozen goes on", async () => {
  const desk = await tradedDesk();
  const { orderListId: id } = await placeList(desk, "OTOCO", [ENTRY, UP, DOWN]);
  desk.must({ type: "FreezeUser", user: 1, request: 0 });

  await place(desk, { ...SELL, price: "99", volume: "2" }, "demo2");

  desk.must({ type: "UnfreezeUser", user: 1, request: 0 });
  expect(await told(desk, id)).toMatchObject({
    ...{ listStatus: "EXECUTING", legsLive: true },
    orders: [{ status: "FILLED" }, { status: "NEW" }, { status: "NEW" }],
  });
});

test("SPOT-LIST-15 SPOT-LIST-12 fees that change meanwhile are for new orders: a leg trades at the rates of before", async () => {
  const desk = await tradedDesk();
  const before = desk.exchange.state.catalogue.pairs[0]?.makerRate ?? 0;
  const { orderListId: id } = await placeList(desk, "OTOCO", [ENTRY, UP, DOWN]);
  desk.must({ type: "SetFees", ...PAIR, makerRate: 2_000_000, takerRate: 2_000_000 });

  await place(desk, { ...SELL, price: "99", volume: "2" }, "demo2");
  await place(desk, { ...LIMIT, price: "110", volume: "2" }, "demo2");

  const { json } = await desk.get("/sapi/v1/myTrades?symbol=BTCUSDT&limit=2");
  const rate = before / 100_000_000;
  expect(json).toMatchObject([
    { orderId: id + 2, feeCoin: "USDT", fee: 220 * rate },
    { orderId: id + 1, feeCoin: "BTC", fee: 2 * rate },
  ]);
});

test("SPOT-LIST-15 a delisting ends a list with its orders, which are asked for as before", async () => {
  const desk = await tradedDesk();
  const { orderListId: id } = await placeList(desk, "OCO", [UP, DOWN]);
  desk.must({ type: "HaltPair", ...PAIR });
  desk.must({ type: "DelistPair", ...PAIR });

  expect((await endsOf(desk, id))[0]).toBe("ALL_DONE");
  expect(await shown(desk, { orderId: id + 1 })).toMatchObject({ status: "CANCELED" });
  expect(await lockedBtc(desk)).toBe("0");
});
