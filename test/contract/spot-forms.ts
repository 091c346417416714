/**
 * The spot endpoints of the spec, one row each: how often it may be asked, what it answers, and a
 * call that gets such an answer. What real clients read beside the spec's fields stands with them.
 */
import {
  decimal,
  type Form,
  fields,
  listOf,
  milliseconds,
  pairOf,
  text,
  truth,
  whole,
} from "../support/reply-form.ts";
import type { HttpAnswer } from "../support/signed-client.ts";
import type { SpotDesk } from "./spot-desk.ts";

export interface Row {
  /** As `X-RateLimit-Limit` says it; the public ones share theirs. */
  readonly limit: number;
  readonly answers: Form;
  call(desk: SpotDesk): Promise<HttpAnswer | undefined>;
}

const PUBLIC = 200;
const SYMBOL = text(/^BTCUSDT$/);
const SIDE = text(/^(?:BUY|SELL)$/);
const STATUS = text(/^(?:NEW|PARTIALLY_FILLED|FILLED|CANCELED|REJECTED)$/);
export const ASSET = text(/^(?:BTC|ETH|USDT)$/);
const nothing = fields({});
const levels = listOf(pairOf(decimal, decimal));

const names = {
  orderId: whole,
  orderIdString: text(/^[1-9]\d*$/),
  clientOrderId: text(/^[A-Za-z0-9._:/-]{1,64}$/),
  symbol: SYMBOL,
};
const placedFields = {
  ...names,
  transactTime: milliseconds,
  price: decimal,
  origQty: decimal,
  executedQty: decimal,
  type: text(/^(?:LIMIT|MARKET)$/),
  side: SIDE,
  status: STATUS,
};
export const placed = fields(placedFields);
export const order = fields({ ...placedFields, time: milliseconds, avgPrice: decimal });
export const canceled = fields({ ...names, status: text(/^CANCELED$/) });
export const ownTrades = listOf(
  fields({
    ...{ symbol: SYMBOL, id: whole, bidId: whole, askId: whole },
    ...{ price: decimal, qty: decimal, time: milliseconds },
    ...{ isBuyer: truth, isMaker: truth, feeCoin: ASSET, fee: decimal },
    ...{ side: SIDE, orderId: whole },
  }),
);
const recentTrades = fields({
  list: listOf(fields({ price: decimal, qty: decimal, time: milliseconds, side: SIDE })),
});

export const LIMIT_BUY = {
  symbol: "BTCUSDT",
  side: "BUY",
  type: "LIMIT",
  volume: "0.01",
  price: "49000",
};

const trades = (path: string): Row => ({
  limit: PUBLIC,
  answers: recentTrades,
  call: (desk) => desk.ask(`${path}?symbol=BTCUSDT&limit=5`),
});

