/** The promises of the service, kept through crashes at every moment that has a name. */
import { expect, test } from "vitest";
import { CRASH_POINTS } from "../support/crashing-disk.ts";
import { type Happenings, OCCURRENCES, simulateService } from "./service-simulation.ts";

const SEEDS = 80;

test(`LOG-DUR-1 LOG-SNAP-1 CORE-REPLAY-1 ${SEEDS} seeds of crashes keep every promise that was made to a client`, async () => {
  const together: Happenings = new Map();

  for (let seed = 1; seed <= SEEDS; seed++) {
    for (const [what, times] of await simulateService(seed)) {
      together.set(what, (together.get(what) ?? 0) + times);
    }
  }

  const wanted = [...CRASH_POINTS, ...OCCURRENCES];
  expect(wanted.filter((what) => !together.has(what))).toEqual([]);
});

test("CORE-REPLAY-1 the same seed is the same run, another seed another", async () => {
  const run = async (seed: number) => [...(await simulateService(seed))].sort();

  expect(await run(7)).toEqual(await run(7));
  expect(await run(7)).not.toEqual(await run(8));
});
