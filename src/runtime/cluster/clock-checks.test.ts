import { expect, test } from "vitest";
import type { Session } from "../../log/postgres/database.ts";
import { clockProblemOf } from "../sequencer/open-exchange.ts";
import { ClockOff, checkDatabaseClock, DATABASE_TIME } from "./clock-checks.ts";

const NOW_MS = 1_700_000_000_000;

/** A database whose clock says this. */
function databaseAt(timeMs: number): Session {
  return {
    isOver: false,
    async query(text) {
      expect(text).toBe(DATABASE_TIME);
      return { rows: [{ time_ms: `${timeMs}` }], isWarned: false };
    },
    close: () => undefined,
  };
}

const check = (databaseMs: number, acceptsClockBehind = false) =>
  checkDatabaseClock(databaseAt(databaseMs), {
    clocks: { wallMs: () => NOW_MS },
    acceptsClockBehind,
  });

test.each([
  [11_000, "11000 ms behind the database's"],
  [-11_000, "11000 ms ahead of the database's"],
])(
  "CLUSTER-CLOCK-1 a database that is %i ms ahead is told of in a sentence",
  async (offMs, said) => {
    await expect(check(NOW_MS + offMs)).rejects.toThrow(ClockOff);
    await expect(check(NOW_MS + offMs)).rejects.toThrow(said);
    await check(NOW_MS + offMs, true);
  },
);

test("CLUSTER-CLOCK-1 ten seconds are no matter", async () => {
  await check(NOW_MS + 10_000);
  await check(NOW_MS - 10_000);
});

test("CLUSTER-CLOCK-1 a clock that is behind the log may not lead, unless the log's was led by hand", () => {
  const clock = { frozen: 0, leadMs: 0, targetMs: 0 };

  expect(clockProblemOf({ clock, timeMs: NOW_MS + 10_000 }, NOW_MS)).toBeUndefined();
  expect(clockProblemOf({ clock, timeMs: NOW_MS + 10_001 }, NOW_MS)).toContain(
    "behind the log (wall clock 2023-11-14T22:13:20.000Z, last batch 2023-11-14T22:13:30.001Z)",
  );
  const led = { ...clock, leadMs: 50_000 };
  expect(clockProblemOf({ clock: led, timeMs: NOW_MS + 60_000 }, NOW_MS)).toBeUndefined();
});
