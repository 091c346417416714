/**
 * I-18 for a verification: the trades of the last day as a plain list, and what ticker and candles
 * should say of them, worked out the slow way. A pair whose day was not followed from its beginning,
 * or had more trades than a list should hold, is left out.
 */
import type { Traded } from "../engine/spot/spot.ts";
import { INTERVALS } from "../views/interval.ts";
import { TICKER_SECONDS } from "../views/ticker.ts";
import type { Views } from "../views/views.ts";

type Trade = Pick<Traded, "timeMs" | "ticks" | "lots">;

const TRADES_MAX = 1_000_000;

export class Tape {
  /** Before this nothing was seen. */
  readonly #sinceMs: number;
  readonly #pairs = new Map<number, Trade[]>();

  constructor(sinceMs: number) {
    this.#sinceMs = sinceMs;
  }

  see({ pair, timeMs, ticks, lots }: Traded): void {
    const trades = this.#pairs.get(pair) ?? [];
    this.#pairs.set(pair, trades);
    if (trades.length <= TRADES_MAX) trades.push({ timeMs, ticks, lots });
  }

  /** What the views say of the day before `nowMs` and should not. */
  differences(views: Views, nowMs: number): string[] {
    const startMs = nowMs - (nowMs % 1000) - (TICKER_SECONDS - 1) * 1000;
    const different: string[] = [];
    for (const [pair, trades] of this.#pairs) {
      if (startMs < this.#sinceMs || trades.length > TRADES_MAX) continue;
      const day = trades.filter(({ timeMs }) => timeMs >= startMs);
      this.#pairs.set(pair, day.length > 0 ? day : trades.slice(-1));
      if (!isTicker(views, { pair, nowMs, day })) different.push(`I-18 ticker of pair ${pair}`);
      if (!areCandles(views, { pair, nowMs, day, startMs })) {
        different.push(`I-18 candles of pair ${pair}`);
      }
    }
    return different;
  }
}

interface Day {
  readonly pair: number;
  readonly nowMs: number;
  readonly day: readonly Trade[];
}

function isTicker(views: Views, { pair, nowMs, day }: Day): boolean {
  const { open, high, low, last, lots } = views.tickers.tickerOf(pair, nowMs);
  const first = day[0];
  if (!first) return lots === 0n && open === last && high === last && low === last;
  const highest = day.reduce((best, { ticks }) => Math.max(best, ticks), 0);
  const lowest = day.reduce((best, { ticks }) => Math.min(best, ticks), first.ticks);
  const isPriced = open === first.ticks && high === highest && low === lowest;
  return isPriced && last === day.at(-1)?.ticks && lots === sumOf(day);
}

/** The candles that lie wholly inside the day hold its trades, no more and no less. */
function areCandles(views: Views, { pair, nowMs, day, startMs }: Day & { startMs: number }) {
  return INTERVALS.every((interval) => {
    const candles = views.candles.newest(pair, interval, { nowMs, limit: 300 });
    const inside = candles.filter((candle) => candle.startMs >= startMs);
    const fromMs = inside.at(-1)?.startMs;
    if (fromMs === undefined) return true;
    const held = inside.reduce((sum, { lots }) => sum + lots, 0n);
    return held === sumOf(day.filter(({ timeMs }) => timeMs >= fromMs));
  });
}

function sumOf(trades: readonly Trade[]): bigint {
  return trades.reduce((sum, { lots }) => sum + BigInt(lots), 0n);
}
