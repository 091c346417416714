/** Imported candles for tests, and the slow and obvious sum of them: the oracle of SANDBOX-PAST-3. */
import fc from "fast-check";
import type { PastCandle } from "../../src/core/engine/prices/past.ts";
import type { Candle } from "../../src/core/views/candles.ts";
import type { IntervalName } from "../../src/core/views/interval.ts";
import { MONDAY_MS, slowStart } from "./trade-tape.ts";

const MINUTE_MS = 60_000;

const shape = fc.record({
  gap: fc.oneof(
    { weight: 6, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 90 }) },
    { weight: 1, arbitrary: fc.integer({ min: 90, max: 50_000 }) },
  ),
  open: fc.integer({ min: 100, max: 130 }),
  close: fc.integer({ min: 100, max: 130 }),
  above: fc.nat(9),
  below: fc.nat(9),
  lots: fc.oneof(fc.nat(9), fc.nat(2 ** 51 - 1)),
});

/** Some candles in the order of time; the next may begin right behind them. */
export const pasts: fc.Arbitrary<readonly PastCandle[]> = fc
  .array(shape, { minLength: 1, maxLength: 60 })
  .map((steps) => {
    let startMs = MONDAY_MS;
    return steps.map(({ gap, open, close, above, below, lots }) => {
      startMs += gap * MINUTE_MS;
      const high = Math.max(open, close) + above;
      const low = Math.min(open, close) - below;
      return { startMs, open, high, low, close, lots };
    });
  });

/** Minute after minute, some left out, no two alike. */
export function somePast(count: number, startMs = MONDAY_MS): PastCandle[] {
  return Array.from({ length: count }, (_, at) => {
    const [open, close] = [1_000 + ((at * 37) % 91), 1_000 + ((at * 53) % 97)];
    const [high, low] = [Math.max(open, close) + (at % 5), Math.min(open, close) - (at % 3)];
    return { startMs: startMs + at * MINUTE_MS, open, high, low, close, lots: (at * 7) % 11 };
  }).filter((_, at) => at % 13 !== 5);
}

/** The candle that a list of candles adds up to. */
function sumOf(startMs: number, candles: readonly PastCandle[]): Candle | undefined {
  const [first, last] = [candles[0], candles.at(-1)];
  if (!first || !last) return undefined;
  return {
    startMs,
    open: first.open,
    high: Math.max(...candles.map(({ high }) => high)),
    low: Math.min(...candles.map(({ low }) => low)),
    close: last.close,
    lots: candles.reduce((sum, { lots }) => sum + BigInt(lots), 0n),
  };
}

/** All candles of an interval up to `nowMs`, newest first; a quiet one repeats the close before it. */
export function slowSums(
  past: readonly PastCandle[],
  name: IntervalName,
  nowMs: number,
  countMax = Number.POSITIVE_INFINITY,
): Candle[] {
  const groups = new Map<number, PastCandle[]>();
  for (const candle of past) {
    const startMs = slowStart(name, candle.startMs);
    groups.set(startMs, [...(groups.get(startMs) ?? []), candle]);
  }
  const starts = [...groups.keys()];
  const oldest = starts[0] ?? Number.POSITIVE_INFINITY;
  const sums: Candle[] = [];
  let startMs = slowStart(name, nowMs);
  let at = starts.length - 1;
  for (; startMs >= oldest && sums.length < countMax; startMs = slowStart(name, startMs - 1)) {
    while ((starts[at] ?? 0) > startMs) at--;
    const group = groups.get(starts[at] ?? 0) ?? [];
    const sum = sumOf(starts[at] ?? 0, group);
    if (!sum) break;
    const { close } = sum;
    const quiet = { startMs, open: close, high: close, low: close, close, lots: 0n };
    sums.push(sum.startMs === startMs ? sum : quiet);
  }
  return sums;
}