export const MARKET_ROWS: Readonly<Record<string, Row>> = {
  "GET /sapi/v1/ping": {
    limit: PUBLIC,
    answers: nothing,
    call: (desk) => desk.ask("/sapi/v1/ping"),
  },
  "GET /sapi/v1/time": {
    limit: PUBLIC,
    answers: fields({ timezone: text(/^UTC$/), serverTime: milliseconds }),
    call: (desk) => desk.ask("/sapi/v1/time"),
  },
  "GET /sapi/v1/symbols": {
    limit: PUBLIC,
    answers: fields({
      symbols: listOf(
        fields({
          symbol: text(/^(?:BTCUSDT|ETHUSDT|ETHBTC)$/),
          ...{ baseAsset: ASSET, quoteAsset: ASSET },
          ...{ pricePrecision: whole, quantityPrecision: whole },
          ...{ limitVolumeMin: decimal, limitPriceMin: decimal },
          ...{ marketBuyMin: decimal, marketSellMin: decimal },
        }),
      ),
    }),
    call: (desk) => desk.ask("/sapi/v1/symbols"),
  },
  "GET /sapi/v1/depth": {
    limit: PUBLIC,
    answers: fields({ time: milliseconds, bids: levels, asks: levels }),
    call: (desk) => desk.ask("/sapi/v1/depth?symbol=BTCUSDT&limit=5"),
  },
  "GET /sapi/v1/ticker": {
    limit: PUBLIC,
    answers: fields({
      time: milliseconds,
      ...{ high: decimal, low: decimal, last: decimal, vol: decimal, open: decimal },
      ...{ rose: decimal, amount: decimal, buy: decimal, sell: decimal },
    }),
    call: (desk) => desk.ask("/sapi/v1/ticker?symbol=BTCUSDT"),
  },
  "GET /sapi/v1/trades": trades("/sapi/v1/trades"),
  "GET /api/v1/trades": trades("/api/v1/trades"),
  "GET /sapi/v1/klines": {
    limit: PUBLIC,
    answers: listOf(
      fields({
        idx: milliseconds,
        ...{ open: decimal, close: decimal, high: decimal, low: decimal, vol: decimal },
      }),
    ),
    call: (desk) => desk.ask("/sapi/v1/klines?symbol=BTCUSDT&interval=1min&limit=5"),
  },
};

export const SPOT_ROWS: Readonly<Record<string, Row>> = {
  "POST /sapi/v1/order": {
    limit: 100,
    answers: placed,
    call: (desk) => desk.maker.post("/sapi/v1/order", LIMIT_BUY),
  },
  "POST /sapi/v1/order/test": {
    limit: 100,
    answers: nothing,
    call: (desk) => desk.maker.post("/sapi/v1/order/test", LIMIT_BUY),
  },
  "POST /sapi/v1/batchOrders": {
    limit: 50,
    answers: fields({ ids: listOf(whole) }),
    call: (desk) => {
      const item = { price: "48000", volume: "0.01", side: "BUY", batchType: "LIMIT" };
      return desk.maker.post("/sapi/v1/batchOrders", { symbol: "BTCUSDT", orders: [item, item] });
    },
  },
  "GET /sapi/v1/order": {
    limit: 20,
    answers: order,
    call: (desk) => desk.maker.get(`/sapi/v1/order?orderId=${desk.openId}&symbol=BTCUSDT`),
  },
  "POST /sapi/v1/cancel": {
    limit: 100,
    answers: canceled,
    call: async (desk) => {
      const orderId = await desk.place(LIMIT_BUY);
      return desk.maker.post("/sapi/v1/cancel", { symbol: "BTCUSDT", orderId });
    },
  },
  "POST /sapi/v1/batchCancel": {
    limit: 50,
    answers: fields({ success: listOf(whole), failed: listOf(whole) }),
    call: async (desk) => {
      const orderIds = [await desk.place(LIMIT_BUY), 999_999_999];
      return desk.maker.post("/sapi/v1/batchCancel", { symbol: "BTCUSDT", orderIds });
    },
  },
  "GET /sapi/v1/openOrders": {
    limit: 20,
    answers: listOf(order),
    call: (desk) => desk.maker.get("/sapi/v1/openOrders?symbol=BTCUSDT&limit=5"),
  },
  "GET /sapi/v1/historyOrders": {
    limit: 20,
    answers: listOf(order),
    call: (desk) => desk.taker.get("/sapi/v1/historyOrders?symbol=BTCUSDT&limit=5"),
  },
  "GET /sapi/v1/myTrades": {
    limit: 20,
    answers: ownTrades,
    call: (desk) => desk.maker.get("/sapi/v1/myTrades?symbol=BTCUSDT&limit=5&fromId=1"),
  },
  "GET /sapi/v1/account": {
    limit: 20,
    answers: fields({
      balances: listOf(fields({ asset: ASSET, free: decimal, locked: decimal })),
    }),
    call: (desk) => desk.maker.get("/sapi/v1/account"),
  },
};
