/**
 * The rows that an imported candle stands for: as if it had been four trades, at the quarters of its
 * minute. Its open comes first and its close last; between them, when it rose, its low before its high,
 * else its high before its low. Each has a quarter of its lots, whole ones, and the close the rest. So
 * tape, ticker and candles are made of the same rows as after trades. Rule SANDBOX-PAST-3.
 */
import type { Side } from "../engine/orders/order.ts";
import type { PastCandle } from "../engine/prices/past.ts";
import type { RecentTrade } from "./recent-trades.ts";

/** The number of rows of a candle. */
export const ROWS = 4;
const QUARTER_MS = 15_000;

/** Far more than any time in ms: ids of such rows are below zero, which no trade's is, and grow. */
const ID_BEFORE = 10_000_000_000_000;

/** The id of a row that no trade has made. */
export function pastIdAt(timeMs: number): number {
  return timeMs - ID_BEFORE;
}

export function rowsOf({ startMs, open, high, low, close, lots }: PastCandle): RecentTrade[] {
  const hasRisen = close >= open;
  const second = hasRisen ? low : high;
  const third = hasRisen ? high : low;
  const quarter = Math.floor(lots / ROWS);
  const flat = hasRisen ? "buy" : "sell";
  return [
    rowAt(startMs, open, quarter, flat),
    rowAt(startMs + QUARTER_MS, second, quarter, sideOf(second - open, flat)),
    rowAt(startMs + 2 * QUARTER_MS, third, quarter, sideOf(third - second, flat)),
    rowAt(startMs + 3 * QUARTER_MS, close, lots - 3 * quarter, sideOf(close - third, flat)),
  ];
}

function rowAt(timeMs: number, ticks: number, lots: number, takerSide: Side): RecentTrade {
  return { id: pastIdAt(timeMs), ticks, lots, timeMs, takerSide };
}

/** By which way the price has gone since the row before. */
function sideOf(way: number, flat: Side): Side {
  if (way === 0) return flat;
  return way > 0 ? "buy" : "sell";
}
