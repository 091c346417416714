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
import { type ClosedCandle, type ClosedRun, RUN_MAX } from "./closed-candles.ts";
import { addSumTo, addTo, SUM_WIDTH, setSum, sumAt } from "./exact-sum.ts";
import { INTERVALS, type Interval, type IntervalName, intervalOf } from "./interval.ts";
import { Ring } from "./ring.ts";

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
  /** The place of the interval in INTERVALS. */
  readonly interval: number;
  readonly first: number;
  readonly last: number;
}

/** The largest number the API gives of an interval, and the largest that is kept. */
export const CANDLES_MAX = 300;

/** The columns of a row. */
const INDEX = 0;
const OPEN = 1;
const HIGH = 2;
const LOW = 3;
const CLOSE = 4;
const LOTS = 5;
const WIDTH = LOTS + SUM_WIDTH;

/** The candles of one interval with trades in them. */
interface Track {
  readonly interval: Interval;
  readonly ring: Ring;
  /** When the newest candle is over; 0 when there is none. */
  endMs: number;
}

interface MarketCandles {
  readonly minutes: Track;
  /** Their newest candles lack the newest minute. */
  readonly longer: readonly Track[];
  /** Whether closed candles are reported. */
  isKept: boolean;
}

function newTrack(name: IntervalName): Track {
  return { interval: intervalOf(name), ring: new Ring(WIDTH, CANDLES_MAX), endMs: 0 };
}

