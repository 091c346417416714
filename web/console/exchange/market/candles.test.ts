/** Candles from REST and from the stream make one line without holes, doubles or end. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Kline } from "../../../../src/client/client.ts";
import { CANDLES_MAX, isContinuation, mergeCandles } from "./candles.ts";

const candle = (idx: number, close = "1"): Kline => {
  return { idx, close, open: "1", high: "1", low: "1", vol: "1" };
};

test("the newer word on a candle wins, and a later one is put behind it", () => {
  const kept = [candle(60), candle(120)];

  expect(mergeCandles(kept, [candle(120, "2")])).toEqual([candle(60), candle(120, "2")]);
  expect(mergeCandles(kept, [candle(120, "2"), candle(180)]).map(({ idx }) => idx)).toEqual([
    60, 120, 180,
  ]);
  expect(mergeCandles(kept, [candle(0)]).map(({ idx }) => idx)).toEqual([0, 60, 120]);
});

test("whatever comes in whatever order, candles are in the order of time and each once", () => {
  const some = fc.array(fc.integer({ min: 0, max: 50 }), { maxLength: 40 });
  fc.assert(
    fc.property(fc.array(some), (arrivals) => {
      const merged = arrivals.reduce<readonly Kline[]>(
        (kept, added) =>
          mergeCandles(
            kept,
            added.map((idx) => candle(idx)),
          ),
        [],
      );

      const expected = [...new Set(arrivals.flat())].sort((a, b) => a - b);
      expect(merged.map(({ idx }) => idx)).toEqual(expected);
    }),
    { seed: 7 },
  );
});

test("beyond the limit the oldest candles are given up", () => {
  const many = Array.from({ length: CANDLES_MAX + 10 }, (_, idx) => candle(idx));

  const merged = mergeCandles([], many);

  expect([merged.length, merged[0]?.idx]).toEqual([CANDLES_MAX, 10]);
});

test("only what changed at the end is drawn again; anything else is drawn as a whole", () => {
  const kept = [candle(60), candle(120), candle(180)];

  expect(isContinuation(kept, mergeCandles(kept, [candle(180, "2")]))).toBe(true);
  expect(isContinuation(kept, mergeCandles(kept, [candle(180, "2"), candle(240)]))).toBe(true);
  expect(isContinuation(kept, mergeCandles(kept, [candle(0)]))).toBe(false);
  expect(isContinuation(kept, mergeCandles(kept, [candle(120, "2")]))).toBe(false);
  expect(isContinuation(kept, mergeCandles([], [candle(500)]))).toBe(false);
  expect(isContinuation([], kept)).toBe(false);
});
