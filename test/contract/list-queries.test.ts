/** Order lists, open and ended, one by one and in pages. */
import { expect, test } from "vitest";
import type { HttpDesk, User } from "../support/http-client.ts";
import { rewirableDesk } from "./calls.ts";
import { DOWN, ENTRY, LIST_PATH, placeList, UP } from "./list-desk.ts";
import { type Fields, LIMIT } from "./order-tables.ts";
import { wayOut } from "./spot-calls.ts";
import { place, SELL, tradedDesk } from "./traded-desk.ts";

async function query(desk: HttpDesk, name: string, user: User = "demo1") {
  return await desk.get(`${LIST_PATH}?symbol=BTCUSDT&${name}`, { user });
}

async function allLists(desk: HttpDesk, more = ""): Promise<Fields[]> {
  const { status, json } = await desk.get(`/sapi/v1/allOrderLists?symbol=BTCUSDT${more}`);
  expect(status).toBe(200);
  return json as Fields[];
}

test("SPOT-LIST-16 an open list is told with all its orders: as they stand, and as they ended", async () => {
  const desk = await tradedDesk();
  const { orderListId: id } = await placeList(desk, "OTOCO", [ENTRY, UP, DOWN], {
    listClientOrderId: "bracket",
  });
  await place(desk, { ...SELL, price: "99", volume: "2" }, "demo2");
  await place(desk, { ...LIMIT, price: "110" }, "demo2");

  const told = await query(desk, `orderListId=${id}`);

  expect(told.json).toMatchObject({
    ...{ orderListId: id, listClientOrderId: "bracket", symbol: "BTCUSDT", listType: "OTOCO" },
    listStatus: "EXECUTING",
    orders: [
      { orderId: id + 1, status: "FILLED", orderListId: id },
      { orderId: id + 2, status: "PARTIALLY_FILLED" },
      { orderId: id + 3, status: "CANCELED", endReason: "OTHER_LEG" },
    ],
  });
  expect(told.json).not.toHaveProperty("endTime");
  expect(await query(desk, "listClientOrderId=bracket")).toMatchObject({ json: told.json });
});

test("SPOT-LIST-16 HIST-LIST-1 an ended list is told as it ended, with all its orders", async () => {
  const desk = await tradedDesk();
  const list = await placeList(desk, "OCO", [UP, DOWN], { listClientOrderId: "out" });
  const { orderListId: id, transactTime } = list;
  await desk.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId: id + 2 });

  const told = await query(desk, `orderListId=${id}`);

  const [end] = (await allLists(desk)).map(({ endTime }) => endTime);
  expect(end).toBeGreaterThanOrEqual(Number(transactTime));
  expect(told.json).toMatchObject({
    ...{ orderListId: id, listType: "OCO", listStatus: "ALL_DONE", transactTime, endTime: end },
    orders: [
      { orderId: id + 1, status: "CANCELED", endReason: "LIST_ENDED" },
      { orderId: id + 2, status: "CANCELED" },
    ],
  });
  expect(await query(desk, "listClientOrderId=out")).toMatchObject({ json: told.json });
});

test("HIST-LIST-2 a name leads to the open list, else to the one that ended last with it", async () => {
  const desk = await tradedDesk();
  const named = { listClientOrderId: "out" };
  const ids: number[] = [];
  for (let round = 0; round < 2; round++) {
    const { orderListId } = await placeList(desk, "OCO", [UP, DOWN], named);
    ids.push(orderListId);
    await desk.post(`${LIST_PATH}/cancel`, { symbol: "BTCUSDT", ...named });
  }
  expect(await query(desk, "listClientOrderId=out")).toMatchObject({
    json: { orderListId: ids[1], listStatus: "ALL_DONE" },
  });

  const { orderListId } = await placeList(desk, "OCO", [UP, DOWN], named);

  expect(await query(desk, "listClientOrderId=out")).toMatchObject({
    json: { orderListId, listStatus: "EXECUTING" },
  });
});

