/** FUT-FUND-4: the next funding, and how it is counted down. */
import { expect, test } from "vitest";
import { msToFunding, sayCountdown } from "./funding-time.ts";

function left(moment: string, hours: number): string {
  return sayCountdown(msToFunding(Date.parse(moment), hours));
}

test.each([
  ["2026-03-01T00:00:00.000Z", 8, "08:00:00"],
  ["2026-03-01T00:00:00.001Z", 8, "08:00:00"],
  ["2026-03-01T07:59:59.000Z", 8, "00:00:01"],
  ["2026-03-01T07:59:59.999Z", 8, "00:00:01"],
  ["2026-03-01T08:00:00.000Z", 8, "08:00:00"],
  ["2026-03-01T23:17:05.400Z", 8, "00:42:55"],
  ["2026-03-01T23:17:05.400Z", 24, "00:42:55"],
  ["2026-03-01T00:00:00.000Z", 24, "24:00:00"],
  ["2026-03-01T13:30:00.000Z", 1, "00:30:00"],
  ["2026-03-01T13:30:00.000Z", 3, "01:30:00"],
])("at %s the next of every %d hours is in %s", (moment, hours, text) => {
  expect(left(moment, hours)).toBe(text);
});