function newMarketCandles(): MarketCandles {
  const [minute, ...longer] = INTERVALS;
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
  private readonly closed: ClosedCandle[][] = INTERVALS.map(() => []);

  add(market: MarketId, trade: Trade): void {
    const candles = this.markets.get(market);
    if (!candles.isKept) {
      addTrade(candles, trade);
      return;
    }
    if (trade.timeMs >= candles.minutes.endMs) this.onTurned?.();
    addTrade(candles, trade, this.onClosed && this.closed);
    this.tellClosed(market);
  }

  /** SANDBOX-PAST-3: what the rows of each candle come to. From now on what closes is told. */
  addPast(market: MarketId, past: readonly PastCandle[]): void {
    this.keep(market);
    this.onTurned?.();
    const candles = this.markets.get(market);
    const closed = this.onClosed && this.closed;
    for (const candle of past) addMinuteOf(candles, candle, closed);
    this.tellClosed(market);
  }

  private tellClosed(market: MarketId): void {
    for (const [interval, closed] of this.closed.entries()) {
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
    const track = trackOf(candles, name);
    if (track.ring.count < CANDLES_MAX) return undefined;
    const { first, last } = spanOf(track, span);
    const before = Math.min(last, oldestOf(track.ring) - 1);
    return first > before ? undefined : { interval: INTERVALS.indexOf(name), first, last: before };
  }

  write(out: ByteWriter): void {
    this.markets.write(out, writeMarket);
  }

  read(from: ByteReader): void {
    this.markets.read(from, readMarket);
  }
}

interface Trade {
  readonly ticks: number;
  readonly lots: number;
  readonly timeMs: number;
}

function addTrade(candles: MarketCandles, trade: Trade, closed?: ClosedCandle[][]): void {
  const { minutes } = candles;
  const { ticks } = trade;
  if (trade.timeMs >= minutes.endMs) turnMinute(candles, trade, closed);
  const { ring } = minutes;
  const { values } = ring;
  const at = ring.at(ring.count - 1);
  if (ticks > (values[at + HIGH] as number)) values[at + HIGH] = ticks;
  if (ticks < (values[at + LOW] as number)) values[at + LOW] = ticks;
  values[at + CLOSE] = ticks;
  addTo(values, at + LOTS, trade.lots);
}

function addMinuteOf(candles: MarketCandles, past: PastCandle, closed?: ClosedCandle[][]): void {
  const { startMs: timeMs, open: ticks, lots } = past;
  // It is behind all that came before it: its minute is a new one.
  turnMinute(candles, { timeMs, ticks, lots }, closed);
  const { ring } = candles.minutes;
  const at = ring.at(ring.count - 1);
  ring.values[at + HIGH] = past.high;
  ring.values[at + LOW] = past.low;
  ring.values[at + CLOSE] = past.close;
  addTo(ring.values, at + LOTS, lots);
}

/** Gives the newest minute to the longer candles that hold it, and opens the next of each. */
function turnMinute(
  { minutes, longer }: MarketCandles,
  { timeMs, ticks }: Trade,
  closed?: ClosedCandle[][],
): void {
  let interval = 0;
  for (const track of longer) {
    const { ring } = track;
    interval++;
    if (ring.count > 0) addMinute(ring.values, ring.at(ring.count - 1), minutes.ring);
    if (timeMs < track.endMs) continue;
    if (closed) closeCandle(ring, closed[interval]);
    openCandle(track, timeMs, ticks);
  }
  if (closed) closeCandle(minutes.ring, closed[0]);
  openCandle(minutes, timeMs, ticks);
}

function closeCandle(ring: Ring, closed: ClosedCandle[] | undefined): void {
  if (ring.count > 0) closed?.push(rowAt(ring.values, ring.at(ring.count - 1)));
}

function rowAt(values: Float64Array, at: number): ClosedCandle {
  return {
    index: values[at + INDEX] as number,
    open: values[at + OPEN] as number,
    high: values[at + HIGH] as number,
    low: values[at + LOW] as number,
    close: values[at + CLOSE] as number,
    lots: sumAt(values, at + LOTS),
  };
}

function openCandle(track: Track, timeMs: number, ticks: number): void {
  const { interval, ring } = track;
  const index = interval.indexOf(timeMs);
  track.endMs = interval.startOf(index + 1);
  const at = ring.push();
  ring.values.fill(0, at, at + WIDTH);
  ring.values[at + INDEX] = index;
  ring.values.fill(ticks, at + OPEN, at + LOTS);
}

/** Adds the newest minute to the candle that begins at `at`. */
function addMinute(values: Float64Array, at: number, minutes: Ring): void {
  const added = minutes.values;
  const addedAt = minutes.at(minutes.count - 1);
  values[at + HIGH] = Math.max(values[at + HIGH] as number, added[addedAt + HIGH] as number);
  values[at + LOW] = Math.min(values[at + LOW] as number, added[addedAt + LOW] as number);
  values[at + CLOSE] = added[addedAt + CLOSE] as number;
  addSumTo(values, at + LOTS, { added, addedAt: addedAt + LOTS });
}

function trackOf({ minutes, longer }: MarketCandles, name: IntervalName): Track {
  return [minutes, ...longer][INTERVALS.indexOf(name)] as Track;
}

function candlesOf(market: MarketCandles, name: IntervalName, span: CandleSpan): Candle[] {
  const track = trackOf(market, name);
  const { first, last } = spanOf(track, span);
  let older = track.ring.countBelow(last + 1);
  const stretch = { first: Math.max(first, oldestOf(track.ring)), last };
  return filled(track.interval, stretch, () => candleAt(market, track, --older));
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
  const interval = intervalOf(INTERVALS[stretch.interval] as IntervalName);
  let at = closed.findIndex(({ index }) => index <= stretch.last);
  return filled(interval, stretch, () => {
    const row = at < 0 ? undefined : closed[at++];
    return row && candleOf(interval, row);
  });
}

function candleOf(interval: Interval, closed: ClosedCandle): Candle {
  const { index, open, high, low, close, lots } = closed;
  return { startMs: interval.startOf(index), open, high, low, close, lots };
}

/** The first and the last candle of a span; none when the last comes before the first. */
function spanOf({ interval, ring }: Track, span: CandleSpan): { first: number; last: number } {
  const { nowMs, limit, startMs = 0, endMs = Number.MAX_SAFE_INTEGER } = span;
  const newest = ring.values[ring.at(ring.count - 1) + INDEX] as number;
  const running = Math.max(interval.indexOf(nowMs), newest);
  const last = Math.min(running, interval.indexOf(endMs));
  const from = interval.indexOf(startMs);
  const firstInSpan = interval.startOf(from) < startMs ? from + 1 : from;
  const countMax = Math.min(limit, CANDLES_MAX);
  return { first: Math.max(firstInSpan, last - countMax + 1), last };
}

function oldestOf(ring: Ring): number {
  return ring.values[ring.at(0) + INDEX] as number;
}

function candleAt({ minutes }: MarketCandles, { interval, ring }: Track, older: number): Candle {
  const at = ring.at(older);
  const lacksMinute = ring !== minutes.ring && older === ring.count - 1;
  if (!lacksMinute) return candleOf(interval, rowAt(ring.values, at));
  const values = ring.values.slice(at, at + WIDTH);
  addMinute(values, 0, minutes.ring);
  return candleOf(interval, rowAt(values, 0));
}

/** SPOT-DATA-4: a candle without trades repeats the close before it. */
function quietCandle(startMs: number, close: number): Candle {
  return { startMs, open: close, high: close, low: close, close, lots: 0n };
}

function writeMarket(out: ByteWriter, { minutes, longer }: MarketCandles): void {
  for (const { ring } of [minutes, ...longer]) writeCandles(out, ring);
}

function readMarket(from: ByteReader, { minutes, longer }: MarketCandles): void {
  for (const track of [minutes, ...longer]) readCandles(from, track);
}

function writeCandles(out: ByteWriter, ring: Ring): void {
  out.uint(ring.count);
  for (let older = 0; older < ring.count; older++) {
    const at = ring.at(older);
    for (let column = 0; column < LOTS; column++) out.uint(ring.values[at + column] as number);
    out.big(sumAt(ring.values, at + LOTS));
  }
}

function readCandles(from: ByteReader, track: Track): void {
  const { ring, interval } = track;
  const count = from.uint();
  for (let i = 0; i < count; i++) {
    const at = ring.push();
    for (let column = 0; column < LOTS; column++) ring.values[at + column] = from.uint();
    setSum(ring.values, at + LOTS, from.big());
    track.endMs = interval.startOf((ring.values[at + INDEX] as number) + 1);
  }
}
