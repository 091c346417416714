/**
 * What the public endpoints of every dialect share: each is about a market, a pair or a contract, and
 * answers from its views and its book.
 */

import { NOTHING, record, time, told, word } from "../../contract/field.ts";
import { interval, limitTo, milliseconds } from "../../contract/forms.ts";
import { optional, required } from "../../contract/parameter.ts";
import type { Book } from "../../engine/book/book.ts";
import type { Area } from "../../engine/orders/order.ts";
import type { CandlesQuery } from "../../history/public-records.ts";
import { engineTimeOf } from "../../service/submission.ts";
import { CANDLES_MAX, type Candle, type CandleStretch, candlesFrom } from "../../views/candles.ts";
import type { IntervalName } from "../../views/interval.ts";
import type { MarketViews } from "../../views/market-views.ts";
import { RECENT_TRADES_MAX } from "../../views/recent-trades.ts";
import type { Ticker } from "../../views/ticker.ts";
import type { Tag } from "./about.ts";
import { type Answer, type Call, openEndpoint } from "./endpoint.ts";
import { rowsOrRefusal } from "./find-order.ts";
import {
  type Precisions,
  writeDepth,
  writeKlines,
  writeTicker,
  writeTrades,
} from "./market-reply.ts";

export interface ListedMarket extends Precisions {
  readonly id: number;
  readonly book: Book;
  readonly views: Pick<MarketViews, "tickers" | "candles" | "trades">;
}

export function pingAt(path: string, area: Extract<Tag, "spot" | "futures">) {
  return openEndpoint({
    method: "GET",
    path,
    security: "NONE",
    parameters: {},
    about: {
      operation: `${area}Ping`,
      tags: ["market data", area],
      summary: "Is anybody there?",
      reply: NOTHING,
    },
    handle: () => "{}",
  });
}

const CLOCK = record({
  timezone: word(["UTC"], "always UTC"),
  serverTime: time("the clock that requests are judged by"),
});

export function timeAt(path: string, area: Extract<Tag, "spot" | "futures">) {
  return openEndpoint({
    method: "GET",
    path,
    security: "NONE",
    parameters: {},
    about: {
      operation: `${area}Time`,
      tags: ["market data", area],
      summary: "The clock of the server, to sign by",
      reply: CLOCK,
    },
    handle: ({ exchange }) => `{"timezone":"UTC","serverTime":${exchange.now()}}`,
  });
}

const LIMIT_DEFAULT = 100;
const DEPTH_MAX = 100;

export const DEPTH_PARAMETERS = {
  limit: optional(told(limitTo(DEPTH_MAX), { default: LIMIT_DEFAULT })),
};

export function depthOf(
  { exchange }: Pick<Call, "exchange">,
  market: ListedMarket,
  limit: number = LIMIT_DEFAULT,
): string {
  return writeDepth(market, market.book, { timeMs: engineTimeOf(exchange), limit });
}

/** `amountOf` tells what a day's trades came to in the quote. */
export function tickerOf(
  { exchange }: Pick<Call, "exchange">,
  market: ListedMarket,
  amountOf: (day: Ticker) => string,
): string {
  const { bids, asks } = market.book;
  const timeMs = engineTimeOf(exchange);
  const day = market.views.tickers.tickerOf(market.id, timeMs);
  const best = { bid: bids.best?.ticks ?? 0, ask: asks.best?.ticks ?? 0 };
  return writeTicker(market, day, { ...best, timeMs, amount: amountOf(day) });
}

export const TRADES_PARAMETERS = {
  limit: optional(told(limitTo(RECENT_TRADES_MAX), { default: LIMIT_DEFAULT })),
};

/** SPOT-DATA-2, FUT-DATA-3: `quote` stands around each figure, or nothing does. */
export function tradesOf(
  market: ListedMarket,
  limit: number = LIMIT_DEFAULT,
  quote: '"' | "" = '"',
): string {
  return writeTrades(market, market.views.trades.newest(market.id, limit), quote);
}

export const KLINE_PARAMETERS = {
  interval: required(told(interval, { description: "How long a candle is." })),
  limit: optional(
    told(limitTo(CANDLES_MAX), {
      description: `How many at most, and never more than ${CANDLES_MAX}. Without it ${LIMIT_DEFAULT}, or with startTime ${CANDLES_MAX}.`,
    }),
  ),
  startTime: optional(told(milliseconds, { description: "No candle that starts before, in ms." })),
  endTime: optional(told(milliseconds, { description: "No candle that starts after, in ms." })),
};

interface KlineValues {
  readonly interval: IntervalName;
  readonly limit: number | undefined;
  readonly startTime: number | undefined;
  readonly endTime: number | undefined;
}

/** How a dialect writes its figures, and whose markets it is about. */
export interface KlineDialect {
  readonly area: Extract<Area, "spot" | "futures">;
  readonly quote: '"' | "";
}

/** SPOT-DATA-5: a start names the candles that are wanted, so only the largest number bounds them. */
export function klinesOf(
  { exchange, history }: Call,
  market: ListedMarket,
  { interval: name, ...values }: KlineValues,
  { area, quote }: KlineDialect,
): Answer {
  const { startTime: startMs, endTime: endMs } = values;
  const limit = values.limit ?? (startMs === undefined ? LIMIT_DEFAULT : CANDLES_MAX);
  const span = { nowMs: engineTimeOf(exchange), limit, startMs, endMs };
  const { candles } = market.views;
  const newest = candles.newest(market.id, name, span);
  const older = candles.olderThanKept(market.id, name, span);
  if (!older) return writeKlines(market, newest, quote);
  const owner = { area, market: market.id };
  return olderCandles(history, owner, older).then((before) =>
    writeKlines(market, [...newest, ...before], quote),
  );
}

/** SANDBOX-PAST-4: what the views no longer hold comes from the archive, or not at all. */
async function olderCandles(
  history: Call["history"],
  owner: Pick<CandlesQuery, "area" | "market">,
  stretch: CandleStretch,
): Promise<Candle[]> {
  const { interval, first, last } = stretch;
  const limit = last - first + 1;
  const closed = await history.candles({ kind: "candles", ...owner, interval, last, limit });
  return candlesFrom(rowsOrRefusal(closed), stretch);
}
