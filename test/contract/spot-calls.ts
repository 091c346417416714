/**
 * The spot endpoints of the spec, one row each: a call that is answered
 * with every field of its reply. What the reply looks like stands in the route table.
 */
import type { HttpAnswer } from "../support/signed-client.ts";
import type { SpotDesk } from "./spot-desk.ts";

export interface Row {
  call(desk: SpotDesk): Promise<HttpAnswer | undefined>;
}

export const LIMIT_BUY = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  volume: "0.01",
  price: "49000",
};

function open(path: string): Row {
  return { call: (desk) => desk.ask(path) };
}

export const MARKET_CALLS: Readonly<Record<string, Row>> = {
  "GET /sapi/v1/ping": open("/sapi/v1/ping"),
  "GET /sapi/v1/time": open("/sapi/v1/time"),
  "GET /sapi/v1/symbols": open("/sapi/v1/symbols"),
  "GET /sapi/v1/depth": open("/sapi/v1/depth?symbol=BTCUSDT&limit=5"),
  "GET /sapi/v1/ticker": open("/sapi/v1/ticker?symbol=BTCUSDT"),
  "GET /sapi/v1/tickers": open("/sapi/v1/tickers"),
  "GET /sapi/v1/bookTickers": open("/sapi/v1/bookTickers"),
  "GET /sapi/v1/trades": open("/sapi/v1/trades?symbol=BTCUSDT&limit=5"),
  "GET /api/v1/trades": open("/api/v1/trades?symbol=BTCUSDT&limit=5"),
  "GET /sapi/v1/klines": open("/sapi/v1/klines?symbol=BTCUSDT&interval=1min&limit=5"),
};

/** A sale above the price or below it. */
export function wayOut(listClientOrderId?: string) {
  const item = { volume: "0.01", side: "SELL" };
  const above = { ...item, batchType: "LIMIT", price: "59000" };
  const below = { ...item, batchType: "MARKET", triggerPrice: "41000" };
  return { symbol: "BTCUSDT", listType: "OCO", orders: [above, below], listClientOrderId };
}

/** A list whose first order finds nobody, so it ends as it is placed. */
export const FLEETING_LIST = {
  symbol: "BTCUSDT",
  listType: "OTO",
  orders: [
    { side: "BUY", batchType: "LIMIT", price: "20000", volume: "0.01", timeInForce: "IOC" },
    { side: "SELL", batchType: "LIMIT", price: "59000", volume: "0.01" },
  ],
};

export const SPOT_CALLS: Readonly<Record<string, Row>> = {
  "POST /sapi/v1/order": {
    call: (desk) => desk.maker.post("/sapi/v1/order", LIMIT_BUY),
  },
  "POST /sapi/v1/order/test": {
    call: (desk) => desk.maker.post("/sapi/v1/order/test", LIMIT_BUY),
  },
  "POST /sapi/v1/batchOrders": {
    call: (desk) => {
      const item = { price: "48000", volume: "0.01", side: "BUY", batchType: "LIMIT" };
      const orders = [item, { ...item, newClientOrderId: "no good" }];
      return desk.maker.post("/sapi/v1/batchOrders", { symbol: "BTCUSDT", orders });
    },
  },
  "GET /sapi/v1/order": {
    call: (desk) => desk.maker.get(`/sapi/v1/order?orderId=${desk.openId}&symbol=BTCUSDT`),
  },
  "POST /sapi/v1/cancel": {
    call: async (desk) => {
      const orderId = await desk.place(LIMIT_BUY);
      return desk.maker.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId });
    },
  },
  "POST /sapi/v1/batchCancel": {
    call: async (desk) => {
      const orderIds = [await desk.place(LIMIT_BUY), 999_999_999];
      return desk.maker.post("/sapi/v1/batchCancel", { symbol: "BTCUSDT", orderIds });
    },
  },
  "POST /sapi/v1/cancelAll": {
    call: (desk) => desk.maker.post("/sapi/v1/cancelAll", { symbol: "ETHUSDT" }),
  },
  "POST /sapi/v1/order/cancelReplace": {
    call: async (desk) => {
      const cancelOrderId = await desk.place(LIMIT_BUY);
      const dear = { ...LIMIT_BUY, volume: "90000000", cancelOrderId };
      return desk.maker.post("/sapi/v1/order/cancelReplace", dear);
    },
  },
  "POST /sapi/v1/countdownCancelAll": {
    call: (desk) => {
      const asked = { symbol: "BTCUSDT", countdownTime: 86_400_000 };
      return desk.maker.post("/sapi/v1/countdownCancelAll", asked);
    },
  },
  "POST /sapi/v1/orderList": {
    call: (desk) => desk.maker.post("/sapi/v1/orderList", wayOut()),
  },
  "POST /sapi/v1/orderList/test": {
    call: (desk) => desk.maker.post("/sapi/v1/orderList/test", wayOut("only-asked")),
  },
  "POST /sapi/v1/orderList/cancel": {
    call: async (desk) => {
      const listClientOrderId = "another-way-out";
      await desk.maker.post("/sapi/v1/orderList", wayOut(listClientOrderId));
      const named = { symbol: "BTCUSDT", listClientOrderId };
      return desk.maker.post("/sapi/v1/orderList/cancel", named);
    },
  },
  "GET /sapi/v1/openOrderLists": {
    call: async (desk) => {
      await desk.maker.post("/sapi/v1/orderList", wayOut("one-more"));
      return desk.maker.get("/sapi/v1/openOrderLists?symbol=BTCUSDT");
    },
  },
  "GET /sapi/v1/orderList": {
    call: async (desk) => {
      const listClientOrderId = "asked-for";
      await desk.maker.post("/sapi/v1/orderList", wayOut(listClientOrderId));
      const query = `symbol=BTCUSDT&listClientOrderId=${listClientOrderId}`;
      return desk.maker.get(`/sapi/v1/orderList?${query}`);
    },
  },
  "GET /sapi/v1/allOrderLists": {
    call: async (desk) => {
      const path = "/sapi/v1/allOrderLists?symbol=BTCUSDT&limit=5";
      const before = await desk.maker.get(path);
      if (before?.status !== 200 || before.json.length > 0) return before;
      await desk.maker.post("/sapi/v1/orderList", FLEETING_LIST);
      return desk.maker.get(path);
    },
  },
  "GET /sapi/v1/openOrders": {
    call: (desk) => desk.maker.get("/sapi/v1/openOrders?symbol=BTCUSDT&limit=5"),
  },
  "GET /sapi/v1/historyOrders": {
    call: (desk) => desk.taker.get("/sapi/v1/historyOrders?symbol=BTCUSDT&limit=5"),
  },
  "GET /sapi/v1/myTrades": {
    call: (desk) => desk.maker.get("/sapi/v1/myTrades?symbol=BTCUSDT&limit=5&fromId=1"),
  },
  "GET /sapi/v1/myPreventedMatches": {
    call: (desk) => {
      return desk.maker.get("/sapi/v1/myPreventedMatches?symbol=BTCUSDT&limit=5&fromId=1");
    },
  },
  "GET /sapi/v1/account": {
    call: (desk) => desk.maker.get("/sapi/v1/account"),
  },
  "GET /sapi/v1/feeRates": {
    call: (desk) => desk.maker.get("/sapi/v1/feeRates"),
  },
};
