import { expect, test } from "vitest";
import { GrowingPause } from "./growing-pause.ts";

test("a pause doubles up to the longest, and is short again after a reset", () => {
  const pause = new GrowingPause({ minMs: 100, maxMs: 350 });

  expect([pause.next(), pause.next(), pause.next(), pause.next()]).toEqual([100, 200, 350, 350]);
  pause.reset();
  expect(pause.next()).toBe(100);
});
