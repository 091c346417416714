import { expect, test } from "vitest";
import { timeTable } from "./time-table.ts";

const FILES = [
  { path: "src/core/engine/spot/fees.test.ts", ms: 900, cpuMs: 800, tests: 3 },
  { path: "src/core/engine/engine.test.ts", ms: 1_150, cpuMs: 1_100, tests: 4 },
  { path: "src/main.test.ts", ms: 20, cpuMs: 10, tests: 1 },
  { path: "test/tidy.test.ts", ms: 30, cpuMs: 20, tests: 2 },
  { path: "test/browser/trading.test.ts", ms: 12_345, cpuMs: 1_000, tests: 5 },
];

test("a run's cost is told by folder, costliest first, and what took next to nothing together", () => {
  expect(timeTable(FILES)).toEqual([
    "    cpu  seconds  tests  folder",
    "    1.9      2.0      7  src/core/engine",
    "    1.0     12.3      5  test/browser",
    "    0.0      0.1      3  2 more folders",
    "    2.9     14.4     15  in all",
    "    cpu  seconds  tests  the 5 costliest files",
    "    1.1      1.1      4  src/core/engine/engine.test.ts",
    "    1.0     12.3      5  test/browser/trading.test.ts",
    "    0.8      0.9      3  src/core/engine/spot/fees.test.ts",
    "    0.0      0.0      2  test/tidy.test.ts",
    "    0.0      0.0      1  src/main.test.ts",
  ]);
});

test("of many files the ten costliest are named", () => {
  const many = Array.from({ length: 30 }, (_, at) => {
    return { path: `test/a/${at}.test.ts`, ms: 5, cpuMs: at * 1_000, tests: 1 };
  });

  const lines = timeTable(many);

  expect(lines).toHaveLength(14);
  expect(lines.at(4)).toContain("29.0      0.0      1  test/a/29.test.ts");
  expect(lines.at(-1)).toContain("20.0      0.0      1  test/a/20.test.ts");
});
