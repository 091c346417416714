/** Two orders of one user that meet, through the API: what both lose with DECREMENT, and what is kept of every prevented match. */
import { expect, test } from "vitest";
import type { HttpDesk } from "../support/http-client.ts";
import { type Fields, LIMIT } from "./order-tables.ts";
import { place, SELL, shown, tradedDesk } from "./traded-desk.ts";

const BUY = { ...LIMIT, price: "101" };
const ASK = { ...SELL, price: "101" };
const DECREMENT = { ...BUY, selfTrade: "DECREMENT" };

type User = "demo1" | "demo2";

async function prevented(desk: HttpDesk, query = "", user: User = "demo1"): Promise<Fields[]> {
  const target = `/sapi/v1/myPreventedMatches?symbol=BTCUSDT${query}`;
  return (await desk.get(target, { user })).json as Fields[];
}

test("SPOT-STP-6 SPOT-STP-7 the example of the rules: both lose, the incoming order goes on, and the match is kept", async () => {
  const desk = await tradedDesk();
  const own = await place(desk, { ...ASK, volume: "2" });
  await place(desk, { ...ASK, volume: "4" }, "demo2");

  const placed = await place(desk, { ...DECREMENT, volume: "5" });

  const over = { status: "CANCELED", endReason: "SELF_TRADE" };
  expect(placed).toMatchObject({ ...over, executedQty: "3", origQty: "5", preventedQty: "2" });
  const lost = { ...over, preventedQty: "2" };
  expect(await shown(desk, placed)).toMatchObject({ ...lost, executedQty: "3", origQty: "5" });
  expect(await shown(desk, own)).toMatchObject({ ...lost, executedQty: "0", origQty: "2" });
  expect(await prevented(desk)).toEqual([
    {
      symbol: "BTCUSDT",
      id: 1,
      price: "101",
      selfTrade: "DECREMENT",
      side: "BUY",
      makerOrderId: own["orderId"],
      makerPreventedQty: "2",
      takerOrderId: placed["orderId"],
      takerPreventedQty: "2",
      time: placed["transactTime"],
    },
  ]);
  expect(await prevented(desk, "", "demo2")).toEqual([]);
});

test("SPOT-STP-6 what is left of the resting order is shown with what it lost, and no more is locked", async () => {
  const desk = await tradedDesk();
  const own = await place(desk, { ...ASK, volume: "2" });

  await place(desk, { ...DECREMENT, volume: "0.5" });

  const open = { status: "NEW", origQty: "2", executedQty: "0", preventedQty: "0.5" };
  expect(await shown(desk, own)).toMatchObject(open);
  const { json } = await desk.get("/sapi/v1/account");
  const { balances } = json as { balances: Fields[] };
  expect(balances.find(({ asset }) => asset === "BTC")).toMatchObject({ locked: "1.5" });
  const amended = await desk.post("/sapi/v1/order/cancelReplace", {
    ...ASK,
    volume: "1",
    cancelReplaceMode: "STOP_ON_FAILURE",
    cancelOrderId: own["orderId"],
  });
  expect(amended).toMatchObject({ json: { newOrderResponse: { preventedQty: "0.5" } } });
  const depth = (await desk.get("/sapi/v1/depth?symbol=BTCUSDT")).json as { asks: string[][] };
  expect(depth.asks).toEqual([["101", "1"]]);
});

test("SPOT-STP-7 HIST-PAGE-1 every mode leaves a record, and they are read in pages", async () => {
  const desk = await tradedDesk();
  for (const selfTrade of ["EXPIRE_TAKER", "EXPIRE_BOTH", "DECREMENT"]) {
    await place(desk, { ...ASK, volume: "1" });
    await place(desk, { ...BUY, volume: "3", selfTrade, timeInForce: "IOC" });
  }

  const all = await prevented(desk);

  const told = all.map((match) => [match["id"], match["selfTrade"], match["makerPreventedQty"]]);
  expect(told).toEqual([
    [4, "DECREMENT", "1"],
    [3, "DECREMENT", "1"],
    [2, "EXPIRE_BOTH", "1"],
    [1, "EXPIRE_TAKER", "0"],
  ]);
  expect(await prevented(desk, "&limit=1&fromId=2")).toEqual([all[2]]);
  expect(await prevented(desk, "&limit=2")).toEqual(all.slice(0, 2));
});
