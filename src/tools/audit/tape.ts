/**
 * I-18 for a verification: the trades of the last day, and the rows of imported candles (SANDBOX-PAST-3),
 * as a plain list, and what ticker and candles should say of them, worked out the slow way. A market whose
 * day was not followed from its beginning, or had more trades than a list should hold, is left out. One
 * tape is of pairs, another of contracts.
 */
import type { ExchangeEvent } from "../../core/engine/events.ts";
import type { PastCandle } from "../../core/engine/prices/past.ts";
import type { Traded } from "../../core/engine/spot/spot.ts";
import type { MarketId } from "../../core/views/by-market.ts";
import { INTERVALS } from "../../core/views/interval.ts";
import type { MarketViews } from "../../core/views/market-views.ts";
import { rowsOf } from "../../core/views/past-rows.ts";
import { TICKER_SECONDS } from "../../core/views/ticker.ts";
import type { Views } from "../../core/views/views.ts";

type Trade = Pick<Traded, "timeMs" | "ticks" | "lots">;
type Shown = Pick<MarketViews, "tickers" | "candles">;

const TRADES_MAX = 1_000_000;

/** All public trades. */
export class Tapes {
  readonly #pairs: Tape;
  readonly #contracts: Tape;

  /** Before `sinceMs` nothing was seen. */
  constructor(sinceMs: number) {
    this.#pairs = new Tape("pair", sinceMs);
    this.#contracts = new Tape("contract", sinceMs);
  }

  see(event: ExchangeEvent): void {
    if (event.type === "Traded") this.#pairs.see(event.pair, event);
    else if (event.type === "ContractTraded") this.#contracts.see(event.contract, event);
    else if (event.type === "CandlesImported") {
      const tape = event.sort === "pair" ? this.#pairs : this.#contracts;
      tape.seePast(event.market, event.candles);
    }
  }

  /** How many trades a comparison has to look at. */
  get size(): number {
    return this.#pairs.size + this.#contracts.size;
  }

  /** What the views say of the day before `nowMs` and should not. */
  differences(views: Views, nowMs: number): string[] {
    const ofPairs = this.#pairs.differences(views, nowMs);
    return [...ofPairs, ...this.#contracts.differences(views.contracts, nowMs)];
  }
}

class Tape {
  readonly #of: "pair" | "contract";
  readonly #sinceMs: number;
  readonly #markets = new Map<MarketId, Trade[]>();

  constructor(of: "pair" | "contract", sinceMs: number) {
    this.#of = of;
    this.#sinceMs = sinceMs;
  }

  get size(): number {
    let size = 0;
    for (const trades of this.#markets.values()) size += trades.length;
    return size;
  }

  see(market: MarketId, { timeMs, ticks, lots }: Trade): void {
    const trades = this.#markets.get(market) ?? [];
    this.#markets.set(market, trades);
    if (trades.length <= TRADES_MAX) trades.push({ timeMs, ticks, lots });
  }

  /** Of a past only its last day may still be shown by a ticker. */
  seePast(market: MarketId, candles: readonly PastCandle[]): void {
    const startMs = (candles.at(-1)?.startMs ?? 0) - TICKER_SECONDS * 1000;
    const before = this.#markets.get(market) ?? [];
    const kept = [...before, ...candles.flatMap(rowsOf)].filter(({ timeMs }) => timeMs >= startMs);
    this.#markets.set(market, kept);
  }

  differences(shown: Shown, nowMs: number): string[] {
    const startMs = nowMs - (nowMs % 1000) - (TICKER_SECONDS - 1) * 1000;
    const different: string[] = [];
    for (const [market, trades] of this.#markets) {
      if (startMs < this.#sinceMs || trades.length > TRADES_MAX) continue;
      const day = trades.filter(({ timeMs }) => timeMs >= startMs);
      this.#markets.set(market, day.length > 0 ? day : trades.slice(-1));
      const name = `${this.#of} ${market}`;
      if (!isTicker(shown, { market, nowMs, day })) different.push(`I-18 ticker of ${name}`);
      if (!areCandles(shown, { market, nowMs, day, startMs })) {
        different.push(`I-18 candles of ${name}`);
      }
    }
    return different;
  }
}

interface Day {
  readonly market: MarketId;
  readonly nowMs: number;
  readonly day: readonly Trade[];
}

function isTicker({ tickers }: Shown, { market, nowMs, day }: Day): boolean {
  const { open, high, low, last, lots } = tickers.tickerOf(market, nowMs);
  const first = day[0];
  if (!first) return lots === 0n && open === last && high === last && low === last;
  const highest = day.reduce((best, { ticks }) => Math.max(best, ticks), 0);
  const lowest = day.reduce((best, { ticks }) => Math.min(best, ticks), first.ticks);
  const isPriced = open === first.ticks && high === highest && low === lowest;
  return isPriced && last === day.at(-1)?.ticks && lots === sumOf(day);
}

/** The candles that lie wholly inside the day hold its trades, no more and no less. */
function areCandles(
  { candles }: Shown,
  { market, nowMs, day, startMs }: Day & { startMs: number },
) {
  return INTERVALS.every((interval) => {
    const newest = candles.newest(market, interval, { nowMs, limit: 300 });
    const inside = newest.filter((candle) => candle.startMs >= startMs);
    const fromMs = inside.at(-1)?.startMs;
    if (fromMs === undefined) return true;
    const held = inside.reduce((sum, { lots }) => sum + lots, 0n);
    return held === sumOf(day.filter(({ timeMs }) => timeMs >= fromMs));
  });
}

function sumOf(trades: readonly Trade[]): bigint {
  return trades.reduce((sum, { lots }) => sum + BigInt(lots), 0n);
}
