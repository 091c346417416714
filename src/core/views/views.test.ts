import fc from "fast-check";
import { expect, test } from "vitest";
import { contractTrade, forceClosed } from "../../../test/history/contract-events.ts";
import { endedEvent } from "../../../test/support/order-event.ts";
import { runs } from "../../../test/support/runs.ts";
import {
  delaysMs,
  MONDAY_MS,
  ofPair,
  slowCandles,
  slowTicker,
  someOrder,
  tapes,
  trade,
} from "../../../test/views/trade-tape.ts";
import { ByteReader, ByteWriter } from "../base/records/bytes.ts";
import type { ExchangeEvent } from "../engine/events.ts";
import type { ContractTraded } from "../engine/futures/futures.ts";
import type { Traded } from "../engine/spot/spot.ts";
import { INTERVALS } from "./interval.ts";
import type { MarketViews } from "./market-views.ts";
import { Views } from "./views.ts";

const HOUR_MS = 3_600_000;

/** The same trade, of contracts. */
function ofContract({
  id,
  pair: contract,
  ticks,
  lots,
  timeMs,
  takerSide,
}: Traded): ContractTraded {
  return contractTrade({ id, contract, ticks, lots, timeMs, takerSide });
}

/** Trades of pairs and contracts with the same ids, some of each. */
const mixedTapes = fc
  .tuple(tapes, fc.infiniteStream(fc.boolean()))
  .map(([tape, dice]) => tape.map((each) => (dice.next().value ? ofContract(each) : each)));

function viewsOf(tape: readonly ExchangeEvent[]): Views {
  const views = new Views();
  for (const each of tape) views.fold(each);
  return views;
}

function bytesOf(views: Views): Uint8Array {
  const out = new ByteWriter();
  views.write(out);
  return out.view();
}

/** As text: the bytes of two arrays are compared one by one. */
function textOf(views: Views): string {
  return Buffer.from(bytesOf(views)).toString("latin1");
}

function restored(views: Views): Views {
  const copy = new Views();
  const from = new ByteReader(bytesOf(views));
  copy.read(from);
  expect(from.isAtEnd()).toBe(true);
  return copy;
}

test("LOG-SNAP-1 views from a snapshot are equal, and stay equal", () => {
  fc.assert(
    fc.property(mixedTapes, fc.nat(80), (tape, cut) => {
      const whole = viewsOf(tape);

      const copy = restored(viewsOf(tape.slice(0, cut)));
      for (const each of tape.slice(cut)) copy.fold(each);

      expect(textOf(copy)).toBe(textOf(whole));
      expect(textOf(restored(whole))).toBe(textOf(whole));
    }),
    { seed: 10, numRuns: runs(50, 200) },
  );
});

test("SPOT-DATA-4 of hours that are forgotten no four hours are made, and none out of a part", () => {
  const hours = Array.from({ length: 402 }, (_, hour) =>
    trade({ pair: 1, timeMs: MONDAY_MS + hour * HOUR_MS, ticks: 100 + hour, lots: 1 }),
  );
  const nowMs = MONDAY_MS + 401 * HOUR_MS;
  const { candles } = viewsOf(hours);

  const shown = candles.newest(1, "4hour", { nowMs, limit: 300 });

  // Hours 102 to 401 are kept: 104 is the first that four hours begin with.
  const all = slowCandles(hours, "4hour", { nowMs, limit: 300 });
  expect(shown).toEqual(all.slice(0, 75));
  expect(shown.at(-1)).toMatchObject({ startMs: MONDAY_MS + 104 * HOUR_MS, open: 204 });
});

test("LOG-SNAP-1 the order in which pairs came makes no difference to the bytes", () => {
  fc.assert(
    fc.property(tapes, (tape) => {
      const backward = [3, 2, 1].flatMap((pair) => ofPair(tape, pair));

      expect(textOf(viewsOf(backward))).toBe(textOf(viewsOf(tape)));
    }),
    { seed: 11 },
  );
});

/** All that is shown of the markets 1 to 3. */
function shownBy(
  { trades, tickers, candles }: Omit<MarketViews, "add" | "addPast">,
  nowMs: number,
): unknown {
  return [1, 2, 3].map((market) => [
    trades.newest(market, 10_000),
    tickers.tickerOf(market, nowMs),
    INTERVALS.map((name) => candles.newest(market, name, { nowMs, limit: 5 })),
  ]);
}

/** I-18: the same from all trades, the slow way. */
function recount(tape: readonly Traded[], nowMs: number): unknown {
  return [1, 2, 3].map((market) => {
    const own = ofPair(tape, market);
    const newest = own.map(({ id, ticks, lots, timeMs, takerSide }) => {
      return { id, ticks, lots, timeMs, takerSide };
    });
    const candles = INTERVALS.map((name) => slowCandles(own, name, { nowMs, limit: 5 }));
    return [newest.reverse(), slowTicker(own, nowMs), candles];
  });
}

test("I-18 HIST-PUBLIC-1 what is shown of pairs and of contracts equals a recount, each of its own", () => {
  fc.assert(
    fc.property(tapes, fc.infiniteStream(fc.boolean()), delaysMs, (tape, dice, delay) => {
      const isContract = tape.map(() => dice.next().value);
      const nowMs = (tape.at(-1)?.timeMs ?? 0) + delay;

      const views = viewsOf(tape.map((each, at) => (isContract[at] ? ofContract(each) : each)));

      const [pairs, contracts] = [false, true].map((is) =>
        tape.filter((_, at) => isContract[at] === is),
      );
      expect(shownBy(views, nowMs)).toEqual(recount(pairs ?? [], nowMs));
      expect(shownBy(views.contracts, nowMs)).toEqual(recount(contracts ?? [], nowMs));
    }),
    { seed: 12, numRuns: runs(20, 60) },
  );
});

test("HIST-PUBLIC-1 what the exchange closes by itself is not shown", () => {
  const views = new Views();
  views.fold(contractTrade({ contract: 1, ticks: 10, timeMs: MONDAY_MS }));
  const before = bytesOf(views).slice();

  views.fold(forceClosed({ contract: 1, timeMs: MONDAY_MS + 1 }));

  expect(bytesOf(views)).toEqual(before);
});

test("one fold reaches every view", () => {
  const views = new Views();
  const order = someOrder({ id: 9, user: 4 });
  const ended = endedEvent(order, { status: "filled" }, MONDAY_MS);

  views.fold(trade({ id: 5, ticks: 8, lots: 3 }));
  views.fold(ended);

  for (const each of [views, restored(views)]) {
    expect(each.trades.newest(1, 10)).toMatchObject([{ id: 5, ticks: 8 }]);
    expect(each.tickers.tickerOf(1, MONDAY_MS)).toMatchObject({ last: 8, lots: 3n, traded: 24n });
    expect(each.candles.newest(1, "1week", { nowMs: MONDAY_MS, limit: 300 })).toHaveLength(1);
  }
});
