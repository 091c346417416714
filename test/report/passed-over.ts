/** What a run did not run since a program is not here: one line, however many files would have used it. */
import { findChromium, HOW_TO_GET_ONE } from "../browser/visit/find-chromium.ts";
import { laneOf } from "./lanes.ts";

/** A file of tests: its path, and how many of its tests were passed over. */
export interface SkippedTests {
  readonly path: string;
  readonly skipped: number;
}

/** Nothing where a browser is here: what is passed over then has another reason. */
export function passedOver(
  files: readonly SkippedTests[],
  hasChromium = findChromium() !== undefined,
): string | undefined {
  if (hasChromium) return undefined;
  const inBrowser = files.filter(({ path, skipped }) => laneOf(path) === "browser" && skipped > 0);
  if (inBrowser.length === 0) return undefined;
  const tests = inBrowser.reduce((sum, { skipped }) => sum + skipped, 0);
  const what = `${tests} tests of the pages, in ${inBrowser.length} files`;
  return `Not run: ${what}, since there is no Chromium here. ${HOW_TO_GET_ONE}.`;
}
