import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import {
  addTo,
  delaysMs,
  MONDAY_MS,
  ofPair,
  slowCandles,
  tapes,
  totalLots,
  trade,
} from "../../../test/views/trade-tape.ts";
import { getExample } from "../../../test/views/worked-example.ts";
import { ByteReader, ByteWriter } from "../base/records/bytes.ts";
import { formatSteps, formatUnits, stepsOf } from "../money/decimal.ts";
import { type Candle, Candles } from "./candles.ts";
import { CANDLES_MAX, INTERVALS, type IntervalName } from "./interval.ts";

interface Given {
  readonly interval: IntervalName;
  readonly now: number;
  readonly limit: number;
  readonly trades: readonly { readonly time: number; price: string; qty: string }[];
}

const MINUTE_MS = 60_000;
const intervals = fc.constantFrom(...INTERVALS);

function restored(candles: Candles): Candles {
  const out = new ByteWriter();
  candles.write(out);
  const copy = new Candles();
  copy.read(new ByteReader(out.view()));
  return copy;
}

function sumOfLots(candles: readonly Candle[]): bigint {
  return candles.reduce((sum, { lots }) => sum + lots, 0n);
}

/** One trade at the price `minute` in each of these minutes. */
function tradeEvery(candles: Candles, { minutes, step }: { minutes: number; step: number }): void {
  for (let minute = 1; minute <= minutes; minute++) {
    const timeMs = MONDAY_MS + minute * step * MINUTE_MS;
    addTo(candles, trade({ timeMs, ticks: minute, lots: Number.MAX_SAFE_INTEGER }));
  }
}

test("SPOT-DATA-4 example SPOT-07: empty minutes repeat the close before them", () => {
  const { given, expect: expected } = getExample<Given, { klines: unknown }>("SPOT-07");
  const candles = new Candles();

  for (const { time, price, qty } of given.trades) {
    addTo(candles, trade({ timeMs: time, ticks: stepsOf(price, 2), lots: stepsOf(qty, 4) }));
  }

  const span = { nowMs: given.now, limit: given.limit };
  const klines = candles.newest(1, given.interval, span).map((candle) => ({
    idx: candle.startMs,
    open: formatSteps(candle.open, 2),
    close: formatSteps(candle.close, 2),
    high: formatSteps(candle.high, 2),
    low: formatSteps(candle.low, 2),
    vol: formatUnits(candle.lots, 4),
  }));
  expect(klines).toEqual(expected.klines);
});

test("SPOT-DATA-4 before the first trade ever there is no candle", () => {
  const candles = new Candles();
  addTo(candles, trade({ timeMs: MONDAY_MS + 90_000, ticks: 4 }));

  const starts = candles
    .newest(1, "1min", { nowMs: MONDAY_MS + 200_000, limit: 300 })
    .map(({ startMs }) => startMs - MONDAY_MS);

  expect(starts).toEqual([180_000, 120_000, 60_000]);
  expect(candles.newest(2, "1min", { nowMs: MONDAY_MS, limit: 300 })).toEqual([]);
});

test("SPOT-DATA-4 a clock behind the last trade sees the candle of that trade", () => {
  const candles = new Candles();
  addTo(candles, trade({ ticks: 3 }));
  addTo(candles, trade({ ticks: 5, timeMs: MONDAY_MS + MINUTE_MS }));

  const newest = candles.newest(1, "1min", { nowMs: MONDAY_MS, limit: 300 });

  expect(newest.map(({ close }) => close)).toEqual([5, 3]);
});

test("SPOT-DATA-4 I-18 candles equal those worked out from all trades", () => {
  const limits = fc.constantFrom(1, 2, 7, CANDLES_MAX);

  fc.assert(
    fc.property(tapes, intervals, limits, delaysMs, (tape, name, limit, delay) => {
      const candles = new Candles();
      for (const [index, each] of tape.entries()) {
        addTo(candles, each);
        const span = { nowMs: each.timeMs, limit: 2 };
        const seen = ofPair(tape.slice(0, index + 1), each.pair);
        expect(candles.newest(each.pair, name, span)).toEqual(slowCandles(seen, name, span));
      }

      const copy = restored(candles);

      const span = { nowMs: (tape.at(-1)?.timeMs ?? 0) + delay, limit };
      for (const pair of [1, 2, 3]) {
        const expected = slowCandles(ofPair(tape, pair), name, span);
        expect(candles.newest(pair, name, span)).toEqual(expected);
        expect(copy.newest(pair, name, span)).toEqual(expected);
      }
    }),
    { seed: 7, numRuns: runs(100, 400) },
  );
});

