import { expect, test } from "vitest";
import { parseMoment } from "./moment.ts";

test.each<[string, string]>([
  ["2026-11-15T16:00Z", "2026-11-15T16:00:00.000Z"],
  ["2026-11-15T16:00:30Z", "2026-11-15T16:00:30.000Z"],
  ["2028-02-29T23:59:59.999Z", "2028-02-29T23:59:59.999Z"],
  ["1794758400000", "2026-11-15T16:00:00.000Z"],
])("%s is %s", (written, iso) => {
  expect(new Date(parseMoment(written) ?? 0).toISOString()).toBe(iso);
});

test.each([
  ...["2026-02-30T16:00Z", "2026-11-15T25:00Z", "2026-13-01T16:00Z", "2026-11-15T16:00"],
  ...["2026-11-15", "16:00", "8h", "60000", "-1794758400000", "17947584000000", ""],
])("%s is no time", (written) => {
  expect(parseMoment(written)).toBeUndefined();
});
