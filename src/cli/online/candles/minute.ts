/**
 * The start of a candle as files write it: seconds, milliseconds or microseconds since 1970, or a date
 * and a time of UTC, `2024-03-04T00:00:00Z` or `2024-03-04 00:00`.
 */

import { FieldProblem } from "./field-problem.ts";

const MINUTE_MS = 60_000;
const DATE =
  /^([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{2}:[0-9]{2})(?::([0-9]{2})(?:\.[0-9]+)?)?(?:Z|\+00:?00| UTC)?$/;

/** By how many digits a number of today has in each unit. */
const UNITS: ReadonlyMap<number, number> = new Map([
  [10, 1_000],
  [13, 1],
  [16, 1 / 1_000],
]);

export function minuteIn(written: string | undefined): number {
  if (written === undefined || written === "") throw new FieldProblem("there is no time");
  const timeMs = /^[0-9]+$/.test(written) ? numberIn(written) : dateIn(written);
  if (timeMs === undefined || Number.isNaN(timeMs)) {
    const forms = "seconds or milliseconds since 1970, or 2024-03-04T00:00:00Z";
    throw new FieldProblem(`the time is not understood; it is ${forms}`);
  }
  if (timeMs % MINUTE_MS === 0) return timeMs;
  throw new FieldProblem("a candle starts at a whole minute");
}

function numberIn(written: string): number | undefined {
  const unit = UNITS.get(written.length);
  return unit === undefined ? undefined : Number(written) * unit;
}

function dateIn(written: string): number | undefined {
  const [, day, minute, second = "00"] = DATE.exec(written) ?? [];
  if (day === undefined || minute === undefined) return undefined;
  const timeMs = Date.parse(`${day}T${minute}:${second}Z`);
  // 30 February would be read as 2 March.
  const isInCalendar = !Number.isNaN(timeMs) && new Date(timeMs).toISOString().startsWith(day);
  return isInCalendar ? timeMs : undefined;
}
