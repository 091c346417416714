/** Imported candles in the views: what is shown of them, and what is told when they close. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { pasts, slowSums, somePast } from "../../../test/views/past-candles.ts";
import { MONDAY_MS, slowTicker, trade } from "../../../test/views/trade-tape.ts";
import { ByteReader, ByteWriter } from "../base/records/bytes.ts";
import type { PastCandle, PastEvent } from "../engine/prices/past.ts";
import { type Candle, candlesFrom } from "./candles.ts";
import type { ClosedCandle, ClosedCandles } from "./closed-candles.ts";
import { CANDLES_MAX, INTERVALS, type IntervalName, KEPT_INTERVALS } from "./interval.ts";
import { Views } from "./views.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function imported(candles: readonly PastCandle[], market = 1): PastEvent {
  return { type: "CandlesImported", sort: "pair", market, candles };
}

/** Views with a past that came in pieces, and all that they told. */
function viewsOf(past: readonly PastCandle[], pieces: readonly number[] = []) {
  const views = new Views();
  const told: ClosedCandles[] = [];
  views.onClosed = (closed) => void told.push(closed);
  let from = 0;
  for (const to of [...pieces, past.length]) {
    if (to > from) views.fold(imported(past.slice(from, to)));
    from = Math.max(from, to);
  }
  return { views, told };
}

test("SANDBOX-PAST-3 I-18 imported candles are the candles of their minutes, and longer ones add them up", () => {
  fc.assert(
    fc.property(pasts, fc.nat(60), fc.nat(5_000_000), (past, cut, delay) => {
      const { views } = viewsOf(past, [cut]);
      const nowMs = (past.at(-1)?.startMs ?? 0) + MINUTE_MS + delay;

      for (const name of INTERVALS) {
        const shown = views.candles.newest(1, name, { nowMs, limit: 40 });
        expect(shown, name).toEqual(slowSums(past, name, nowMs, 40));
      }
    }),
    { seed: 31, numRuns: runs(60, 1_000) },
  );
});

test("SANDBOX-PAST-3 I-18 a candle stands for four rows: tape and ticker have them", () => {
  const rose = { startMs: MONDAY_MS, open: 10, high: 14, low: 8, close: 12, lots: 11 };
  const fell = { startMs: MONDAY_MS + MINUTE_MS, open: 12, high: 13, low: 7, close: 9, lots: 3 };
  const { views } = viewsOf([rose, fell]);

  const at = (ms: number) => MONDAY_MS + ms;
  const row = (timeMs: number, ticks: number, lots: number, takerSide: "buy" | "sell") => {
    return { id: timeMs - 10_000_000_000_000, timeMs, ticks, lots, takerSide };
  };
  // Of the second candle only the close has a lot: three quarters of three lots are none.
  expect(views.trades.newest(1, 10)).toEqual([
    row(at(105_000), 9, 3, "buy"),
    row(at(45_000), 12, 5, "sell"),
    row(at(30_000), 14, 2, "buy"),
    row(at(15_000), 8, 2, "sell"),
    row(at(0), 10, 2, "buy"),
  ]);
  expect(views.tickers.tickerOf(1, at(120_000))).toMatchObject({
    open: 10,
    high: 14,
    low: 7,
    last: 9,
    lots: 14n,
    traded: 2n * 10n + 2n * 8n + 2n * 14n + 5n * 12n + 3n * 9n,
  });
  // A day later only what the window holds: from the high of the first candle on.
  expect(views.tickers.tickerOf(1, at(86_400_000 + 29_000))).toMatchObject({
    open: 14,
    high: 14,
    low: 7,
    last: 9,
    lots: 10n,
  });
});

