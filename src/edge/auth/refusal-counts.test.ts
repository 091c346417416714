import fc from "fast-check";
import { expect, test } from "vitest";
import { BLOCKS_MAX, RefusalCounts } from "./refusal-counts.ts";

function times(count: number, action: () => boolean): boolean[] {
  return Array.from({ length: count }, action);
}

test("USER-BAN-1 the hundredth refusal within a minute earns a ban", () => {
  const refusals = new RefusalCounts();
  times(99, () => refusals.note("a", 1_000));

  expect(refusals.note("b", 1_000)).toBe(false);
  expect(refusals.note("a", 61_000)).toBe(true);
});

test("USER-BAN-1 a hundred over more than a minute do not", () => {
  const refusals = new RefusalCounts();
  times(99, () => refusals.note("a", 1_000));

  expect(refusals.note("a", 61_001)).toBe(false);
});

test("USER-BAN-1 a ban under way is not sent again; one that failed is, at the next refusal", () => {
  const refusals = new RefusalCounts();
  times(99, () => refusals.note("a", 1_000));
  expect(times(3, () => refusals.note("a", 1_000))).toEqual([true, false, false]);

  refusals.banAnswered("a", false);

  expect(times(2, () => refusals.note("a", 1_000))).toEqual([true, false]);
});

test("USER-BAN-1 once a ban is in the log the block begins anew", () => {
  const refusals = new RefusalCounts();
  times(100, () => refusals.note("a", 1_000));
  refusals.banAnswered("a", true);

  expect(times(99, () => refusals.note("a", 1_000))).not.toContain(true);
  expect(refusals.note("a", 1_000)).toBe(true);
});

test("USER-BAN-1 over all runs a ban is due when the last hundred lie within a minute", () => {
  const burst = fc.record({
    block: fc.constantFrom("a", "b"),
    count: fc.integer({ min: 1, max: 60 }),
    waitMs: fc.constantFrom(0, 1, 20_000, 30_000, 59_999, 60_000, 60_001),
    isLogged: fc.boolean(),
  });

  fc.assert(
    fc.property(fc.array(burst, { maxLength: 12 }), (bursts) => {
      const refusals = new RefusalCounts();
      const seen: Record<string, number[]> = { a: [], b: [] };
      let nowMs = 0;

      for (const { block, count, waitMs, isLogged } of bursts) {
        nowMs += waitMs;
        for (let n = 0; n < count; n++) {
          seen[block] = [...(seen[block] ?? []), nowMs];
          const within = seen[block].filter((ms) => nowMs - ms <= 60_000);

          const isDue = refusals.note(block, nowMs);

          expect(isDue).toBe(within.length >= 100);
          if (isDue) refusals.banAnswered(block, isLogged);
          if (isDue && isLogged) seen[block] = [];
        }
      }
    }),
    { seed: 47, numRuns: 80 },
  );
});

test("USER-BAN-1 CORE-BOUND-1 a full table watches those it has; a new block finds room in a minute", () => {
  const refusals = new RefusalCounts();
  for (let n = 0; n < BLOCKS_MAX; n++) refusals.note(`block-${n}`, 1_000);

  expect(times(200, () => refusals.note("new", 61_000))).not.toContain(true);
  expect(times(99, () => refusals.note("block-7", 61_000)).at(-1)).toBe(true);
  expect(times(100, () => refusals.note("new", 61_001)).at(-1)).toBe(true);
});
