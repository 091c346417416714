/**
 * The promises of the service, kept through crashes at every moment that has a name: so few seeds,
 * and these, because together they meet them all; with the further ones of CI, each in two seeds or more.
 * `npm run simulate` plays as many as one likes.
 */
import { expect, test } from "vitest";
import { CRASH_POINTS } from "../support/crashing-disk.ts";
import { seeds } from "../support/runs.ts";
import { type Happenings, OCCURRENCES, simulateService } from "./service-simulation.ts";

const SEEDS = seeds([2, 10, 13, 36, 40, 79], [3, 11, 17, 20, 45, 54]);

test(`LOG-DUR-1 LOG-SNAP-1 CORE-REPLAY-1 ${SEEDS.length} seeds of crashes keep every promise that was made to a client`, async () => {
  const together: Happenings = new Map();

  for (const seed of SEEDS) {
    for (const [what, times] of await simulateService(seed)) {
      together.set(what, (together.get(what) ?? 0) + times);
    }
  }

  const wanted = [...CRASH_POINTS, ...OCCURRENCES];
  expect(wanted.filter((what) => !together.has(what))).toEqual([]);
});

test("CORE-REPLAY-1 the same seed is the same run, another seed another", async () => {
  const run = async (seed: number) => [...(await simulateService(seed))].sort();

  const once = await run(7);

  expect(await run(7)).toEqual(once);
  expect(await run(8)).not.toEqual(once);
});
