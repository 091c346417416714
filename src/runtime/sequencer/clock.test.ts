/** The request clock: small differences slowly, jumps not at all, and never back. */
import { beforeEach, expect, test } from "vitest";
import { JUMP_MS, RequestClock, systemTime } from "./clock.ts";

const START_MS = 1_700_000_000_000;

let wallMs = START_MS;
let monotonicMs = 123.4;
let jumps: number[] = [];

const time = { wallMs: () => wallMs, monotonicMs: () => monotonicMs };

function newClock(): RequestClock {
  return new RequestClock(time, (differenceMs) => jumps.push(differenceMs));
}

/** A second passes; the wall clock gains `driftMs` in it. */
function second(clock: RequestClock, driftMs = 0): number {
  wallMs += 1_000 + driftMs;
  monotonicMs += 1_000;
  clock.correct();
  return clock.now();
}

beforeEach(() => {
  wallMs = START_MS;
  monotonicMs = 123.4;
  jumps = [];
});

test("CORE-TIME-1 it starts at wall time and is carried on by the monotonic clock", () => {
  const clock = newClock();

  expect(clock.now()).toBe(START_MS);
  monotonicMs += 1_500.7;
  expect(clock.now()).toBe(START_MS + 1_500);
});

test("CORE-TIME-1 a small difference is made up by at most 5 ms a second, in either direction", () => {
  const clock = newClock();
  wallMs += 40;

  const ahead = Array.from({ length: 10 }, () => second(clock));

  expect(ahead.map((nowMs, i) => nowMs - START_MS - (i + 1) * 1_000)).toEqual([
    5, 10, 15, 20, 25, 30, 35, 40, 40, 40,
  ]);
  wallMs -= 20;
  const behind = Array.from({ length: 5 }, () => second(clock));
  expect(behind.map((nowMs, i) => nowMs - START_MS - (i + 11) * 1_000)).toEqual([
    35, 30, 25, 20, 20,
  ]);
  expect(jumps).toEqual([]);
});

test("CORE-TIME-1 a drift of the wall clock up to 5 ms a second is followed for ever", () => {
  const clock = newClock();

  for (let i = 0; i < 10_000; i++) second(clock, 3);

  expect(Math.abs(clock.now() - wallMs)).toBeLessThanOrEqual(5);
  expect(jumps).toEqual([]);
});

test.each([3_600_000, -3_600_000, JUMP_MS + 1, -JUMP_MS - 1])(
  "CORE-TIME-1 a jump of %i ms is told once and not followed until the operator says so",
  (jumpMs) => {
    const clock = newClock();
    wallMs += jumpMs;

    const after = [second(clock), second(clock), second(clock)];

    expect(after).toEqual([1, 2, 3].map((n) => START_MS + n * 1_000));
    expect(jumps).toEqual([jumpMs]);
    clock.follow();
    second(clock);
    expect(clock.now()).toBe(Math.max(wallMs, START_MS + 3_000));
    expect(jumps).toEqual([jumpMs]);
  },
);

test("CORE-TIME-1 exactly 10 s is not a jump yet", () => {
  const clock = newClock();
  wallMs += JUMP_MS;

  expect(second(clock)).toBe(START_MS + 1_005);
  expect(jumps).toEqual([]);
});

test("CORE-TIME-1 a jump that goes away by itself, and comes again, is told again", () => {
  const clock = newClock();

  wallMs += 60_000;
  second(clock);
  wallMs -= 60_000;
  second(clock);
  wallMs += 60_000;
  second(clock);

  expect(jumps).toEqual([60_000, 60_000]);
});

test("CORE-TIME-1 followed backwards it stands still until the time is reached", () => {
  const clock = newClock();
  second(clock);
  wallMs -= 60_000;
  second(clock);
  const heldMs = clock.now();

  clock.follow();
  const standing = Array.from({ length: 60 }, () => second(clock));

  expect(new Set(standing)).toEqual(new Set([heldMs]));
  expect(second(clock)).toBe(heldMs + 1_000);
});

test("CORE-TIME-1 the system's clocks are what it is made of", () => {
  const clock = new RequestClock(systemTime, () => undefined);

  const before = Date.now();
  const first = clock.now();

  // Both are read in whole milliseconds.
  expect(first).toBeGreaterThanOrEqual(before - 1);
  expect(first).toBeLessThanOrEqual(Date.now() + 1);
  expect(clock.now()).toBeGreaterThanOrEqual(first);
});
