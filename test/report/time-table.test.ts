import { expect, test } from "vitest";
import { timeTable } from "./time-table.ts";

const FILES = [
  { path: "src/engine/spot/fees.test.ts", ms: 900, tests: 3 },
  { path: "src/engine/engine.test.ts", ms: 1_150, tests: 4 },
  { path: "src/main.test.ts", ms: 20, tests: 1 },
  { path: "test/tidy.test.ts", ms: 30, tests: 2 },
  { path: "test/browser/trading.test.ts", ms: 12_345, tests: 5 },
];

test("a run's time is told by folder, slowest first, and what took next to nothing together", () => {
  expect(timeTable(FILES)).toEqual([
    "seconds  tests  folder",
    "   12.3      5  test/browser",
    "    2.0      7  src/engine",
    "    0.1      3  2 more folders",
    "seconds  tests  the 5 slowest files",
    "   12.3      5  test/browser/trading.test.ts",
    "    1.1      4  src/engine/engine.test.ts",
    "    0.9      3  src/engine/spot/fees.test.ts",
    "    0.0      2  test/tidy.test.ts",
    "    0.0      1  src/main.test.ts",
  ]);
});

test("of many files the ten slowest are named", () => {
  const many = Array.from({ length: 30 }, (_, at) => {
    return { path: `test/a/${at}.test.ts`, ms: at * 1_000, tests: 1 };
  });

  const lines = timeTable(many);

  expect(lines).toHaveLength(13);
  expect(lines.at(3)).toContain("29.0      1  test/a/29.test.ts");
  expect(lines.at(-1)).toContain("20.0      1  test/a/20.test.ts");
});