test("HIST-LIST-2 where the newest list of a name is of another symbol there is none", async () => {
  const desk = await tradedDesk();
  const named = { listClientOrderId: "out" };
  const eth = { ...ENTRY, side: "SELL", price: "9000", volume: "0.1" };
  const elsewhere = () => desk.get(`${LIST_PATH}?symbol=ETHUSDT&listClientOrderId=out`);
  await placeList(desk, "OTO", [eth, eth], { symbol: "ETHUSDT", ...named });
  await desk.post(`${LIST_PATH}/cancel`, { symbol: "ETHUSDT", ...named });
  expect(await elsewhere()).toMatchObject({ json: { listStatus: "ALL_DONE" } });

  await placeList(desk, "OCO", [UP, DOWN], named);

  expect(await elsewhere()).toMatchObject({ json: { code: -2013 } });
  await desk.post(`${LIST_PATH}/cancel`, { symbol: "BTCUSDT", ...named });
  expect(await elsewhere()).toMatchObject({ json: { code: -2013 } });
});

test("SPOT-LIST-16 a list that is not there, or not one's own, is -2013; without a name -1102; a wrong name -1100", async () => {
  const desk = await tradedDesk();
  const { orderListId: id } = await placeList(desk, "OCO", [UP, DOWN]);
  const code = async (name: string, user?: User) => (await query(desk, name, user)).json;

  expect(await code(`orderListId=${id}`, "demo2")).toMatchObject({ code: -2013 });
  await desk.post(`${LIST_PATH}/cancel`, { symbol: "BTCUSDT", orderListId: id });
  expect(await code(`orderListId=${id}`, "demo2")).toMatchObject({ code: -2013 });
  expect(await code(`orderListId=${id + 1}`)).toMatchObject({ code: -2013 });
  expect(await code("orderListId=0")).toMatchObject({ code: -2013 });
  expect(await code("listClientOrderId=none")).toMatchObject({ code: -2013 });
  expect(await code("")).toMatchObject({ code: -1102 });
  expect(await code("listClientOrderId=a%20b")).toMatchObject({ code: -1100 });
});

test("HIST-LIST-1 HIST-PAGE-1 pages of lists have open and ended ones in the order of their ids, newest first", async () => {
  const desk = await tradedDesk();
  const ids: number[] = [];
  for (let round = 0; round < 5; round++) {
    ids.push((await placeList(desk, "OCO", [UP, DOWN])).orderListId);
  }
  for (const at of [0, 1, 3]) {
    await desk.post(`${LIST_PATH}/cancel`, { symbol: "BTCUSDT", orderListId: ids[at] });
  }

  const whole = await allLists(desk);

  const [done, open] = ["ALL_DONE", "EXECUTING"];
  expect(whole.map(({ orderListId }) => orderListId)).toEqual(ids.toReversed());
  expect(whole.map(({ listStatus }) => listStatus)).toEqual([open, done, open, done, done]);
  const [id = 0] = ids;
  expect(whole.at(-1)).toMatchObject({ orderListId: id, orderIds: [id + 1, id + 2] });
  expect(await allLists(desk, "&limit=2")).toEqual(whole.slice(0, 2));
  expect(await allLists(desk, `&limit=2&fromId=${ids[1]}`)).toEqual(whole.slice(2, 4));
  expect(await allLists(desk, `&fromId=${ids[4]}`)).toEqual(whole.slice(0, 1));
});

test("HIST-LIST-1 a list that ends while its page is asked for is told once, as it ended", async () => {
  const { desk, rewire } = await rewirableDesk();
  await desk.maker.post(LIST_PATH, wayOut("out"));
  const canceled = { symbol: "BTCUSDT", listClientOrderId: "out" };
  rewire("GET /sapi/v1/allOrderLists", (call) => {
    const page: typeof call.history.page = async (query) => {
      await desk.maker.post(`${LIST_PATH}/cancel`, canceled);
      return await call.history.page(query);
    };
    return { ...call, history: Object.create(call.history, { page: { value: page } }) };
  });

  const told = await desk.maker.get("/sapi/v1/allOrderLists?symbol=BTCUSDT");

  expect(told?.json).toMatchObject([{ listClientOrderId: "out", listStatus: "ALL_DONE" }]);
  expect(told?.json).toHaveLength(1);
});