test("SANDBOX-PAST-3 I-18 trades go on where the past ends", () => {
  fc.assert(
    fc.property(pasts, fc.nat(100_000), (past, delay) => {
      const { views } = viewsOf(past);
      const endMs = (past.at(-1)?.startMs ?? 0) + MINUTE_MS;
      const timeMs = endMs + delay;
      const traded = { open: 77, high: 77, low: 77, close: 77, lots: 5 };

      views.fold(trade({ id: 1, ticks: 77, lots: 5, timeMs }));

      const all = [...past, { startMs: timeMs - (timeMs % MINUTE_MS), ...traded }];
      for (const name of INTERVALS) {
        const shown = views.candles.newest(1, name, { nowMs: timeMs, limit: 9 });
        expect(shown, name).toEqual(slowSums(all, name, timeMs, 9));
      }
      expect(views.tickers.tickerOf(1, timeMs).last).toBe(77);
      expect(views.trades.newest(1, 1)[0]).toMatchObject({ id: 1, ticks: 77 });
    }),
    { seed: 32, numRuns: runs(40, 400) },
  );
});

/** Everything that was told of an interval, newest first. */
function closedOf(told: readonly ClosedCandles[], name: IntervalName): ClosedCandle[] {
  const of = told.filter(({ interval }) => KEPT_INTERVALS[interval] === name);
  return of.flatMap(({ candles }) => candles).reverse();
}

test("SANDBOX-PAST-4 what closes is told once, and pages of it join those of the views", () => {
  const past = somePast(2_000);
  const { views, told } = viewsOf(past, [3, 900, 901]);
  const endMs = MONDAY_MS + 2_000 * MINUTE_MS;
  views.fold(trade({ id: 1, ticks: 900, lots: 4, timeMs: endMs + 30_000 }));
  const nowMs = endMs + 20 * MINUTE_MS;
  const last = { startMs: endMs, open: 900, high: 900, low: 900, close: 900, lots: 4 };

  for (const name of ["1min", "5min"] as const) {
    const all = slowSums([...past, last], name, nowMs);
    const closed = closedOf(told, name);
    // Each once, and all but the newest, which may go on.
    const indexes = closed.map(({ index }) => index);
    expect(new Set(indexes).size).toBe(indexes.length);
    const running = name === "1min" ? past.length : Math.ceil(2_000 / 5);
    expect(indexes).toHaveLength(running);
    for (const back of [0, 17, 250, 299, 300, 301, 900, 1_500, 1_990, 2_500]) {
      const span = { nowMs, limit: 40, endMs: nowMs - back * MINUTE_MS };
      expect(pageOf(views, closed, name, span), `${name} ${back}`).toEqual(
        all.filter(({ startMs }) => startMs <= span.endMs).slice(0, 40),
      );
    }
  }
  for (const { candles } of told) expect(candles.length).toBeLessThanOrEqual(64);
});

test("SANDBOX-PAST-4 four hours reach back as far as the hours that were told", () => {
  const past = somePast(1_500).map((candle, hour) => ({
    ...candle,
    startMs: MONDAY_MS + hour * HOUR_MS,
  }));
  const { views, told } = viewsOf(past, [7, 1_000]);
  const nowMs = MONDAY_MS + 1_500 * HOUR_MS;
  const all = slowSums(past, "4hour", nowMs);
  const closed = closedOf(told, "60min");

  for (const back of [0, 1, 73, 74, 75, 76, 77, 200, 375, 400]) {
    const span = { nowMs, limit: 90, endMs: nowMs - back * 4 * HOUR_MS };
    expect(pageOf(views, closed, "4hour", span), `${back}`).toEqual(
      all.filter(({ startMs }) => startMs <= span.endMs).slice(0, 90),
    );
  }
});

function pageOf(
  { candles }: Views,
  closed: readonly ClosedCandle[],
  name: IntervalName,
  span: { nowMs: number; limit: number; endMs: number },
): Candle[] {
  const older = candles.olderThanKept(1, name, span);
  const before = older ? candlesFrom(closed, older) : [];
  return [...candles.newest(1, name, span), ...before];
}

