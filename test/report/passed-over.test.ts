import { expect, test } from "vitest";
import { passedOver } from "./passed-over.ts";

const FILES = [
  { path: "test/browser/trading.browser.test.ts", skipped: 6 },
  { path: "test/stories/console.browser.test.ts", skipped: 1 },
  { path: "test/browser/bundle.test.ts", skipped: 2 },
  { path: "test/stories/three-nodes.postgres.test.ts", skipped: 1 },
];
const NO_BROWSER = { lane: "browser", tests: "tests of the pages", why: "Get one." } as const;
const NO_POSTGRES = { lane: "postgres", tests: "tests of clusters", why: "Install it." } as const;

test("for each program that is missing one line says what was not run, and how to get it", () => {
  expect(passedOver(FILES, [NO_BROWSER, NO_POSTGRES])).toEqual([
    "Not run: 7 tests of the pages, in 2 files. Get one.",
    "Not run: 1 tests of clusters, in 1 files. Install it.",
  ]);
});

test("where nothing was passed over, or for another reason, nothing is said", () => {
  expect(passedOver(FILES, [])).toEqual([]);
  expect(passedOver([{ path: FILES[0]?.path ?? "", skipped: 0 }], [NO_BROWSER])).toEqual([]);
  expect(passedOver(FILES.slice(2, 3), [NO_BROWSER, NO_POSTGRES])).toEqual([]);
});
