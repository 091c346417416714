/** Candles that have closed and change no more, for the archive, which keeps them longer than the views do. */
import type { Candle } from "./candles.ts";

/** With its number among the stretches of its interval. */
export interface ClosedCandle extends Omit<Candle, "startMs"> {
  readonly index: number;
}

/** Closed candles of one market and interval, oldest first. */
export interface ClosedRun {
  readonly market: number;
  /** The place of the interval in KEPT_INTERVALS. */
  readonly interval: number;
  readonly candles: readonly ClosedCandle[];
}

export interface ClosedCandles extends ClosedRun {
  readonly sort: "pair" | "contract";
}

/** So many are told at once. */
export const RUN_MAX = 64;
