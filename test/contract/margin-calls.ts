/** The margin endpoints and what else moves money beyond the spec, one row each, as in spot-calls.ts. */
import { LIMIT_BUY, type Row } from "./spot-calls.ts";

export const MARGIN_CALLS: Readonly<Record<string, Row>> = {
  "POST /sapi/v1/margin/order": {
    call: (desk) => desk.maker.post("/sapi/v1/margin/order", LIMIT_BUY),
  },
  "GET /sapi/v1/margin/order": {
    call: (desk) => desk.maker.get(`/sapi/v1/margin/order?orderId=${desk.marginId}&symbol=BTCUSDT`),
  },
  "POST /sapi/v1/margin/cancel": {
    call: async (desk) => {
      const orderId = await desk.place(LIMIT_BUY, "/sapi/v1/margin/order");
      return desk.maker.post("/sapi/v1/margin/cancel", { symbol: "BTCUSDT", orderId });
    },
  },
  "POST /sapi/v1/margin/cancelAll": {
    call: (desk) => desk.maker.post("/sapi/v1/margin/cancelAll", { symbol: "ETHUSDT" }),
  },
  "POST /sapi/v1/margin/order/cancelReplace": {
    call: async (desk) => {
      const cancelOrderId = await desk.place(LIMIT_BUY, "/sapi/v1/margin/order");
      const dear = { ...LIMIT_BUY, volume: "90000000", cancelOrderId };
      return desk.maker.post("/sapi/v1/margin/order/cancelReplace", dear);
    },
  },
  "GET /sapi/v1/margin/openOrders": {
    call: (desk) => desk.maker.get("/sapi/v1/margin/openOrders?symbol=BTCUSDT&limit=5"),
  },
  "GET /sapi/v1/margin/historyOrders": {
    call: (desk) => desk.maker.get("/sapi/v1/margin/historyOrders?symbol=BTCUSDT&limit=5"),
  },
  "GET /sapi/v1/margin/myTrades": {
    call: (desk) => desk.maker.get("/sapi/v1/margin/myTrades?symbol=BTCUSDT&limit=5&fromId=1"),
  },
  "GET /sapi/v1/margin/myPreventedMatches": {
    call: (desk) => {
      return desk.maker.get("/sapi/v1/margin/myPreventedMatches?symbol=BTCUSDT&limit=5&fromId=1");
    },
  },
  "GET /sapi/v1/margin/account": {
    call: (desk) => desk.maker.get("/sapi/v1/margin/account"),
  },
  "GET /sapi/v1/margin/account/ledger": {
    call: (desk) => desk.maker.get("/sapi/v1/margin/account/ledger?limit=4"),
  },
  "POST /sapi/v1/margin/repay": {
    call: (desk) => desk.maker.post("/sapi/v1/margin/repay", { asset: "USDT" }),
  },
  "GET /sapi/v1/account/ledger": {
    call: (desk) => desk.maker.get("/sapi/v1/account/ledger?asset=btc&fromId=1-0&limit=4"),
  },
  "POST /sapi/v1/asset/transfer": {
    call: (desk) => desk.moveIn("USDT", 1),
  },
};
