/** The clock that dates what the page shows. */
import { expect, test } from "vitest";
import { ExchangeClock } from "./exchange-clock.ts";

test("the last update sets it, an old snapshot does not, and it goes on with the machine's clock", () => {
  let local = 1_000;
  const clock = new ExchangeClock(() => local);

  expect(clock.now()).toBe(1_000);
  clock.hearAtLeast(800);
  expect(clock.now()).toBe(800);
  clock.hearAtLeast(400);
  expect(clock.now()).toBe(800);
  clock.hearAtLeast(5_000);
  expect(clock.now()).toBe(5_000);
  clock.hear(300);
  local += 50;
  expect(clock.now()).toBe(350);
});

/** A clock whose page is at `local`, and is asked at times. */
function readClock(...readings: readonly (readonly [localMs: number, timeMs: number])[]) {
  let local = 0;
  const clock = new ExchangeClock(() => local);
  const known = readings.map(([localMs, timeMs]) => {
    local = localMs;
    return clock.take(timeMs);
  });
  local += 10_000;
  return { known, isStanding: clock.isStanding, now: clock.now() };
}

test("SANDBOX-CLOCK-1 two equal answers tell that the clock stands, and then time does not pass", () => {
  expect(readClock([0, 5_000], [1_500, 5_000])).toEqual({
    known: [false, true],
    isStanding: true,
    now: 5_000,
  });
});

test("a clock that goes on as the page's does runs, also after it stood", () => {
  expect(readClock([0, 5_000], [1_500, 6_520])).toMatchObject({ isStanding: false, now: 16_520 });
  expect(readClock([0, 5_000], [1_500, 5_000], [6_500, 10_100])).toMatchObject({
    known: [false, true, true],
    isStanding: false,
    now: 20_100,
  });
});

test("SANDBOX-CLOCK-2 a clock that was led on by hand still stands until it is seen to run", () => {
  const hour = 3_600_000;

  expect(readClock([0, 0], [2_000, 0], [7_000, hour])).toEqual({
    known: [false, true, false],
    isStanding: true,
    now: hour,
  });
  expect(readClock([0, 0], [2_000, 0], [7_000, hour], [8_500, hour + 1_500])).toMatchObject({
    isStanding: false,
    now: hour + 11_500,
  });
});

test("two answers that are too near to each other tell nothing", () => {
  expect(readClock([0, 5_000], [900, 5_000])).toMatchObject({ isStanding: false });
});

test("what happens while it stands is where it stands then", () => {
  let local = 0;
  const clock = new ExchangeClock(() => local);
  clock.take(5_000);
  local = 2_000;
  clock.take(5_000);
  clock.hear(65_000);
  local = 9_000;

  expect(clock.now()).toBe(65_000);
});
