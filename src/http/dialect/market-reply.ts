/**
 * Market data as the dialects write it: what is a list of records comes newest first, prices and
 * quantities stand in their one canonical form (NUM-DEC-1). A market is a pair or a contract.
 */

import {
  decimalText,
  list,
  pair,
  record,
  type Shape,
  signedText,
  time,
  word,
} from "../../contract/field.ts";
import type { Book } from "../../engine/book/book.ts";
import type { Ladder } from "../../engine/book/ladder.ts";
import { bestLevels, restingAt } from "../../engine/read/depth.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import { RATE_DECIMALS } from "../../money/rate.ts";
import type { Candle } from "../../views/candles.ts";
import type { RecentTrade } from "../../views/recent-trades.ts";
import type { Ticker } from "../../views/ticker.ts";
import { ReplyText } from "./reply-text.ts";

const reply = new ReplyText();

/** The decimals of a market's prices and quantities. */
export interface Precisions {
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
}

export interface DepthOptions {
  readonly timeMs: number;
  readonly limit: number;
}

const LEVELS = pair(decimalText("price"), decimalText("quantity that rests at it"));

export const DEPTH = record({
  time: time("when the book looked so"),
  bids: list(LEVELS, "what is bid, the highest price first"),
  asks: list(LEVELS, "what is asked, the lowest price first"),
});

/** SPOT-DATA-1 */
export function writeDepth(of: Precisions, { bids, asks }: Book, options: DepthOptions): string {
  const { timeMs, limit } = options;
  reply.begin().ascii('{"time":').steps(timeMs, 0).ascii(',"bids":[');
  writeLevels(of, bids, limit);
  reply.ascii('],"asks":[');
  writeLevels(of, asks, limit);
  return reply.ascii("]}").take();
}

function writeLevels(
  { pricePrecision, quantityPrecision }: Precisions,
  ladder: Ladder,
  limit: number,
): void {
  let count = 0;
  for (const level of bestLevels(ladder, limit)) {
    reply
      .ascii(count++ === 0 ? '["' : ',["')
      .steps(level.ticks, pricePrecision)
      .ascii('","')
      .lots(restingAt(level), quantityPrecision)
      .ascii('"]');
  }
}

/** SPOT-DATA-6: the best prices, in ticks, 0 on an empty side; and the turnover in the quote. */
export interface Now {
  readonly bid: number;
  readonly ask: number;
  readonly timeMs: number;
  readonly amount: string;
}

export const TICKER = record({
  time: time("the end of the 24 hours"),
  high: decimalText("highest price in 24 hours"),
  low: decimalText("lowest price in 24 hours"),
  last: decimalText("last price"),
  open: decimalText("price 24 hours ago"),
  vol: decimalText("quantity traded in 24 hours"),
  amount: decimalText("the same in the quote coin"),
  rose: signedText("change in 24 hours as a fraction: 0.01 is one per cent"),
  buy: decimalText("best bid, 0 when there is none"),
  sell: decimalText("best ask, 0 when there is none"),
});

/** SPOT-DATA-3 */
export function writeTicker(of: Precisions, ticker: Ticker, now: Now): string {
  return `{"time":${now.timeMs}${writeTickerRest(of, ticker, now)}`;
}

/** All of it behind its time. */
export function writeTickerRest(of: Precisions, ticker: Ticker, now: Omit<Now, "timeMs">): string {
  const price = (ticks: number) => `"${formatSteps(ticks, of.pricePrecision)}"`;
  const { open, high, low, last, lots, rose } = ticker;
  const prices = `"high":${price(high)},"low":${price(low)},"last":${price(last)},"open":${price(open)}`;
  const vol = formatUnits(lots, of.quantityPrecision);
  const rise = formatUnits(rose, RATE_DECIMALS);
  const sums = `"vol":"${vol}","amount":"${now.amount}","rose":"${rise}"`;
  const best = `"buy":${price(now.bid)},"sell":${price(now.ask)}`;
  return `,${prices},${sums},${best}}`;
}

/** `figure` is how the dialect writes a price. */
export function klinesShape(figure: (description: string) => Shape): Shape {
  const candle = record({
    idx: time("start of the candle"),
    open: figure("first price"),
    close: figure("last price"),
    high: figure("highest price"),
    low: figure("lowest price"),
    vol: figure("quantity traded"),
  });
  return list(candle, "candles, newest first");
}

/** SPOT-DATA-4. `quote` stands around each figure: a decimal string, or with none a JSON number. */
export function writeKlines(
  { pricePrecision, quantityPrecision }: Precisions,
  candles: readonly Candle[],
  quote: '"' | "",
): string {
  const [toOpen, end] = [`,"open":${quote}`, `${quote}}`];
  const [toClose = "", toHigh = "", toLow = "", toVol = ""] = ["close", "high", "low", "vol"].map(
    (name) => `${quote},"${name}":${quote}`,
  );
  reply.begin().ascii("[");
  for (const [index, { startMs, open, close, high, low, lots }] of candles.entries()) {
    reply.ascii(index === 0 ? '{"idx":' : ',{"idx":').steps(startMs, 0);
    reply.ascii(toOpen).steps(open, pricePrecision).ascii(toClose).steps(close, pricePrecision);
    reply.ascii(toHigh).steps(high, pricePrecision).ascii(toLow).steps(low, pricePrecision);
    reply.ascii(toVol).units(lots, quantityPrecision).ascii(end);
  }
  return reply.ascii("]").take();
}

const TAKERS = { buy: '"side":"BUY"}', sell: '"side":"SELL"}' } as const;

/** `figure` is how the dialect writes a price. */
export function tradesShape(figure: (description: string) => Shape): Shape {
  const trade = record({
    price: figure("price"),
    qty: figure("quantity"),
    time: time("when it was traded"),
    side: word(["BUY", "SELL"], "side of the taker"),
  });
  return record({ list: list(trade, "newest first") });
}

/** SPOT-DATA-2, FUT-DATA-3. `quote` as in klines. */
export function writeTrades(
  { pricePrecision, quantityPrecision }: Precisions,
  trades: readonly RecentTrade[],
  quote: '"' | "",
): string {
  const [first, toQty, toTime] = [
    `{"price":${quote}`,
    `${quote},"qty":${quote}`,
    `${quote},"time":`,
  ];
  const next = `,${first}`;
  reply.begin().ascii('{"list":[');
  for (const [index, { ticks, lots, timeMs, takerSide }] of trades.entries()) {
    reply.ascii(index === 0 ? first : next).steps(ticks, pricePrecision);
    reply.ascii(toQty).steps(lots, quantityPrecision);
    reply.ascii(toTime).steps(timeMs, 0).ascii(",").ascii(TAKERS[takerSide]);
  }
  return reply.ascii("]}").take();
}
