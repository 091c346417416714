import { expect, test } from "vitest";
import { passedOver } from "./passed-over.ts";

const FILES = [
  { path: "test/browser/trading.browser.test.ts", skipped: 6 },
  { path: "test/stories/console.browser.test.ts", skipped: 1 },
  { path: "test/browser/bundle.test.ts", skipped: 2 },
];

test("without a browser one line says what was not run, and how to get one", () => {
  expect(passedOver(FILES, false)).toMatch(
    /^Not run: 7 tests of the pages, in 2 files, since there is no Chromium here\. Debian: apt install chromium-headless-shell; .*BOURSE_CHROMIUM/,
  );
});

test("where nothing was passed over, or for another reason, nothing is said", () => {
  expect(passedOver(FILES, true)).toBeUndefined();
  expect(passedOver([{ path: FILES[0]?.path ?? "", skipped: 0 }], false)).toBeUndefined();
  expect(passedOver([{ path: "test/browser/bundle.test.ts", skipped: 2 }], false)).toBeUndefined();
});
