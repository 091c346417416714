/**
 * A test's lane is in its file name, and the name is true: what starts a process, a browser or a PostgreSQL is found
 * by what a file imports, itself or by way of other files of tests.
 */
import { expect, test } from "vitest";
import { LANES, type Lane, laneOf, STORIES } from "./report/lanes.ts";
import { isOfTests, reachedFrom, TESTS } from "./support/module-graph.ts";

const BROWSER = ["playwright-core"];
const PROCESS = [
  "node:child_process",
  "src/runtime/archivist/archivist-process.ts",
  "scripts/local-cluster/programs-aside.ts",
];
const POSTGRES = ["test/support/postgres.ts", "scripts/local-cluster/postgres-server.ts"];
const STARTERS = [...BROWSER, ...PROCESS, ...POSTGRES];
/** What a lane may have of these, and of what it has to have some. */
const MAY: Readonly<Record<Lane, readonly string[]>> = {
  unit: [],
  isolated: [],
  process: PROCESS,
  browser: STARTERS,
  postgres: [...PROCESS, ...POSTGRES],
  package: PROCESS,
  campaign: STARTERS,
};
const MUST: Readonly<Record<Lane, readonly string[]>> = {
  ...MAY,
  browser: BROWSER,
  postgres: POSTGRES,
  // Some start nothing, and are campaigns since they measure the machine.
  campaign: [],
};

/** What a file starts, with the imports that lead there. */
function startsOf(path: string): Map<string, string> {
  return new Map([...reachedFrom(path, isOfTests)].filter(([to]) => STARTERS.includes(to)));
}

test("a test starts nothing that its lane does not have", () => {
  const wrong = TESTS.flatMap((path) =>
    [...startsOf(path)]
      .filter(([starter]) => !MAY[laneOf(path)].includes(starter))
      .map(([, way]) => `${way}, in the lane ${laneOf(path)}`),
  );

  expect(wrong).toEqual([]);
});

test("a test that starts nothing stands in the first lane", () => {
  const wrong = TESTS.filter((path) => {
    const [must, starts] = [MUST[laneOf(path)], startsOf(path)];
    return must.length > 0 && !must.some((starter) => starts.has(starter));
  });

  expect(wrong).toEqual([]);
});

test("a name has a lane that there is, and every lane has tests", () => {
  const named = TESTS.map((path) => /\.([^./]+)\.test\.ts$/.exec(path)?.[1] ?? "unit");
  const lanes = Object.keys(LANES);

  expect(named.filter((lane) => !lanes.includes(lane))).toEqual([]);
  expect(lanes.filter((lane) => !named.includes(lane))).toEqual([]);
});

test("npm test has a story of each lane that starts something", () => {
  const stories = TESTS.filter((path) => path.startsWith(`${STORIES}/`)).map(laneOf);

  expect([...new Set(stories)].sort()).toEqual(["browser", "package", "postgres", "process"]);
});
