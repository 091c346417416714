/**
 * Market data, which is alike for pairs and contracts: a list of records comes newest first, and prices and quantities stand in
 * their one canonical form (NUM-DEC-1). How a figure is written is the dialect's: decimal text, or a JSON number.
 */
import { CANDLES_MAX } from "../core/views/interval.ts";
import { RECENT_TRADES_MAX } from "../core/views/recent-trades.ts";
import type { Tag } from "./about.ts";
import { openEndpoint } from "./endpoint.ts";
import {
  decimalText,
  list,
  NOTHING,
  pair,
  record,
  type Shape,
  signedText,
  time,
  told,
  word,
} from "./field.ts";
import { interval, limitTo, milliseconds } from "./forms.ts";
import { SIDES } from "./order-words.ts";
import { optional, required } from "./parameter.ts";

type MarketArea = Extract<Tag, "spot" | "futures">;

export function pingAt(path: string, area: MarketArea) {
  return openEndpoint({
    method: "GET",
    path,
    parameters: {},
    operation: `${area}Ping`,
    tags: ["market data", area],
    summary: "Is anybody there?",
    reply: NOTHING,
  });
}

export const CLOCK = record({
  timezone: word(["UTC"], "always UTC"),
  serverTime: time("the clock that requests are judged by"),
});

export function timeAt(path: string, area: MarketArea) {
  return openEndpoint({
    method: "GET",
    path,
    parameters: {},
    operation: `${area}Time`,
    tags: ["market data", area],
    summary: "The clock of the server, to sign by",
    reply: CLOCK,
  });
}

/** How many rows there are when a request does not say. */
export const ROWS_DEFAULT = 100;
const DEPTH_MAX = 100;

export const DEPTH_PARAMETERS = {
  limit: optional(told(limitTo(DEPTH_MAX), { default: ROWS_DEFAULT })),
};

export const TRADES_PARAMETERS = {
  limit: optional(told(limitTo(RECENT_TRADES_MAX), { default: ROWS_DEFAULT })),
};

export const KLINE_PARAMETERS = {
  interval: required(told(interval, { description: "How long a candle is." })),
  limit: optional(
    told(limitTo(CANDLES_MAX), {
      description: `How many at most, and never more than ${CANDLES_MAX}. Without it ${ROWS_DEFAULT}, or with startTime ${CANDLES_MAX}.`,
    }),
  ),
  startTime: optional(told(milliseconds, { description: "No candle that starts before, in ms." })),
  endTime: optional(told(milliseconds, { description: "No candle that starts after, in ms." })),
};

export const LEVEL = pair(decimalText("price"), decimalText("quantity that rests at it"));

/** SPOT-DATA-1 */
export const DEPTH = record({
  time: time("when the book looked so"),
  bids: list(LEVEL, "what is bid, the highest price first"),
  asks: list(LEVEL, "what is asked, the lowest price first"),
});

export const DAY_END = time("the end of the 24 hours");

/** SPOT-DATA-6: the last 24 hours, and the best prices of both sides. */
export const DAY_FIELDS = {
  high: decimalText("highest price in 24 hours"),
  low: decimalText("lowest price in 24 hours"),
  last: decimalText("last price"),
  open: decimalText("price 24 hours ago"),
  vol: decimalText("quantity traded in 24 hours"),
  amount: decimalText("the same in the quote coin"),
  rose: signedText("change in 24 hours as a fraction: 0.01 is one per cent"),
  buy: decimalText("best bid, 0 when there is none"),
  sell: decimalText("best ask, 0 when there is none"),
};

/** SPOT-DATA-3 */
export const TICKER = record({ time: DAY_END, ...DAY_FIELDS });

/** SPOT-DATA-8 */
export const BEST_FIELDS = {
  bidPrice: decimalText("best bid, 0 when there is none"),
  bidQty: decimalText("quantity that rests at it"),
  askPrice: decimalText("best ask, 0 when there is none"),
  askQty: decimalText("quantity that rests at it"),
};

export const BOOKS_TIME = time("when the books looked so");

export const AS_LISTED = "in the order they were listed";

/** `figure` is how the dialect writes a price. */
export function candleShape(figure: (description: string) => Shape<string>) {
  return record({
    idx: time("start of the candle"),
    open: figure("first price"),
    close: figure("last price"),
    high: figure("highest price"),
    low: figure("lowest price"),
    vol: figure("quantity traded"),
  });
}

/** SPOT-DATA-4 */
export function klinesShape(candle: ReturnType<typeof candleShape>) {
  return list(candle, "candles, newest first");
}

/** SPOT-DATA-2, FUT-DATA-3 */
export function tradeShape(figure: (description: string) => Shape<string>) {
  return record({
    price: figure("price"),
    qty: figure("quantity"),
    time: time("when it was traded"),
    side: word(Object.values(SIDES), "side of the taker"),
  });
}

export function tradesShape(trade: ReturnType<typeof tradeShape>) {
  return record({ list: list(trade, "newest first") });
}

export const SHARED_RECORDS = { ServerTime: CLOCK, Depth: DEPTH, Ticker: TICKER };
