import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { GAP_MAX_MS, LeaderWatch, SILENT_MS } from "./leader-watch.ts";

const SEEN = { epoch: 3, beat: 7, number: 90 };

test("CLUSTER-CLAIM-1 a leader that has not changed for three seconds is silent", () => {
  const watch = new LeaderWatch();

  for (let ms = 100; ms < 100 + SILENT_MS; ms += 200) expect(watch.see(SEEN, ms)).toBe(false);

  expect(watch.see(SEEN, 100 + SILENT_MS)).toBe(true);
});

test.each([
  ["a beat", { ...SEEN, beat: 8 }],
  ["a batch", { ...SEEN, number: 91 }],
  ["a claim", { ...SEEN, epoch: 4 }],
])("CLUSTER-CLAIM-1 %s ends the silence", (_, heard) => {
  const watch = new LeaderWatch();
  for (let ms = 0; ms <= 2_900; ms += 100) watch.see(SEEN, ms);

  expect(watch.see(heard, 3_000)).toBe(false);
  expect(watch.silentMs(3_500)).toBe(500);
});

test("CLUSTER-CLAIM-1 what was not looked at does not count: after a look that failed, and after a sleep, it begins again", () => {
  const failed = new LeaderWatch();
  for (let ms = 0; ms <= 2_900; ms += 100) failed.see(SEEN, ms);
  failed.interrupted();
  expect(failed.see(SEEN, 3_000)).toBe(false);

  const slept = new LeaderWatch();
  slept.see(SEEN, 0);
  expect(slept.see(SEEN, 7_000)).toBe(false);
});

test("CLUSTER-CLAIM-1 no leader that speaks in time is ever found silent, whenever it is looked at", () => {
  const gaps = fc.array(fc.integer({ min: 1, max: GAP_MAX_MS }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(gaps, fc.integer({ min: 1, max: 2_000 }), (between, everyMs) => {
      const watch = new LeaderWatch();
      let nowMs = 0;
      for (const gapMs of between) {
        nowMs += gapMs;
        const sight = { epoch: 1, beat: Math.floor(nowMs / everyMs), number: 0 };
        expect(watch.see(sight, nowMs)).toBe(false);
      }
    }),
    { seed: 2201, numRuns: runs(300, 10_000) },
  );
});
