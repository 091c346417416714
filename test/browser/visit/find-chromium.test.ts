import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { findChromium, isChromiumRequired } from "./find-chromium.ts";

test("a browser that is named is taken at its word", () => {
  expect(findChromium({ BOURSE_CHROMIUM: "/opt/mine" })).toBe("/opt/mine");
});

test("else one is looked for on the path, and what cannot be run is none", () => {
  const folder = temporaryDirectory();
  const program = join(folder, "google-chrome");
  const onPath = () => findChromium({ PATH: folder });
  writeFileSync(program, "#!/bin/sh\n", { mode: 0o600 });
  const before = onPath();

  chmodSync(program, 0o700);

  // A system's own browser, where there is one, comes first.
  expect([program, before]).toContain(onPath());
  expect(before).not.toBe(program);
});

test.each([
  [{ CI: "true" }, true],
  [{ BOURSE_BROWSER: "required" }, true],
  [{ BOURSE_CHROMIUM: "/opt/mine" }, true],
  [{}, false],
])("with %j a browser is required: %j", (environment, isRequired) => {
  expect(isChromiumRequired(environment)).toBe(isRequired);
});
