/**
 * The ticker of each market: the running second and the 86,399 whole seconds before it. Bounded; part
 * of the snapshot. SPOT-DATA-3.
 *
 * A second with trades is a row with its first price and the sums of everything before it, so the
 * volume of a window is one subtraction. Of the highs of past seconds only those are kept that no
 * later one reaches (of the lows likewise): the highest of a window is the first that lies in it.
 * Every answer is a binary search that changes nothing, and seconds are forgotten only when a trade
 * comes, so what is written depends on the trades alone and not on queries. The last answer is kept, to be given
 * again: the same object says the same, which saves a list of all markets most of its work (SPOT-DATA-7).
 */
import { assert } from "../base/assert.ts";
import type { ByteReader, ByteWriter } from "../base/records/bytes.ts";
import type { PastCandle } from "../engine/prices/past.ts";
import { RATE_ONE_BIG } from "../money/rate.ts";
import { divHalfUp } from "../money/rounding.ts";
import { ByMarket, type MarketId } from "./by-market.ts";
import { addProductTo, addTo, SUM_WIDTH, setSum, sumAt } from "./exact-sum.ts";
import { rowsOf } from "./past-rows.ts";
import { type PastPiece, PendingPast } from "./pending-past.ts";
import { Ring } from "./ring.ts";

/** Prices in ticks; all 0 before the first trade ever. */
export interface Ticker {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  /** The last trade ever, also when it is older than the window. */
  readonly last: number;
  /** The quantity traded: of the base, in futures contracts. */
  readonly lots: bigint;
  /** In ticks × lots: of a pair the quote turnover. */
  readonly traded: bigint;
  /** (last - open) / open in units of 10^-8, half up. */
  readonly rose: bigint;
}

export const TICKER_SECONDS = 86_400;

/** The columns of a second; its sums are those of all seconds before it. */
const SECOND = 0;
const OPEN = 1;
const LOTS = 2;
const TRADED = LOTS + SUM_WIDTH;
const SECOND_WIDTH = TRADED + SUM_WIDTH;

/** The columns of an extreme (after its second), and where the sums stand in `total`. */
const RANK = 1;
const EXTREME_WIDTH = 2;
const TOTAL_LOTS = 0;
const TOTAL_TRADED = SUM_WIDTH;

interface MarketWindow {
  /** The extremes of the newest second. */
  high: number;
  low: number;
  last: number;
  readonly total: Float64Array;
  readonly seconds: Ring;
  /** The extremes that count of the seconds before it, by rank: a high by its ticks ... */
  readonly highs: Ring;
  /** ... and a low by its ticks below zero, so that the highest rank is wanted of both. */
  readonly lows: Ring;
  readonly pending: PendingPast;
  /** The last answer, until a trade comes. */
  told: ToldTicker | undefined;
}

/** A ticker, and between which first seconds of a window it is right: both included. */
interface ToldTicker {
  readonly ticker: Ticker;
  readonly from: number;
  readonly to: number;
}

function newWindow(): MarketWindow {
  return {
    high: 0,
    low: 0,
    last: 0,
    total: new Float64Array(2 * SUM_WIDTH),
    seconds: new Ring(SECOND_WIDTH, TICKER_SECONDS),
    highs: new Ring(EXTREME_WIDTH, TICKER_SECONDS),
    lows: new Ring(EXTREME_WIDTH, TICKER_SECONDS),
    pending: new PendingPast(isOfDay),
    told: undefined,
  };
}

/** Whether the window of the last candle reaches back to a piece. */
function isOfDay(piece: PastPiece, later: readonly PastPiece[]): boolean {
  const newestMs = later.at(-1)?.at(-1)?.startMs ?? 0;
  return (piece.at(-1)?.startMs ?? 0) >= newestMs - TICKER_SECONDS * 1_000;
}

export class Tickers {
  private readonly windows = new ByMarket(newWindow);

