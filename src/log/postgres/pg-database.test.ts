import { expect, test } from "vitest";
import { isWarning } from "./pg-database.ts";

test.each([
  ["WARNING", "01000", true],
  ["WARNUNG", "01000", true],
  ["ATTENTION", "57P01", true],
  ["NOTICE", "00000", false],
  ["HINWEIS", "42P07", false],
])("LOG-PG-2 '%s' with the code %s is a warning in any language: %s", (severity, code, warns) => {
  expect(isWarning({ severity, code })).toBe(warns);
});
