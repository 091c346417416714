/**
 * The rows that an imported candle stands for: as if it had been four trades, at the quarters of its
 * minute. Its open comes first and its close last; between them, when it rose, its low before its high,
 * else its high before its low. Each has a quarter of its lots, whole ones, and the close the rest. So
 * tape, ticker and candles are made of the same rows as after trades. Rule SANDBOX-PAST-3.
 */
import type { PastCandle } from "../engine/prices/past.ts";
import type { RecentTrade } from "./recent-trades.ts";

const QUARTER_MS = 15_000;

/** Far more than any time in ms: ids of such rows are below zero, which no trade's is, and grow. */
const ID_BEFORE = 10_000_000_000_000;

/** The id of a row that no trade has made. */
export function pastIdAt(timeMs: number): number {
  return timeMs - ID_BEFORE;
}

export function rowsOf({ startMs, open, high, low, close, lots }: PastCandle): RecentTrade[] {
  const hasRisen = close >= open;
  const prices = hasRisen ? [open, low, high, close] : [open, high, low, close];
  const quarter = Math.floor(lots / 4);
  return prices.map((ticks, at) => {
    const before = prices[at - 1] ?? ticks;
    const isBuy = ticks === before ? hasRisen : ticks > before;
    const timeMs = startMs + at * QUARTER_MS;
    return {
      id: pastIdAt(timeMs),
      ticks,
      lots: at === 3 ? lots - 3 * quarter : quarter,
      timeMs,
      takerSide: isBuy ? "buy" : "sell",
    };
  });
}
