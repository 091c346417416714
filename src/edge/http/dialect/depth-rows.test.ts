/** SPOT-DATA-1: what is kept of a depth never shows. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../test/support/runs.ts";
import { addLots, depthOf } from "../../../core/engine/book/book.ts";
import { dropLevel, type Ladder, levelAt, newLadder } from "../../../core/engine/book/ladder.ts";
import { formatUnits } from "../../../core/money/decimal.ts";
import { depthRows, KNOWN_MAX, knownRows } from "./depth-rows.ts";

const OF = { pricePrecision: 2, quantityPrecision: 4 };

/** The same without memory, by other functions. */
function plainRows(ladder: Ladder, limit: number): string {
  const rows = depthOf(ladder, limit).map(({ ticks, lots }) => [
    formatUnits(BigInt(ticks), OF.pricePrecision),
    formatUnits(lots, OF.quantityPrecision),
  ]);
  return JSON.stringify(rows);
}

const step = fc.record({
  ticks: fc.integer({ min: 1, max: 12 }),
  lots: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.constant(Number.MAX_SAFE_INTEGER)),
  goes: fc.boolean(),
  limit: fc.integer({ min: 1, max: 15 }),
});

test("SPOT-DATA-1 after every change of the book the rows are those of the book", () => {
  fc.assert(
    fc.property(fc.constantFrom("buy", "sell"), fc.array(step), (side, steps) => {
      const ladder = newLadder(side);
      for (const { ticks, lots, goes, limit } of steps) {
        const level = levelAt(ladder, ticks);
        if (goes) dropLevel(ladder, level);
        else addLots(level, lots);
        expect(depthRows(OF, ladder, limit)).toBe(plainRows(ladder, limit));
      }
    }),
    { seed: 41, numRuns: runs(300, 10_000) },
  );
});

test("no more rows are known than a bound, however far a price has come", () => {
  const ladder = newLadder("sell");
  let most = 0;
  for (let ticks = 3 * KNOWN_MAX; ticks > 0; ticks--) {
    addLots(levelAt(ladder, ticks), ticks);
    expect(depthRows(OF, ladder, 5)).toBe(plainRows(ladder, 5));
    most = Math.max(most, knownRows(ladder).size);
  }
  expect(most).toBe(KNOWN_MAX);
});
