/** What a run did not run since a program is not here: one line for each program, however many files would have used it. */
import { findChromium, HOW_TO_GET_ONE } from "../browser/visit/find-chromium.ts";
import { WHY_NO_POSTGRES } from "../support/postgres-programs.ts";
import { type Lane, laneOf } from "./lanes.ts";

/** A file of tests: its path, and how many of its tests were passed over. */
export interface SkippedTests {
  readonly path: string;
  readonly skipped: number;
}

/** A program that a lane needs, and that is not here. */
export interface Missing {
  readonly lane: Lane;
  readonly tests: string;
  /** Why, and how it is to be had. */
  readonly why: string;
}

function missingHere(): Missing[] {
  const missing: Missing[] = [];
  if (findChromium() === undefined) {
    const why = `There is no Chromium here. ${HOW_TO_GET_ONE}.`;
    missing.push({ lane: "browser", tests: "tests of the pages", why });
  }
  if (WHY_NO_POSTGRES !== undefined) {
    const tests = "tests of clusters and of logs in PostgreSQL";
    missing.push({ lane: "postgres", tests, why: WHY_NO_POSTGRES });
  }
  return missing;
}

/** Nothing of a lane whose program is here: what is passed over then has another reason. */
export function passedOver(
  files: readonly SkippedTests[],
  missing: readonly Missing[] = missingHere(),
): string[] {
  return missing.flatMap(({ lane, tests, why }) => {
    const inLane = files.filter(({ path, skipped }) => laneOf(path) === lane && skipped > 0);
    if (inLane.length === 0) return [];
    const count = inLane.reduce((sum, { skipped }) => sum + skipped, 0);
    return [`Not run: ${count} ${tests}, in ${inLane.length} files. ${why}`];
  });
}
