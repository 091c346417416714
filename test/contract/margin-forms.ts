/**
 * The margin endpoints and what else moves money beyond the spec, one row each, as in spot-forms.ts:
 * orders answer in the forms of spot.
 */
import { decimal, fields, listOf, text, whole } from "../support/reply-form.ts";
import { ASSET, canceled, LIMIT_BUY, order, ownTrades, placed, type Row } from "./spot-forms.ts";

export const MARGIN_ROWS: Readonly<Record<string, Row>> = {
  "POST /sapi/v1/margin/order": {
    limit: 10,
    answers: placed,
    call: (desk) => desk.maker.post("/sapi/v1/margin/order", LIMIT_BUY),
  },
  "GET /sapi/v1/margin/order": {
    limit: 20,
    answers: order,
    call: (desk) => desk.maker.get(`/sapi/v1/margin/order?orderId=${desk.marginId}&symbol=BTCUSDT`),
  },
  "POST /sapi/v1/margin/cancel": {
    limit: 100,
    answers: canceled,
    call: async (desk) => {
      const orderId = await desk.place(LIMIT_BUY, "/sapi/v1/margin/order");
      return desk.maker.post("/sapi/v1/margin/cancel", { symbol: "BTCUSDT", orderId });
    },
  },
  "GET /sapi/v1/margin/openOrders": {
    limit: 20,
    answers: listOf(order),
    call: (desk) => desk.maker.get("/sapi/v1/margin/openOrders?symbol=BTCUSDT&limit=5"),
  },
  "GET /sapi/v1/margin/myTrades": {
    limit: 20,
    answers: ownTrades,
    call: (desk) => desk.maker.get("/sapi/v1/margin/myTrades?symbol=BTCUSDT&limit=5&fromId=1"),
  },
  "GET /sapi/v1/margin/account": {
    limit: 20,
    answers: fields({
      balances: listOf(
        fields({
          ...{ asset: ASSET, free: decimal, locked: decimal },
          ...{ borrowed: decimal, interest: decimal },
        }),
      ),
      marginLevel: decimal,
      state: text(/^(?:NORMAL|TRADE_ONLY|MARGIN_CALL|LIQUIDATION)$/),
    }),
    call: (desk) => desk.maker.get("/sapi/v1/margin/account"),
  },
  "POST /sapi/v1/margin/repay": {
    limit: 20,
    answers: fields({ repaid: decimal }),
    call: (desk) => desk.maker.post("/sapi/v1/margin/repay", { asset: "USDT" }),
  },
  "POST /sapi/v1/asset/transfer": {
    limit: 20,
    answers: fields({ transferId: whole }),
    call: (desk) => desk.moveIn("USDT", 1),
  },
};
