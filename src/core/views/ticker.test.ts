import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import {
  addTo,
  delaysMs,
  MONDAY_MS,
  ofPair,
  slowTicker,
  tapes,
  trade,
} from "../../../test/views/trade-tape.ts";
import { getExample } from "../../../test/views/worked-example.ts";
import { ByteReader, ByteWriter } from "../base/records/bytes.ts";
import { formatSteps, formatUnits, stepsOf } from "../money/decimal.ts";
import { TICKER_SECONDS, Tickers } from "./ticker.ts";

interface Given {
  readonly now: number;
  readonly trades: readonly { readonly time: number; price: string; qty: string }[];
}

function bytesOf(tickers: Tickers): Uint8Array {
  const out = new ByteWriter();
  tickers.write(out);
  return out.view();
}

function restored(tickers: Tickers): Tickers {
  return readFrom(bytesOf(tickers));
}

function readFrom(bytes: Uint8Array): Tickers {
  const copy = new Tickers();
  copy.read(new ByteReader(bytes));
  return copy;
}

test("SPOT-DATA-3 example SPOT-06: what has just left the window does not count", () => {
  const { given, expect: expected } = getExample<Given, Record<string, unknown>>("SPOT-06");
  const tickers = new Tickers();

  for (const { time, price, qty } of given.trades) {
    addTo(tickers, trade({ timeMs: time, ticks: stepsOf(price, 2), lots: stepsOf(qty, 4) }));
  }

  const { open, high, low, last, lots, rose } = tickers.tickerOf(1, given.now);
  expect({
    time: given.now,
    high: formatSteps(high, 2),
    low: formatSteps(low, 2),
    last: formatSteps(last, 2),
    open: formatSteps(open, 2),
    vol: formatUnits(lots, 4),
    rose: formatUnits(rose, 8),
  }).toEqual(expected);
});

test("SPOT-DATA-3 a pair that never traded has a ticker of zeros", () => {
  const zeros = { open: 0, high: 0, low: 0, last: 0, lots: 0n, traded: 0n, rose: 0n };

  expect(new Tickers().tickerOf(1, MONDAY_MS)).toEqual(zeros);
});

test("SPOT-DATA-3 with no trade in the window the last price stands for all", () => {
  const tickers = new Tickers();
  addTo(tickers, trade({ ticks: 3, lots: 2 }));
  addTo(tickers, trade({ ticks: 7, lots: 2 }));

  const before = tickers.tickerOf(1, MONDAY_MS + 86_399_999);
  const after = tickers.tickerOf(1, MONDAY_MS + 86_400_000);

  expect(before).toMatchObject({ open: 3, high: 7, low: 3, lots: 4n, traded: 20n });
  expect(after).toEqual({ open: 7, high: 7, low: 7, last: 7, lots: 0n, traded: 0n, rose: 0n });
});

test("SPOT-DATA-3 rose is rounded half up at 8 decimals, away from zero", () => {
  const tickers = new Tickers();
  for (const ticks of [8, 5]) addTo(tickers, trade({ pair: 1, ticks }));
  for (const ticks of [200_000_000, 200_000_001]) addTo(tickers, trade({ pair: 2, ticks }));
  for (const ticks of [200_000_000, 199_999_999]) addTo(tickers, trade({ pair: 3, ticks }));

  const roses = [1, 2, 3].map((pair) => tickers.tickerOf(pair, MONDAY_MS).rose);

  expect(roses).toEqual([-37_500_000n, 1n, -1n]);
});

test("SPOT-DATA-3 I-18 the ticker equals the one worked out from all trades", () => {
  fc.assert(
    fc.property(tapes, fc.array(delaysMs, { minLength: 4, maxLength: 4 }), (tape, delays) => {
      const tickers = new Tickers();
      for (const [index, each] of tape.entries()) {
        addTo(tickers, each);
        const seen = ofPair(tape.slice(0, index + 1), each.pair);
        expect(tickers.tickerOf(each.pair, each.timeMs)).toEqual(slowTicker(seen, each.timeMs));
      }

      const copy = restored(tickers);

      for (const pair of [1, 2, 3]) {
        for (const delay of delays) {
          const nowMs = (tape.at(-1)?.timeMs ?? 0) + delay;
          const expected = slowTicker(ofPair(tape, pair), nowMs);
          expect(tickers.tickerOf(pair, nowMs)).toEqual(expected);
          expect(copy.tickerOf(pair, nowMs)).toEqual(expected);
        }
      }
    }),
    { seed: 5, numRuns: runs(80, 300) },
  );
});

