/** A directory of its own for one test, or for one file of tests, removed when that is over. */
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import { removeWhole } from "../report/leftovers.ts";

const PREFIX = "bourse-test-";

export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), PREFIX));
  // The archivist of a server that was killed may still be starting, and would make the directory anew.
  onTestFinished(() => removeWhole(directory));
  return directory;
}

/** For what the tests of a file share; called beside them. It is there before the first, and not where all are passed over. */
export function directoryOfFile(): string {
  // As short as the other kind: below a long name a server keeps its socket elsewhere.
  const directory = join(tmpdir(), `${PREFIX}${randomBytes(3).toString("hex")}`);
  beforeAll(() => void mkdirSync(directory, { mode: 0o700 }));
  afterAll(() => removeWhole(directory));
  return directory;
}
