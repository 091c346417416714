/**
 * What the public endpoints of every dialect share: each is about a market, a pair or a contract, and
 * answers from its views and its book.
 */

import type { KLINE_PARAMETERS } from "../../../contract/markets.ts";
import { ROWS_DEFAULT } from "../../../contract/markets.ts";
import type { ValuesOf } from "../../../contract/parameter.ts";
import type { Book } from "../../../core/engine/book/book.ts";
import type { Area } from "../../../core/engine/ledger/area.ts";
import { type Candle, type CandleStretch, candlesFrom } from "../../../core/views/candles.ts";
import { CANDLES_MAX } from "../../../core/views/interval.ts";
import type { MarketViews } from "../../../core/views/market-views.ts";
import type { Ticker } from "../../../core/views/ticker.ts";
import type { CandlesQuery } from "../../../runtime/history/public-records.ts";
import { engineTimeOf } from "../../../runtime/replica/submission.ts";
import type { Precisions } from "./depth-rows.ts";
import type { Call } from "./endpoint.ts";
import { rowsOrRefusal } from "./find-order.ts";
import { dayIn, depthIn, klinesIn, tradesIn } from "./market-reply.ts";

export interface ListedMarket extends Precisions {
  readonly id: number;
  readonly book: Book;
  readonly views: Pick<MarketViews, "tickers" | "candles" | "trades">;
}

/** The clock that requests are judged by. */
export function clockOf({ exchange }: Pick<Call, "exchange">) {
  return { timezone: "UTC", serverTime: exchange.now() } as const;
}

export function depthOf(
  { exchange }: Pick<Call, "exchange">,
  market: ListedMarket,
  limit: number = ROWS_DEFAULT,
) {
  return depthIn(market, market.book, { timeMs: engineTimeOf(exchange), limit });
}

/** `amountOf` tells what a day's trades came to in the quote. SPOT-DATA-3 */
export function tickerOf(
  { exchange }: Pick<Call, "exchange">,
  market: ListedMarket,
  amountOf: (day: Ticker) => string,
) {
  const { bids, asks } = market.book;
  const timeMs = engineTimeOf(exchange);
  const day = market.views.tickers.tickerOf(market.id, timeMs);
  const best = { bid: bids.best?.ticks ?? 0, ask: asks.best?.ticks ?? 0 };
  return { time: timeMs, ...dayIn(market, day, { ...best, amount: amountOf(day) }) };
}

/** SPOT-DATA-2, FUT-DATA-3 */
export function tradesOf(market: ListedMarket, limit: number = ROWS_DEFAULT) {
  return tradesIn(market, market.views.trades.newest(market.id, limit));
}

/** SPOT-DATA-5: a start names the candles that are wanted, so only the largest number bounds them. */
export function klinesOf(
  { exchange, history }: Pick<Call, "exchange" | "history">,
  area: Extract<Area, "spot" | "futures">,
  market: ListedMarket,
  { interval: name, ...values }: ValuesOf<typeof KLINE_PARAMETERS>,
) {
  const { startTime: startMs, endTime: endMs } = values;
  const limit = values.limit ?? (startMs === undefined ? ROWS_DEFAULT : CANDLES_MAX);
  const span = { nowMs: engineTimeOf(exchange), limit, startMs, endMs };
  const { candles } = market.views;
  const newest = candles.newest(market.id, name, span);
  const older = candles.olderThanKept(market.id, name, span);
  if (!older) return klinesIn(market, newest);
  const owner = { area, market: market.id };
  return olderCandles(history, owner, older).then((before) =>
    klinesIn(market, [...newest, ...before]),
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
