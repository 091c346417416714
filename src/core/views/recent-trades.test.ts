import { expect, test } from "vitest";
import { addTo, MONDAY_MS, trade } from "../../../test/views/trade-tape.ts";
import { ByteReader, ByteWriter } from "../base/records/bytes.ts";
import { RECENT_TRADES_MAX, RecentTrades } from "./recent-trades.ts";

test("SPOT-DATA-2 recent trades come newest first, with the side of the taker", () => {
  const trades = new RecentTrades();
  addTo(trades, trade({ id: 1, ticks: 100, lots: 5, timeMs: MONDAY_MS, takerSide: "buy" }));
  addTo(trades, trade({ id: 2, ticks: 99, lots: 7, timeMs: MONDAY_MS + 1, takerSide: "sell" }));
  addTo(trades, trade({ id: 3, pair: 2 }));

  expect(trades.newest(1, 10)).toEqual([
    { id: 2, ticks: 99, lots: 7, timeMs: MONDAY_MS + 1, takerSide: "sell" },
    { id: 1, ticks: 100, lots: 5, timeMs: MONDAY_MS, takerSide: "buy" },
  ]);
  expect(trades.newest(1, 1).map(({ id }) => id)).toEqual([2]);
  expect(trades.newest(3, 10)).toEqual([]);
});

test("SPOT-DATA-2 CORE-BOUND-1 the newest 1,000 of a pair are kept, also by a snapshot", () => {
  const trades = new RecentTrades();
  const lots = Number.MAX_SAFE_INTEGER;
  for (let id = 1; id <= RECENT_TRADES_MAX + 234; id++) addTo(trades, trade({ id, lots }));

  const out = new ByteWriter();
  trades.write(out);
  const restored = new RecentTrades();
  restored.read(new ByteReader(out.view()));

  const newest = trades.newest(1, 10_000);
  expect(newest.map(({ id }) => id)).toEqual(
    Array.from({ length: RECENT_TRADES_MAX }, (_, index) => RECENT_TRADES_MAX + 234 - index),
  );
  expect(newest.every((each) => each.lots === lots)).toBe(true);
  expect(restored.newest(1, 10_000)).toEqual(newest);
});