  add(market: MarketId, trade: Trade): void {
    addTrade(settled(this.windows.get(market)), trade);
  }

  /** SANDBOX-PAST-3 */
  addPast(market: MarketId, past: readonly PastCandle[]): void {
    this.windows.get(market).pending.add(past);
  }

  /** SPOT-DATA-3. No more is kept than the window of the last trade, so no earlier one is seen. */
  tickerOf(market: MarketId, nowMs: number): Ticker {
    const window = this.windows.find(market);
    if (!window) return NEVER_TRADED;
    const { told } = settled(window);
    const first = firstSecondAt(Math.floor(nowMs / 1_000));
    if (told && first >= told.from && first <= told.to) return told.ticker;
    window.told = toldFrom(window, first);
    return window.told.ticker;
  }

  write(out: ByteWriter): void {
    this.windows.write(out, (to, window) => writeWindow(to, settled(window)));
  }

  read(from: ByteReader): void {
    this.windows.read(from, readWindow);
  }
}

/** With all that waited for it. */
function settled(window: MarketWindow): MarketWindow {
  for (const candle of window.pending.take()) {
    for (const row of rowsOf(candle)) addTrade(window, row);
  }
  return window;
}

/** What is right from the second behind the newest that has left the window, until the next one leaves it. */
function toldFrom(window: MarketWindow, first: number): ToldTicker {
  const { seconds, last } = window;
  const older = seconds.countBelow(first);
  const secondAt = (row: number) => seconds.values[seconds.at(row) + SECOND] as number;
  const from = older === 0 ? Number.NEGATIVE_INFINITY : secondAt(older - 1) + 1;
  if (older === seconds.count) return { ticker: quietTicker(last), from, to: Infinity };
  return { ticker: tickerFrom(window, first, seconds.at(older)), from, to: secondAt(older) };
}

/** `at` is where the first second of the window begins. */
function tickerFrom(window: MarketWindow, first: number, at: number): Ticker {
  const { seconds, total, last } = window;
  const open = seconds.values[at + OPEN] as number;
  return {
    open,
    high: highestOf(window.highs, first, window.high),
    low: 0 - highestOf(window.lows, first, 0 - window.low),
    last,
    lots: sumAt(total, TOTAL_LOTS) - sumAt(seconds.values, at + LOTS),
    traded: sumAt(total, TOTAL_TRADED) - sumAt(seconds.values, at + TRADED),
    rose: divHalfUp(BigInt(last - open) * RATE_ONE_BIG, BigInt(open)),
  };
}

/** SPOT-DATA-3: nothing in the window. */
function quietTicker(last: number): Ticker {
  return { open: last, high: last, low: last, last, lots: 0n, traded: 0n, rose: 0n };
}

const NEVER_TRADED = quietTicker(0);

/** The first second of the window whose running second is `second`. */
function firstSecondAt(second: number): number {
  return second - (TICKER_SECONDS - 1);
}

function newestSecondOf(seconds: Ring): number {
  return seconds.values[seconds.at(seconds.count - 1) + SECOND] as number;
}

/** The highest rank from the second `first` on, that of the newest second included. */
function highestOf(extremes: Ring, first: number, newest: number): number {
  const older = extremes.countBelow(first);
  if (older === extremes.count) return newest;
  return Math.max(extremes.values[extremes.at(older) + RANK] as number, newest);
}

interface Trade {
  readonly ticks: number;
  readonly lots: number;
  readonly timeMs: number;
}

function addTrade(window: MarketWindow, trade: Trade): void {
  const { seconds, total } = window;
  const { ticks } = trade;
  window.told = undefined;
  const second = Math.floor(trade.timeMs / 1_000);
  if (seconds.count === 0 || newestSecondOf(seconds) !== second) turnSecond(window, second, ticks);
  if (ticks > window.high) window.high = ticks;
  if (ticks < window.low) window.low = ticks;
  window.last = ticks;
  addTo(total, TOTAL_LOTS, trade.lots);
  addProductTo(total, TOTAL_TRADED, trade);
}