test("SANDBOX-PAST-4 nothing is told, and nothing asked for, of a market without a past", () => {
  const { views, told } = viewsOf(somePast(5));
  for (let minute = 0; minute < CANDLES_MAX + 50; minute++) {
    views.fold(trade({ pair: 2, ticks: 5, lots: 1, timeMs: MONDAY_MS + minute * MINUTE_MS }));
  }
  const nowMs = MONDAY_MS + 400 * MINUTE_MS;

  expect(told.filter(({ market }) => market === 2)).toEqual([]);
  const span = { nowMs, limit: 10, endMs: MONDAY_MS + 10 * MINUTE_MS };
  expect(views.candles.olderThanKept(2, "1min", span)).toBeUndefined();
  expect(views.candles.newest(2, "1min", span)).toEqual([]);
});

test("LOG-SNAP-1 SANDBOX-PAST-4 views from a snapshot tell the same from there on", () => {
  fc.assert(
    fc.property(pasts, fc.nat(60), (past, cut) => {
      const whole = viewsOf(past, [cut]);
      const first = viewsOf(past.slice(0, cut));
      const copy = new Views();
      const told: ClosedCandles[] = [];
      copy.read(new ByteReader(bytesOf(first.views)));
      copy.onClosed = (closed) => void told.push(closed);

      if (cut < past.length) copy.fold(imported(past.slice(cut)));

      expect(Buffer.compare(bytesOf(copy), bytesOf(whole.views))).toBe(0);
      expect([...first.told, ...told]).toEqual(whole.told);
      const nowMs = (past.at(-1)?.startMs ?? 0) + MINUTE_MS;
      expect(copy.trades.newest(1, 9)).toEqual(whole.views.trades.newest(1, 9));
      expect(copy.tickers.tickerOf(1, nowMs)).toEqual(whole.views.tickers.tickerOf(1, nowMs));
    }),
    { seed: 33, numRuns: runs(40, 400) },
  );
});

function bytesOf(views: Views): Uint8Array {
  const out = new ByteWriter();
  views.write(out);
  return out.view().slice();
}

test("SANDBOX-PAST-3 I-18 the day of a past is that of its rows, also in part", () => {
  fc.assert(
    fc.property(pasts, fc.nat(90_000_000), fc.nat(60), (past, delay, cut) => {
      const { views } = viewsOf(past, [cut, cut + 5]);
      const nowMs = (past.at(-1)?.startMs ?? 0) + MINUTE_MS + delay;
      const rows = past.flatMap(({ startMs, open, high, low, close, lots }) => {
        const quarter = (lots - (lots % 4)) / 4;
        const [second, third] = close >= open ? [low, high] : [high, low];
        return [
          trade({ timeMs: startMs, ticks: open, lots: quarter }),
          trade({ timeMs: startMs + 15_000, ticks: second, lots: quarter }),
          trade({ timeMs: startMs + 30_000, ticks: third, lots: quarter }),
          trade({ timeMs: startMs + 45_000, ticks: close, lots: lots - 3 * quarter }),
        ];
      });

      expect(views.tickers.tickerOf(1, nowMs)).toEqual(slowTicker(rows, nowMs));
    }),
    { seed: 34, numRuns: runs(60, 600) },
  );
});

test("SANDBOX-PAST-3 in however many pieces a past comes, and whenever it is read between, it is the same", () => {
  const past = somePast(3_000);
  const nowMs = MONDAY_MS + 3_000 * MINUTE_MS;
  const whole = viewsOf(past).views;
  const pieces = viewsOf(
    past,
    Array.from({ length: 40 }, (_, at) => at * 70),
  ).views;
  const watched = new Views();
  for (let at = 0; at < past.length; at += 70) {
    watched.fold(imported(past.slice(at, at + 70)));
    watched.tickers.tickerOf(1, nowMs);
    watched.trades.newest(1, 1);
  }

  for (const views of [pieces, watched]) {
    expect(views.trades.newest(1, 1_000)).toEqual(whole.trades.newest(1, 1_000));
    for (const backMs of [0, 3_600_000]) {
      const day = views.tickers.tickerOf(1, nowMs - backMs);
      expect(day).toEqual(whole.tickers.tickerOf(1, nowMs - backMs));
    }
    expect(Buffer.compare(bytesOf(views), bytesOf(whole))).toBe(0);
  }
  expect(whole.trades.newest(1, 2_000)).toHaveLength(1_000);
});
