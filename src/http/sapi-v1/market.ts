/** Public endpoints: no key, no signature. What they show is read from the views and the books. */
import { present } from "../../base/assert.ts";
import { findPair } from "../../engine/catalogue/catalogue.ts";
import type { Exchange } from "../../service/submission.ts";
import { CANDLES_MAX } from "../../views/candles.ts";
import { RECENT_TRADES_MAX } from "../../views/recent-trades.ts";
import { openEndpoint, optional, required } from "../dialect/endpoint.ts";
import { interval, limitTo, milliseconds, words } from "../dialect/forms.ts";
import { writeDepth, writeKlines, writeSymbol, writeTicker, writeTrades } from "./market-reply.ts";
import { getPairNamed } from "./order-request.ts";

export const ping = openEndpoint({
  method: "GET",
  path: "/sapi/v1/ping",
  security: "NONE",
  parameters: {},
  handle: () => "{}",
});

export const time = openEndpoint({
  method: "GET",
  path: "/sapi/v1/time",
  security: "NONE",
  parameters: {},
  handle: ({ exchange }) => `{"timezone":"UTC","serverTime":${exchange.now()}}`,
});

/** SPOT-SYM-2: every symbol that a request may name, in the order they were listed. */
export const symbols = openEndpoint({
  method: "GET",
  path: "/sapi/v1/symbols",
  security: "NONE",
  parameters: {},
  handle({ exchange }) {
    const { catalogue } = exchange.state;
    const listed = catalogue.pairs.filter(({ id }) => findPair(catalogue, id));
    const written = listed.map((pair) => writeSymbol(catalogue, pair));
    return `{"symbols":[${written.join(",")}]}`;
  },
});

const LIMIT_DEFAULT = 100;
const DEPTH_MAX = 100;

export const depth = openEndpoint({
  method: "GET",
  path: "/sapi/v1/depth",
  security: "NONE",
  parameters: { symbol: required(words), limit: optional(limitTo(DEPTH_MAX)) },
  handle(call, { symbol, limit = LIMIT_DEFAULT }) {
    const { exchange, questions } = call;
    const pair = getPairNamed(call, symbol);
    const book = bookOf(exchange, pair.id);
    const sides = { bids: questions.levelsOf(book.bids), asks: questions.levelsOf(book.asks) };
    const options = { timeMs: marketTimeOf(exchange), limit, lotsAt: questions.lotsAt };
    return writeDepth(pair, sides, options);
  },
});

export const ticker = openEndpoint({
  method: "GET",
  path: "/sapi/v1/ticker",
  security: "NONE",
  parameters: { symbol: required(words) },
  handle(call, { symbol }) {
    const { exchange } = call;
    const pair = getPairNamed(call, symbol);
    const { bids, asks } = bookOf(exchange, pair.id);
    const now = marketTimeOf(exchange);
    const best = { bid: bids.best?.ticks ?? 0, ask: asks.best?.ticks ?? 0 };
    const day = exchange.views.tickers.tickerOf(pair.id, now);
    return writeTicker(pair, day, { ...best, timeMs: now });
  },
});

export const trades = openEndpoint({
  method: "GET",
  path: "/sapi/v1/trades",
  security: "NONE",
  parameters: { symbol: required(words), limit: optional(limitTo(RECENT_TRADES_MAX)) },
  handle(call, { symbol, limit = LIMIT_DEFAULT }) {
    const pair = getPairNamed(call, symbol);
    return writeTrades(pair, call.exchange.views.trades.newest(pair.id, limit));
  },
});

/** One variant of the reference has this path. */
export const tradesAlias = { ...trades, path: "/api/v1/trades" };

/** SPOT-DATA-5: a start names the candles that are wanted, so only the largest number bounds them. */
export const klines = openEndpoint({
  method: "GET",
  path: "/sapi/v1/klines",
  security: "NONE",
  parameters: {
    symbol: required(words),
    interval: required(interval),
    limit: optional(limitTo(CANDLES_MAX)),
    startTime: optional(milliseconds),
    endTime: optional(milliseconds),
  },
  handle(call, values) {
    const { exchange } = call;
    const pair = getPairNamed(call, values.symbol);
    const { startTime: startMs, endTime: endMs } = values;
    const limit = values.limit ?? (startMs === undefined ? LIMIT_DEFAULT : CANDLES_MAX);
    const span = { nowMs: marketTimeOf(exchange), limit, startMs, endMs };
    return writeKlines(pair, exchange.views.candles.newest(pair.id, values.interval, span));
  },
});

function bookOf({ state }: Exchange, pair: number) {
  return present(state.books[pair - 1], "the book of a pair");
}

/**
 * The time a command would get now (CORE-TIME-1). Trades bear engine time, so windows and candles
 * are cut in it; but the engine's own clock stands still while nothing is written, and the ticker's
 * window must move on when nobody trades. So it is the request clock, and never a time before the
 * last command, also where the clock is behind the log.
 */
function marketTimeOf(exchange: Exchange): number {
  return Math.max(exchange.state.timeMs, exchange.now());
}