/** Closes the newest second, forgets what no window from now on can see, and opens the next. */
function turnSecond(window: MarketWindow, second: number, ticks: number): void {
  const { seconds, highs, lows } = window;
  if (seconds.count > 0) {
    const closed = newestSecondOf(seconds);
    assert(closed < second, "trades come in the order of time");
    addExtreme(highs, closed, window.high);
    addExtreme(lows, closed, 0 - window.low);
  }
  const first = firstSecondAt(second);
  dropBelow(seconds, first);
  dropBelow(highs, first);
  dropBelow(lows, first);
  openSecond(window, second, ticks);
  window.high = ticks;
  window.low = ticks;
}

function dropBelow(ring: Ring, second: number): void {
  while (ring.count > 0 && (ring.values[ring.at(0)] as number) < second) ring.dropOldest();
}

function openSecond({ seconds, total }: MarketWindow, second: number, open: number): void {
  const at = seconds.push();
  const { values } = seconds;
  values[at + SECOND] = second;
  values[at + OPEN] = open;
  for (let i = 0; i < total.length; i++) values[at + LOTS + i] = total[i] as number;
}

/** An extreme that is not higher than a later one is never the highest again. */
function addExtreme(extremes: Ring, second: number, rank: number): void {
  while (extremes.count > 0 && newestRankOf(extremes) <= rank) extremes.dropNewest();
  const at = extremes.push();
  extremes.values[at + SECOND] = second;
  extremes.values[at + RANK] = rank;
}

function newestRankOf(extremes: Ring): number {
  return extremes.values[extremes.at(extremes.count - 1) + RANK] as number;
}

/** Each second with its own sums: the total since the first trade ever is not kept. */
function writeWindow(out: ByteWriter, window: MarketWindow): void {
  const { seconds, total } = window;
  const { values } = seconds;
  out.uint(window.high);
  out.uint(window.low);
  out.uint(window.last);
  out.uint(seconds.count);
  for (let older = 0; older < seconds.count; older++) {
    const at = seconds.at(older);
    const isNewest = older === seconds.count - 1;
    const after = isNewest ? total : values;
    const afterAt = isNewest ? 0 : seconds.at(older + 1) + LOTS;
    out.uint(values[at + SECOND] as number);
    out.uint(values[at + OPEN] as number);
    out.big(sumAt(after, afterAt + TOTAL_LOTS) - sumAt(values, at + LOTS));
    out.big(sumAt(after, afterAt + TOTAL_TRADED) - sumAt(values, at + TRADED));
  }
  writeExtremes(out, window.highs);
  writeExtremes(out, window.lows);
}

function readWindow(from: ByteReader, window: MarketWindow): void {
  const { total } = window;
  window.high = from.uint();
  window.low = from.uint();
  window.last = from.uint();
  const count = from.uint();
  for (let i = 0; i < count; i++) {
    const second = from.uint();
    openSecond(window, second, from.uint());
    setSum(total, TOTAL_LOTS, sumAt(total, TOTAL_LOTS) + from.big());
    setSum(total, TOTAL_TRADED, sumAt(total, TOTAL_TRADED) + from.big());
  }
  readExtremes(from, window.highs);
  readExtremes(from, window.lows);
}

function writeExtremes(out: ByteWriter, extremes: Ring): void {
  out.uint(extremes.count);
  for (let older = 0; older < extremes.count; older++) {
    const at = extremes.at(older);
    out.uint(extremes.values[at + SECOND] as number);
    out.int(extremes.values[at + RANK] as number);
  }
}

function readExtremes(from: ByteReader, extremes: Ring): void {
  const count = from.uint();
  for (let i = 0; i < count; i++) addExtreme(extremes, from.uint(), from.int());
}
