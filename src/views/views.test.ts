import fc from "fast-check";
import { expect, test } from "vitest";
import { MONDAY_MS, ofPair, someOrder, tapes, trade } from "../../test/views/trade-tape.ts";
import { ByteReader, ByteWriter } from "../base/bytes.ts";
import type { OrderEnded, Traded } from "../engine/spot/spot.ts";
import { Views } from "./views.ts";

function viewsOf(tape: readonly Traded[]): Views {
  const views = new Views();
  for (const each of tape) views.fold(each);
  return views;
}

function bytesOf(views: Views): Uint8Array {
  const out = new ByteWriter();
  views.write(out);
  return out.view();
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
    fc.property(tapes, fc.nat(80), (tape, cut) => {
      const whole = viewsOf(tape);

      const copy = restored(viewsOf(tape.slice(0, cut)));
      for (const each of tape.slice(cut)) copy.fold(each);

      expect(bytesOf(copy)).toEqual(bytesOf(whole));
      expect(bytesOf(restored(whole))).toEqual(bytesOf(whole));
    }),
    { seed: 10, numRuns: 200 },
  );
});

test("LOG-SNAP-1 the order in which pairs came makes no difference to the bytes", () => {
  fc.assert(
    fc.property(tapes, (tape) => {
      const backward = [3, 2, 1].flatMap((pair) => ofPair(tape, pair));

      expect(bytesOf(viewsOf(backward))).toEqual(bytesOf(viewsOf(tape)));
    }),
    { seed: 11 },
  );
});

test("one fold reaches every view", () => {
  const views = new Views();
  const order = someOrder({ id: 9, user: 4 });
  const ended: OrderEnded = { type: "OrderEnded", order, status: "filled", timeMs: MONDAY_MS };

  views.fold(trade({ id: 5, ticks: 8, lots: 3 }));
  views.fold(ended);

  for (const each of [views, restored(views)]) {
    expect(each.trades.newest(1, 10)).toMatchObject([{ id: 5, ticks: 8 }]);
    expect(each.tickers.tickerOf(1, MONDAY_MS)).toMatchObject({ last: 8, lots: 3n, traded: 24n });
    expect(each.candles.newest(1, "1week", { nowMs: MONDAY_MS, limit: 300 })).toHaveLength(1);
  }
});
