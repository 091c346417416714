/**
 * The klines of each market in all intervals. Bounded; part of the snapshot. SPOT-DATA-4.
 *
 * Only candles with trades are kept, the newest 300 of each interval: as many as the API gives at
 * most. That is enough. Either all 300 it asks for had trades, and they are these; or one had none,
 * and then the candle whose close it repeats is among these, or there was no trade before it.
 *
 * A trade changes only the candle of its minute. The longer candles that hold this minute are
 * opened with it, and get what it came to when the next one opens; until then a reader adds it.
 *
 * A market with an imported past is told when a candle closes, so that all of them are found elsewhere
 * when they are no longer here (SANDBOX-PAST-4).
 */
import type { ByteReader, ByteWriter } from "../base/records/bytes.ts";
import type { PastCandle } from "../engine/prices/past.ts";
import { ByMarket, type MarketId } from "./by-market.ts";
import {
  addNewest,
  addTrade,
  candleAt,
  foldInto,
  newestOf,
  newestWith,
  newTrack,
  oldestOf,
  openCandle,
  readTrack,
  setCandle,
  type Track,
  type Trade,
  writeTrack,
} from "./candle-track.ts";
import { type ClosedCandle, type ClosedRun, RUN_MAX } from "./closed-candles.ts";
import {
  CANDLES_MAX,
  type Interval,
  type IntervalName,
  intervalOf,
  KEPT_INTERVALS,
  type KeptInterval,
} from "./interval.ts";

/** Prices in ticks. */
export interface Candle {
  readonly startMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly lots: bigint;
}

/** Which candles are asked for: those that start from `startMs` to `endMs`, both included. */
export interface CandleSpan {
  readonly nowMs: number;
  readonly limit: number;
  readonly startMs?: number | undefined;
  readonly endMs?: number | undefined;
}

/** The candles from one to another, by their numbers in the interval; both included. */
export interface CandleStretch {
  /** The place of the interval in KEPT_INTERVALS. */
  readonly interval: number;
  readonly first: number;
  readonly last: number;
  /** So many of them make one that was asked for. */
  readonly times: number;
}

/** Four hours are made of the hours that are kept. */
const HOURS_TIMES = 4;

interface MarketCandles {
  readonly minutes: Track;
  /** Their newest candles lack the newest minute. */
  readonly longer: readonly Track[];
  /** Whether closed candles are reported. */
  isKept: boolean;
}

function newMarketCandles(): MarketCandles {
  const [minute, ...longer] = KEPT_INTERVALS;
  return { minutes: newTrack(minute), longer: longer.map(newTrack), isKept: false };
}

export class Candles {
  private readonly markets = new ByMarket(newMarketCandles);
  /** The markets whose closed candles are reported, by id. */
  readonly kept: MarketId[] = [];
  onClosed: ((run: ClosedRun) => void) | undefined;
  /** Called without the candles, for a listener that only has to know that some have closed. */
  onTurned: (() => void) | undefined;
  /** Candles that have closed and are not reported yet, by interval. */
  private readonly closed: ClosedCandle[][] = KEPT_INTERVALS.map(() => []);

  add(market: MarketId, trade: Trade): void {
    const candles = this.markets.get(market);
    if (!candles.isKept) {
      take(candles, trade);
      return;
    }
    if (trade.timeMs >= candles.minutes.endMs) this.onTurned?.();
    take(candles, trade, this.onClosed && this.closed);
    this.tellClosed(market);
  }

  /** SANDBOX-PAST-3: what the rows of each candle come to. From now on what closes is told. */
  addPast(market: MarketId, past: readonly PastCandle[]): void {
    this.keep(market);
    this.onTurned?.();
    const candles = this.markets.get(market);
    const closed = this.onClosed && this.closed;
    for (const candle of past) takePast(candles, candle, closed);
    this.tellClosed(market);
  }

