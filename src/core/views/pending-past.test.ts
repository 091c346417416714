import { expect, test } from "vitest";
import { somePast } from "../../../test/views/past-candles.ts";
import { PendingPast } from "./pending-past.ts";

test("CORE-BOUND-1 SANDBOX-PAST-3 of what waits only that is kept which could still be seen", () => {
  const past = somePast(1_000);
  const pending = new PendingPast((_, later) => later.flat().length < 100);

  for (let at = 0; at < past.length; at += 7) {
    pending.add(past.slice(at, at + 7));
    expect(pending.count).toBeLessThan(100 + 7);
  }

  const taken = pending.take();
  expect(taken).toEqual(past.slice(past.length - taken.length));
  expect(taken.length).toBeGreaterThanOrEqual(100);
  expect([pending.count, pending.take().length]).toEqual([0, 0]);
});
