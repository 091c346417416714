/**
 * Market data in the words of the kline-api: figures are JSON numbers written from exact decimals, and none of
 * them was ever a binary fraction. STREAM-FAM-2.
 */

import type { Ladder } from "../../engine/book/ladder.ts";
import { bestLevels, restingAt } from "../../engine/read/depth.ts";
import { ReplyText } from "../../http/dialect/reply-text.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import { RATE_DECIMALS } from "../../money/rate.ts";
import { engineTimeOf } from "../../service/submission.ts";
import type { Candle } from "../../views/candles.ts";
import type { PublicTrade } from "../feed.ts";
import type { Markets, StreamMarket } from "../markets.ts";

/** The levels of a side. */
const LEVELS_MAX = 100;

const text = new ReplyText();

/** STREAM-FAM-3: the best hundred levels of each side, best first. */
export function writeBook(market: StreamMarket): string {
  const { asks, bids } = market.book;
  text.begin().ascii('{"asks":[');
  writeLevels(market, asks);
  text.ascii('],"buys":[');
  writeLevels(market, bids);
  return text.ascii("]}").take();
}

function writeLevels({ pricePrecision, quantityPrecision }: StreamMarket, ladder: Ladder): void {
  let count = 0;
  for (const level of bestLevels(ladder, LEVELS_MAX)) {
    text.ascii(count++ === 0 ? "[" : ",[").steps(level.ticks, pricePrecision);
    text.ascii(",").lots(restingAt(level), quantityPrecision).ascii("]");
  }
}

export function writeTrade(markets: Markets, market: StreamMarket, trade: PublicTrade): string {
  const { id, ticks, lots, timeMs, takerSide } = trade;
  const side = takerSide === "buy" ? "BUY" : "SELL";
  const price = formatSteps(ticks, market.pricePrecision);
  const vol = formatSteps(lots, market.quantityPrecision);
  const traded = BigInt(ticks) * BigInt(lots);
  const amount = markets.turnoverOf(market, { traded, lots: BigInt(lots) });
  const figures = `"price":${price},"vol":${vol},"amount":${amount}`;
  return `{"id":${id},"side":"${side}",${figures},"ts":${timeMs},"ds":"${formatTime(timeMs)}"}`;
}

/** In UTC, as `2024-01-31 23:59:59`. */
function formatTime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19).replace("T", " ");
}

/** The last 24 hours. */
export function writeDay(markets: Markets, market: StreamMarket): string {
  const price = (ticks: number) => formatSteps(ticks, market.pricePrecision);
  const nowMs = engineTimeOf(markets.exchange);
  const day = market.views.tickers.tickerOf(market.id, nowMs);
  const vol = formatUnits(day.lots, market.quantityPrecision);
  const sums = `"amount":${markets.turnoverOf(market, day)},"vol":${vol}`;
  const ends = `"open":${price(day.open)},"close":${price(day.last)}`;
  const extremes = `"high":${price(day.high)},"low":${price(day.low)}`;
  return `{${sums},${ends},${extremes},"rose":${formatUnits(day.rose, RATE_DECIMALS)}}`;
}

/** Its turnover is not kept, and cannot be worked out exactly from what is. */
export function writeCandle(market: StreamMarket, candle: Candle): string {
  const price = (ticks: number) => formatSteps(ticks, market.pricePrecision);
  const vol = formatUnits(candle.lots, market.quantityPrecision);
  const ends = `"open":${price(candle.open)},"close":${price(candle.close)}`;
  const extremes = `"high":${price(candle.high)},"low":${price(candle.low)}`;
  return `{"id":${candle.startMs / 1_000},"vol":${vol},${ends},${extremes}}`;
}