  private tellClosed(market: MarketId): void {
    for (const [interval, closed] of this.closed.entries()) {
      // Of most trades nothing closes.
      if (closed.length === 0) continue;
      for (let at = 0; at < closed.length; at += RUN_MAX) {
        this.onClosed?.({ market, interval, candles: closed.slice(at, at + RUN_MAX) });
      }
      closed.length = 0;
    }
  }

  /** SANDBOX-PAST-4 */
  keep(market: MarketId): void {
    const candles = this.markets.get(market);
    if (candles.isKept) return;
    candles.isKept = true;
    this.kept.push(market);
    this.kept.sort((a, b) => a - b);
  }

  /**
   * SPOT-DATA-4: the newest candles of a span, newest first. A `nowMs` before the last trade counts
   * as the time of that trade; what is older than the candles kept is left out.
   */
  newest(market: MarketId, name: IntervalName, span: CandleSpan): Candle[] {
    const candles = this.markets.find(market);
    return candles ? candlesOf(candles, name, span) : [];
  }

  /** SANDBOX-PAST-4: what of a span lies before the candles here, and was told when it closed. */
  olderThanKept(market: MarketId, name: IntervalName, span: CandleSpan): CandleStretch | undefined {
    const candles = this.markets.find(market);
    if (!candles?.isKept) return undefined;
    const kept = name === "4hour" ? "60min" : name;
    if (trackOf(candles, kept).ring.count < CANDLES_MAX) return undefined;
    const track = trackFor(candles, name);
    const { first, last } = spanOf(track, span);
    const before = Math.min(last, oldestOf(track) - 1);
    if (first > before) return undefined;
    const times = name === "4hour" ? HOURS_TIMES : 1;
    const stretch = { first: first * times, last: before * times + times - 1, times };
    return { interval: KEPT_INTERVALS.indexOf(kept), ...stretch };
  }

  write(out: ByteWriter): void {
    this.markets.write(out, (to, market) => {
      for (const track of tracksOf(market)) writeTrack(to, track);
    });
  }

  read(from: ByteReader): void {
    this.markets.read(from, (source, market) => {
      for (const track of tracksOf(market)) readTrack(source, track);
    });
  }
}

function tracksOf({ minutes, longer }: MarketCandles): readonly Track[] {
  return [minutes, ...longer];
}

function take(candles: MarketCandles, trade: Trade, closed?: ClosedCandle[][]): void {
  const { minutes } = candles;
  if (trade.timeMs >= minutes.endMs) turnMinute(candles, trade, closed);
  addTrade(minutes, trade);
}

function takePast(candles: MarketCandles, past: PastCandle, closed?: ClosedCandle[][]): void {
  const { startMs: timeMs, open: ticks } = past;
  // It is behind all that came before it: its minute is a new one.
  turnMinute(candles, { timeMs, ticks }, closed);
  setCandle(candles.minutes, past);
}

/** Gives the newest minute to the longer candles that hold it, and opens the next of each. */
function turnMinute(
  { minutes, longer }: MarketCandles,
  { timeMs, ticks }: Pick<Trade, "timeMs" | "ticks">,
  closed?: ClosedCandle[][],
): void {
  let interval = 0;
  for (const track of longer) {
    interval++;
    addNewest(track, minutes);
    if (timeMs < track.endMs) continue;
    if (closed) closeCandle(track, closed[interval]);
    openCandle(track, timeMs, ticks);
  }
  if (closed) closeCandle(minutes, closed[0]);
  openCandle(minutes, timeMs, ticks);
}

function closeCandle(track: Track, closed: ClosedCandle[] | undefined): void {
  const { count } = track.ring;
  if (count > 0) closed?.push(candleAt(track, count - 1));
}

function trackOf(market: MarketCandles, name: KeptInterval): Track {
  return tracksOf(market)[KEPT_INTERVALS.indexOf(name)] as Track;
}

/** Made anew for each reader: nobody trades by it, and it would be a part of every snapshot. */
function fourHoursOf(market: MarketCandles): Track {
  const track = newTrack("4hour");
  foldInto(track, trackOf(market, "60min"));
  return track;
}

