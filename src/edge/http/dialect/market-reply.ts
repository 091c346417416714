/** Market data as the contract has it, of a pair or of a contract: from ticks and lots to decimals (NUM-DEC-1). */
import type { ValueOf, Written } from "../../../contract/field.ts";
import {
  type BEST_FIELDS,
  type DAY_FIELDS,
  DEPTH,
  type klinesShape,
  type tradesShape,
} from "../../../contract/markets.ts";
import { SIDES } from "../../../contract/order-words.ts";
import { writerAround } from "../../../contract/writer.ts";
import type { Book } from "../../../core/engine/book/book.ts";
import { formatSteps, formatUnits } from "../../../core/money/decimal.ts";
import { RATE_DECIMALS } from "../../../core/money/rate.ts";
import type { Candle } from "../../../core/views/candles.ts";
import type { RecentTrade } from "../../../core/views/recent-trades.ts";
import type { Ticker } from "../../../core/views/ticker.ts";
import { depthRows, levelIn, type Precisions } from "./depth-rows.ts";

type FieldsOf<T> = { readonly [K in keyof T]: ValueOf<T[K]> };

/** SPOT-DATA-1 */
export function depthIn(
  of: Precisions,
  { bids, asks }: Book,
  { timeMs, limit }: { readonly timeMs: number; readonly limit: number },
): Written<ValueOf<typeof DEPTH>> {
  return writeDepth({
    time: timeMs,
    bids: depthRows(of, bids, limit),
    asks: depthRows(of, asks, limit),
  });
}

const writeDepth = writerAround(DEPTH, "bids", "asks");

/** SPOT-DATA-6: the best prices, in ticks, 0 on an empty side; and the turnover in the quote. */
export interface Now {
  readonly bid: number;
  readonly ask: number;
  readonly amount: string;
}

export function dayIn(
  { pricePrecision, quantityPrecision }: Precisions,
  { open, high, low, last, lots, rose }: Ticker,
  { bid, ask, amount }: Now,
): FieldsOf<typeof DAY_FIELDS> {
  return {
    high: formatSteps(high, pricePrecision),
    low: formatSteps(low, pricePrecision),
    last: formatSteps(last, pricePrecision),
    open: formatSteps(open, pricePrecision),
    vol: formatUnits(lots, quantityPrecision),
    amount,
    rose: formatUnits(rose, RATE_DECIMALS),
    buy: formatSteps(bid, pricePrecision),
    sell: formatSteps(ask, pricePrecision),
  };
}

/** SPOT-DATA-8 */
export function bestIn(of: Precisions, { bids, asks }: Book): FieldsOf<typeof BEST_FIELDS> {
  const [bidPrice, bidQty] = bids.best ? levelIn(of, bids.best) : NO_LEVEL;
  const [askPrice, askQty] = asks.best ? levelIn(of, asks.best) : NO_LEVEL;
  return { bidPrice, bidQty, askPrice, askQty };
}

const NO_LEVEL = ["0", "0"] as const;

/** SPOT-DATA-4 */
export function klinesIn(
  { pricePrecision, quantityPrecision }: Precisions,
  candles: readonly Candle[],
): ValueOf<ReturnType<typeof klinesShape>> {
  return candles.map(({ startMs, open, close, high, low, lots }) => ({
    idx: startMs,
    open: formatSteps(open, pricePrecision),
    close: formatSteps(close, pricePrecision),
    high: formatSteps(high, pricePrecision),
    low: formatSteps(low, pricePrecision),
    vol: formatUnits(lots, quantityPrecision),
  }));
}

/** SPOT-DATA-2, FUT-DATA-3 */
export function tradesIn(
  { pricePrecision, quantityPrecision }: Precisions,
  trades: readonly RecentTrade[],
): ValueOf<ReturnType<typeof tradesShape>> {
  const rows = trades.map(({ ticks, lots, timeMs, takerSide }) => ({
    price: formatSteps(ticks, pricePrecision),
    qty: formatSteps(lots, quantityPrecision),
    time: timeMs,
    side: SIDES[takerSide],
  }));
  return { list: rows };
}
