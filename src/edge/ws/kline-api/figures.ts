/**
 * Market data in the words of the kline-api: figures are JSON numbers written from exact decimals, and none of
 * them was ever a binary fraction. STREAM-FAM-2.
 */

import type { ValueOf, Written } from "../../../contract/field.ts";
import { SIDES } from "../../../contract/order-words.ts";
import {
  BOOK_TICK,
  CANDLE_TICK,
  DAY_TICK,
  TRADE_TICK,
} from "../../../contract/streams/kline-api.ts";
import { writerOf } from "../../../contract/writer.ts";
import type { Ladder } from "../../../core/engine/book/ladder.ts";
import { bestLevels, restingAt } from "../../../core/engine/read/depth.ts";
import { formatSteps, formatSum, formatUnits } from "../../../core/money/decimal.ts";
import { RATE_DECIMALS } from "../../../core/money/rate.ts";
import type { Candle } from "../../../core/views/candles.ts";
import { engineTimeOf } from "../../../runtime/replica/submission.ts";
import type { PublicTrade } from "../feed.ts";
import type { Markets, StreamMarket } from "../markets.ts";

/** The levels of a side. */
const LEVELS_MAX = 100;

const bookText = writerOf(BOOK_TICK);
const tradeText = writerOf(TRADE_TICK);
const dayText = writerOf(DAY_TICK);
const candleText = writerOf(CANDLE_TICK);

export type TradeTickText = Written<ValueOf<typeof TRADE_TICK>>;

/** STREAM-FAM-3: the best hundred levels of each side, best first. */
export function writeBook(market: StreamMarket): Written<ValueOf<typeof BOOK_TICK>> {
  const { asks, bids } = market.book;
  return bookText({ asks: levelsIn(market, asks), buys: levelsIn(market, bids) });
}

function levelsIn({ pricePrecision, quantityPrecision }: StreamMarket, ladder: Ladder) {
  return bestLevels(ladder, LEVELS_MAX).map((level) => {
    const quantity = formatSum(restingAt(level), quantityPrecision);
    return [formatSteps(level.ticks, pricePrecision), quantity] as const;
  });
}

export function writeTrade(
  markets: Markets,
  market: StreamMarket,
  { id, ticks, lots, timeMs, takerSide }: PublicTrade,
): TradeTickText {
  const traded = BigInt(ticks) * BigInt(lots);
  return tradeText({
    id,
    side: SIDES[takerSide],
    price: formatSteps(ticks, market.pricePrecision),
    vol: formatSteps(lots, market.quantityPrecision),
    amount: markets.turnoverOf(market, { traded, lots: BigInt(lots) }),
    ts: timeMs,
    ds: formatTime(timeMs),
  });
}

/** In UTC, as `2024-01-31 23:59:59`. */
function formatTime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19).replace("T", " ");
}

/** The last 24 hours. */
export function writeDay(
  markets: Markets,
  market: StreamMarket,
): Written<ValueOf<typeof DAY_TICK>> {
  const { pricePrecision, quantityPrecision } = market;
  const nowMs = engineTimeOf(markets.exchange);
  const day = market.views.tickers.tickerOf(market.id, nowMs);
  return dayText({
    amount: markets.turnoverOf(market, day),
    vol: formatUnits(day.lots, quantityPrecision),
    open: formatSteps(day.open, pricePrecision),
    close: formatSteps(day.last, pricePrecision),
    high: formatSteps(day.high, pricePrecision),
    low: formatSteps(day.low, pricePrecision),
    rose: formatUnits(day.rose, RATE_DECIMALS),
  });
}

/** Its turnover is not kept, and cannot be worked out exactly from what is. */
export function writeCandle(
  { pricePrecision, quantityPrecision }: StreamMarket,
  { startMs, lots, open, close, high, low }: Candle,
): Written<ValueOf<typeof CANDLE_TICK>> {
  return candleText({
    id: startMs / 1_000,
    vol: formatUnits(lots, quantityPrecision),
    open: formatSteps(open, pricePrecision),
    close: formatSteps(close, pricePrecision),
    high: formatSteps(high, pricePrecision),
    low: formatSteps(low, pricePrecision),
  });
}