test("SPOT-DATA-3 CORE-REPLAY-1 looking changes nothing that is written", () => {
  fc.assert(
    fc.property(tapes, delaysMs, (tape, delay) => {
      const unseen = new Tickers();
      const seen = new Tickers();

      for (const each of tape) {
        addTo(unseen, each);
        addTo(seen, each);
        seen.tickerOf(each.pair, each.timeMs + delay);
      }

      expect(bytesOf(seen)).toEqual(bytesOf(unseen));
    }),
    { seed: 6 },
  );
});

test("SPOT-DATA-3 a clock behind the last trade sees the window of that trade", () => {
  const tickers = new Tickers();
  addTo(tickers, trade({ ticks: 3, lots: 2 }));
  addTo(tickers, trade({ ticks: 5, lots: 1, timeMs: MONDAY_MS + 86_400_000 }));

  const early = tickers.tickerOf(1, MONDAY_MS);

  expect(early).toEqual(tickers.tickerOf(1, MONDAY_MS + 86_400_000));
  expect(early).toMatchObject({ open: 5, low: 5, lots: 1n });
});

test("SPOT-DATA-3 CORE-BOUND-1 a trade makes the ticker forget what has left its window", () => {
  const tickers = new Tickers();
  const fresh = new Tickers();
  for (let ticks = 90; ticks > 10; ticks--) {
    addTo(tickers, trade({ ticks, timeMs: MONDAY_MS - ticks * 1_000 }));
    addTo(tickers, trade({ ticks: 100 - ticks, timeMs: MONDAY_MS - ticks * 1_000 }));
  }

  for (const each of [tickers, fresh]) addTo(each, trade({ timeMs: MONDAY_MS + 86_400_000 }));

  expect(bytesOf(tickers)).toEqual(bytesOf(fresh));
});

/** Highs fall and lows rise from second to second: as many extremes as there can be. */
function narrow(tickers: Tickers, { from, to }: { from: number; to: number }): void {
  for (let second = from; second < to; second++) {
    const timeMs = MONDAY_MS + second * 1_000;
    const step = second % TICKER_SECONDS;
    tickers.add(1, { timeMs, ticks: 1_000_000 - step, lots: Number.MAX_SAFE_INTEGER });
    tickers.add(1, { timeMs, ticks: 500_000 + step, lots: Number.MAX_SAFE_INTEGER });
  }
}

test("SPOT-DATA-3 CORE-BOUND-1 a day of trades in every second is the largest there is", () => {
  const tickers = new Tickers();
  narrow(tickers, { from: 0, to: TICKER_SECONDS });
  const lengthAfterOneDay = bytesOf(tickers).length;

  narrow(tickers, { from: TICKER_SECONDS, to: 2 * TICKER_SECONDS });

  const nowMs = MONDAY_MS + (2 * TICKER_SECONDS - 1) * 1_000;
  const largest = BigInt(Number.MAX_SAFE_INTEGER);
  const seconds = BigInt(TICKER_SECONDS);
  const bytes = bytesOf(tickers);
  expect(bytes.length).toBe(lengthAfterOneDay);
  expect(tickers.tickerOf(1, nowMs)).toEqual({
    open: 1_000_000,
    high: 1_000_000,
    low: 500_000,
    last: 586_399,
    lots: 2n * seconds * largest,
    traded: 1_500_000n * seconds * largest,
    rose: -41_360_100n,
  });
  expect(tickers.tickerOf(1, nowMs + 3_600_000)).toMatchObject({ high: 996_400, low: 503_600 });
  expect(readFrom(bytes).tickerOf(1, nowMs)).toEqual(tickers.tickerOf(1, nowMs));
});
