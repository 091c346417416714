/**
 * Candles of one market and interval, oldest first: the past from REST, the newest from the stream,
 * earlier ones when the chart is scrolled back. However they come, a beginning has one candle, the order
 * is that of time, and there are never more than the chart can usefully hold.
 */
import type { Kline } from "../../../../src/client/client.ts";

/** Ten full pages of REST. */
export const CANDLES_MAX = 3_000;

/** `added` wins where both have a candle; beyond the limit the oldest are given up. */
export function mergeCandles(
  kept: readonly Kline[],
  added: readonly Kline[],
  limit = CANDLES_MAX,
): readonly Kline[] {
  const last = kept.at(-1);
  const [only] = added;
  // The usual case, twice a second: the last candle changed.
  if (last && added.length === 1 && only?.idx === last.idx) return [...kept.slice(0, -1), only];
  const byBeginning = new Map([...kept, ...added].map((candle) => [candle.idx, candle]));
  const merged = [...byBeginning.values()].sort((a, b) => a.idx - b.idx);
  return merged.length > limit ? merged.slice(-limit) : merged;
}

/** True when `next` is `kept` with its last candle changed and perhaps a few more behind it. */
export function isContinuation(kept: readonly Kline[], next: readonly Kline[]): boolean {
  const last = kept.length - 1;
  if (last < 0 || next.length < kept.length) return false;
  const isSameStart = kept[0]?.idx === next[0]?.idx && kept[last]?.idx === next[last]?.idx;
  return isSameStart && (last === 0 || kept[last - 1] === next[last - 1]);
}
