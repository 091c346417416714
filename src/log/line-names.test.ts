/** How a line of commands is called. */
import { expect, test } from "vitest";
import { drawLineName, joinLineNames, LINE_NAME, LINE_NAMES_MAX } from "./line-names.ts";

test("STREAM-RESUME-5 what is told stands first, what was known stays, and there are never more than eight", () => {
  expect(drawLineName()).toMatch(LINE_NAME);
  expect(joinLineNames(["b", "a"], ["a", "c"])).toEqual(["b", "a", "c"]);
  const many = Array.from({ length: 20 }, drawLineName);

  expect(joinLineNames(["told"], many)).toEqual(["told", ...many.slice(0, LINE_NAMES_MAX - 1)]);
});
