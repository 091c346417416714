/** Clients that are ahead of their process. */
import { expect, test } from "vitest";
import { Arrivals } from "./arrivals.ts";

test("STREAM-RESUME-7 who waits acts once: when the position is reached, after 2 s, or not at all", () => {
  const acted: string[] = [];
  let now = { nowMs: 0, position: 7, timeMs: 0 };
  let wakes = 0;
  const arrivals = new Arrivals(
    () => now,
    () => {
      wakes++;
    },
  );
  const pass = (nowMs: number, position: number) => {
    now = { nowMs, position, timeMs: 0 };
    arrivals.turn(now);
  };
  arrivals.wait(9, () => acted.push("reached"));
  arrivals.wait(99, () => acted.push("late"));
  arrivals.wait(9, () => acted.push("gone"))();

  expect([arrivals.isReached(7), arrivals.isReached(8), wakes]).toEqual([true, false, 3]);
  pass(5, 8);
  expect(acted).toEqual([]);
  pass(10, 9);
  expect(acted).toEqual(["reached"]);
  pass(1_999, 9);
  expect([acted.length, arrivals.isWaiting]).toEqual([1, true]);
  pass(2_000, 9);
  expect([acted, arrivals.isWaiting]).toEqual([["reached", "late"], false]);
});
