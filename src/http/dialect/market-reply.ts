/** Market data as the contract has it, of a pair or of a contract: from ticks and lots to decimals (NUM-DEC-1). */
import type { ValueOf } from "../../contract/field.ts";
import type {
  BEST_FIELDS,
  DAY_FIELDS,
  DEPTH,
  klinesShape,
  tradesShape,
} from "../../contract/markets.ts";
import { SIDES } from "../../contract/order-words.ts";
import type { Book } from "../../engine/book/book.ts";
import type { Ladder } from "../../engine/book/ladder.ts";
import type { PriceLevel } from "../../engine/orders/order.ts";
import { bestLevels, restingAt } from "../../engine/read/depth.ts";
import { formatSteps, formatSum, formatUnits } from "../../money/decimal.ts";
import { RATE_DECIMALS } from "../../money/rate.ts";
import type { Candle } from "../../views/candles.ts";
import type { RecentTrade } from "../../views/recent-trades.ts";
import type { Ticker } from "../../views/ticker.ts";

/** The decimals of a market's prices and quantities. */
export interface Precisions {
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
}

type FieldsOf<T> = { readonly [K in keyof T]: ValueOf<T[K]> };

/** SPOT-DATA-1 */
export function depthIn(
  of: Precisions,
  { bids, asks }: Book,
  { timeMs, limit }: { readonly timeMs: number; readonly limit: number },
): ValueOf<typeof DEPTH> {
  return { time: timeMs, bids: levelsIn(of, bids, limit), asks: levelsIn(of, asks, limit) };
}

function levelsIn(of: Precisions, ladder: Ladder, limit: number) {
  return bestLevels(ladder, limit).map((level) => levelIn(of, level));
}

function levelIn({ pricePrecision, quantityPrecision }: Precisions, level: PriceLevel) {
  const price = formatSteps(level.ticks, pricePrecision);
  return [price, formatSum(restingAt(level), quantityPrecision)] as const;
}

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