function trackFor(market: MarketCandles, name: IntervalName): Track {
  return name === "4hour" ? fourHoursOf(market) : trackOf(market, name);
}

function candlesOf(market: MarketCandles, name: IntervalName, span: CandleSpan): Candle[] {
  const track = trackFor(market, name);
  const { first, last } = spanOf(track, span);
  let older = track.ring.countBelow(last + 1);
  const stretch = { first: Math.max(first, oldestOf(track)), last };
  return filled(track.interval, stretch, () => storedAt(market, track, --older));
}

/** SPOT-DATA-4: the candles of a stretch, newest first; `next` gives those with trades, as ordered. */
function filled(
  interval: Interval,
  { first, last }: Pick<CandleStretch, "first" | "last">,
  next: () => Candle | undefined,
): Candle[] {
  const candles: Candle[] = [];
  let stored: Candle | undefined;
  for (let index = last; index >= first; index--) {
    const startMs = interval.startOf(index);
    if (!stored || startMs < stored.startMs) stored = next();
    if (!stored) break;
    candles.push(startMs === stored.startMs ? stored : quietCandle(startMs, stored.close));
  }
  return candles;
}

/** SANDBOX-PAST-4: a stretch of candles made of closed ones, which come newest first. */
export function candlesFrom(closed: readonly ClosedCandle[], stretch: CandleStretch): Candle[] {
  const { first, last, times } = stretch;
  const name = times === 1 ? (KEPT_INTERVALS[stretch.interval] as KeptInterval) : "4hour";
  const interval = intervalOf(name);
  const inside = closed.filter(({ index }) => index <= last);
  const rows = times === 1 ? inside : foldedBy(times, inside);
  let at = 0;
  const from = { first: Math.floor((first + times - 1) / times), last: Math.floor(last / times) };
  return filled(interval, from, () => {
    const row = rows[at++];
    return row && candleOf(interval, row);
  });
}

/** Every so many of an interval made one, newest first as they are. */
function foldedBy(times: number, closed: readonly ClosedCandle[]): ClosedCandle[] {
  const folded: ClosedCandle[] = [];
  for (const row of closed) {
    const index = Math.floor(row.index / times);
    const later = folded.at(-1);
    if (later?.index !== index) {
      folded.push({ ...row, index });
      continue;
    }
    const { open, high, low, lots } = row;
    folded[folded.length - 1] = {
      index,
      open,
      high: Math.max(high, later.high),
      low: Math.min(low, later.low),
      close: later.close,
      lots: later.lots + lots,
    };
  }
  return folded;
}

function candleOf(interval: Interval, closed: ClosedCandle): Candle {
  const { index, open, high, low, close, lots } = closed;
  return { startMs: interval.startOf(index), open, high, low, close, lots };
}

/** The first and the last candle of a span; none when the last comes before the first. */
function spanOf(track: Track, span: CandleSpan): { first: number; last: number } {
  const { interval } = track;
  const { nowMs, limit, startMs = 0, endMs = Number.MAX_SAFE_INTEGER } = span;
  const running = Math.max(interval.indexOf(nowMs), newestOf(track));
  const last = Math.min(running, interval.indexOf(endMs));
  const from = interval.indexOf(startMs);
  const firstInSpan = interval.startOf(from) < startMs ? from + 1 : from;
  const countMax = Math.min(limit, CANDLES_MAX);
  return { first: Math.max(firstInSpan, last - countMax + 1), last };
}

function storedAt({ minutes }: MarketCandles, track: Track, older: number): Candle {
  const lacksMinute = track !== minutes && older === track.ring.count - 1;
  const row = lacksMinute ? newestWith(track, minutes) : candleAt(track, older);
  return candleOf(track.interval, row);
}

/** SPOT-DATA-4: a candle without trades repeats the close before it. */
function quietCandle(startMs: number, close: number): Candle {
  return { startMs, open: close, high: close, low: close, close, lots: 0n };
}