test("SPOT-DATA-4 a span gives the candles that start in it, both ends included", () => {
  fc.assert(
    fc.property(tapes, intervals, delaysMs, delaysMs, (tape, name, early, late) => {
      const candles = new Candles();
      for (const each of ofPair(tape, 1)) addTo(candles, each);
      const nowMs = (tape.at(-1)?.timeMs ?? 0) + 1;
      const endMs = nowMs - late;
      const startMs = endMs - early;

      const inSpan = candles.newest(1, name, { nowMs, limit: 50, startMs, endMs });

      const all = slowCandles(ofPair(tape, 1), name, { nowMs, limit: 2_000 });
      const expected = all.filter((each) => each.startMs >= startMs && each.startMs <= endMs);
      const isWhole = all.length < 2_000 || (all.at(-1)?.startMs ?? 0) < startMs;
      if (isWhole) expect(inSpan).toEqual(expected.slice(0, 50));
    }),
    { seed: 8, numRuns: runs(80, 300) },
  );
});

test("SPOT-DATA-4 I-18 the lots of the candles are those of the trades", () => {
  fc.assert(
    fc.property(tapes, intervals, (tape, name) => {
      const candles = new Candles();
      for (const each of tape) addTo(candles, each);
      const nowMs = tape.at(-1)?.timeMs ?? 0;

      for (const pair of [1, 2, 3]) {
        const served = candles.newest(pair, name, { nowMs, limit: CANDLES_MAX });
        const fromMs = served.at(-1)?.startMs ?? 0;
        const inRange = ofPair(tape, pair).filter(({ timeMs }) => timeMs >= fromMs);
        expect(sumOfLots(served)).toBe(totalLots(inRange));
      }
    }),
    { seed: 9, numRuns: runs(80, 300) },
  );
});

test("SPOT-DATA-4 CORE-BOUND-1 of a thousand minutes with trades the newest 300 are kept", () => {
  const candles = new Candles();
  tradeEvery(candles, { minutes: 1_000, step: 1 });
  const nowMs = MONDAY_MS + 1_000 * MINUTE_MS;

  const newest = candles.newest(1, "1min", { nowMs, limit: 9_999 });

  expect(newest.map(({ close }) => close)).toEqual(
    Array.from({ length: CANDLES_MAX }, (_, index) => 1_000 - index),
  );
  expect(candles.newest(1, "1min", { nowMs, limit: 300, endMs: newest[299]?.startMs })).toEqual(
    newest.slice(299),
  );
  expect(candles.newest(1, "1min", { nowMs, limit: 300, endMs: nowMs - 300 * MINUTE_MS })).toEqual(
    [],
  );
  expect(restored(candles).newest(1, "1min", { nowMs, limit: 300 })).toEqual(newest);
});

test("SPOT-DATA-4 with sparse trades the newest 300 are right, and the kept reach further", () => {
  const candles = new Candles();
  tradeEvery(candles, { minutes: 1_000, step: 7 });
  const nowMs = MONDAY_MS + (7_000 + 200) * MINUTE_MS;

  const newest = candles.newest(1, "1min", { nowMs, limit: 300 });
  const endMs = MONDAY_MS + 5_000 * MINUTE_MS;
  const older = candles.newest(1, "1min", { nowMs, limit: 300, endMs });

  const closeAt = ({ startMs }: Candle) => Math.floor((startMs - MONDAY_MS) / MINUTE_MS / 7);
  expect(newest).toHaveLength(300);
  expect(newest.map(({ close }) => close)).toEqual(newest.map((c) => Math.min(closeAt(c), 1_000)));
  expect(older.map(({ close }) => close)).toEqual(older.map(closeAt));
  expect(older).toHaveLength(5_000 - 701 * 7 + 1);
});

test("SPOT-DATA-4 the lots of a candle are exact far beyond 2^53", () => {
  const candles = new Candles();
  tradeEvery(candles, { minutes: 1_000, step: 1 });
  const span = { nowMs: MONDAY_MS + 1_000 * MINUTE_MS, limit: 1 };

  const lotsOf = (name: IntervalName) => sumOfLots(candles.newest(1, name, span));

  expect(lotsOf("1day")).toBe(1_000n * BigInt(Number.MAX_SAFE_INTEGER));
  expect(lotsOf("1month")).toBe(lotsOf("1day"));
  expect(lotsOf("1min")).toBe(BigInt(Number.MAX_SAFE_INTEGER));
});
