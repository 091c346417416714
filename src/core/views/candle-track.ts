/**
 * The candles of one market and interval with trades in them, as rows of numbers: how one is opened, added to, read, and written
 * into a snapshot.
 */
import type { ByteReader, ByteWriter } from "../base/records/bytes.ts";
import type { PastCandle } from "../engine/prices/past.ts";
import type { ClosedCandle } from "./closed-candles.ts";
import { addSumTo, addTo, SUM_WIDTH, setSum, sumAt } from "./exact-sum.ts";
import { CANDLES_MAX, type Interval, type IntervalName, intervalOf } from "./interval.ts";
import { Ring } from "./ring.ts";

/** The columns of a row. */
const INDEX = 0;
const OPEN = 1;
const HIGH = 2;
const LOW = 3;
const CLOSE = 4;
const LOTS = 5;
const WIDTH = LOTS + SUM_WIDTH;

/** The candles of one interval with trades in them. */
export interface Track {
  readonly interval: Interval;
  readonly ring: Ring;
  /** When the newest candle is over; 0 when there is none. */
  endMs: number;
}

export function newTrack(name: IntervalName): Track {
  return { interval: intervalOf(name), ring: new Ring(WIDTH, CANDLES_MAX), endMs: 0 };
}

export function openCandle(track: Track, timeMs: number, ticks: number): void {
  const { interval, ring } = track;
  const index = interval.indexOf(timeMs);
  track.endMs = interval.startOf(index + 1);
  const at = ring.push();
  ring.values.fill(0, at, at + WIDTH);
  ring.values[at + INDEX] = index;
  ring.values.fill(ticks, at + OPEN, at + LOTS);
}

/** Prices in ticks. */
export interface Trade {
  readonly ticks: number;
  readonly lots: number;
  readonly timeMs: number;
}

/** Into the newest candle, in which it falls. */
export function addTrade({ ring }: Track, { ticks, lots }: Trade): void {
  const { values } = ring;
  const at = ring.at(ring.count - 1);
  if (ticks > (values[at + HIGH] as number)) values[at + HIGH] = ticks;
  if (ticks < (values[at + LOW] as number)) values[at + LOW] = ticks;
  values[at + CLOSE] = ticks;
  addTo(values, at + LOTS, lots);
}

/** Makes the newest candle, which has been opened for it, an imported one (SANDBOX-PAST-3). */
export function setCandle({ ring }: Track, { high, low, close, lots }: PastCandle): void {
  const { values } = ring;
  const at = ring.at(ring.count - 1);
  values[at + HIGH] = high;
  values[at + LOW] = low;
  values[at + CLOSE] = close;
  addTo(values, at + LOTS, lots);
}

/** Adds the newest candle of a shorter interval to the newest of this one, if there is one. */
export function addNewest({ ring }: Track, shorter: Track): void {
  if (ring.count > 0) addCandle(ring.values, ring.at(ring.count - 1), newestRow(shorter));
}

/** The candle with so many before it. */
export function candleAt({ ring }: Track, older: number): ClosedCandle {
  return rowAt(ring.values, ring.at(older));
}

/** The newest candle with what the newest of a shorter interval would add to it. */
export function newestWith({ ring }: Track, shorter: Track): ClosedCandle {
  const at = ring.at(ring.count - 1);
  const values = ring.values.slice(at, at + WIDTH);
  addCandle(values, 0, newestRow(shorter));
  return rowAt(values, 0);
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

interface Row {
  readonly added: Float64Array;
  readonly addedAt: number;
}

function newestRow({ ring }: Track): Row {
  return { added: ring.values, addedAt: ring.at(ring.count - 1) };
}

/** Adds a later candle to the one that begins at `at`. */
function addCandle(values: Float64Array, at: number, { added, addedAt }: Row): void {
  values[at + HIGH] = Math.max(values[at + HIGH] as number, added[addedAt + HIGH] as number);
  values[at + LOW] = Math.min(values[at + LOW] as number, added[addedAt + LOW] as number);
  values[at + CLOSE] = added[addedAt + CLOSE] as number;
  addSumTo(values, at + LOTS, { added, addedAt: addedAt + LOTS });
}

export function oldestOf({ ring }: Track): number {
  return ring.values[ring.at(0) + INDEX] as number;
}

export function newestOf({ ring }: Track): number {
  return ring.values[ring.at(ring.count - 1) + INDEX] as number;
}

/**
 * Makes the candles of an empty track out of those of a shorter interval that are kept. One whose first part may be forgotten is
 * left out.
 */
export function foldInto(track: Track, shorter: Track): void {
  const { interval, ring } = shorter;
  const whole = ring.count < CANDLES_MAX ? 0 : oldestOf(shorter);
  for (let older = 0; older < ring.count; older++) {
    const addedAt = ring.at(older);
    const startMs = interval.startOf(ring.values[addedAt + INDEX] as number);
    const firstMs = track.interval.startOf(track.interval.indexOf(startMs));
    if (interval.indexOf(firstMs) < whole) continue;
    if (startMs >= track.endMs) openCandle(track, startMs, ring.values[addedAt + OPEN] as number);
    const at = track.ring.at(track.ring.count - 1);
    addCandle(track.ring.values, at, { added: ring.values, addedAt });
  }
}

export function writeTrack(out: ByteWriter, { ring }: Track): void {
  out.uint(ring.count);
  for (let older = 0; older < ring.count; older++) {
    const at = ring.at(older);
    for (let column = 0; column < LOTS; column++) out.uint(ring.values[at + column] as number);
    out.big(sumAt(ring.values, at + LOTS));
  }
}

export function readTrack(from: ByteReader, track: Track): void {
  const { ring, interval } = track;
  const count = from.uint();
  for (let i = 0; i < count; i++) {
    const at = ring.push();
    for (let column = 0; column < LOTS; column++) ring.values[at + column] = from.uint();
    setSum(ring.values, at + LOTS, from.big());
    track.endMs = interval.startOf((ring.values[at + INDEX] as number) + 1);
  }
}
