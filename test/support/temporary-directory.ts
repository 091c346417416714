/** A directory of its own for one test, or for one file of tests, removed when that is over. */
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { removeWhole } from "../report/leftovers.ts";

export function temporaryDirectory(): string {
  return directoryUntil(onTestFinished);
}

/** For what the tests of a file share; called beside them, not in one. */
export function directoryOfFile(): string {
  return directoryUntil(afterAll);
}

function directoryUntil(isOver: (remove: () => void) => void): string {
  const directory = mkdtempSync(join(tmpdir(), "bourse-test-"));
  // The archivist of a server that was killed may still be starting, and would make the directory anew.
  isOver(() => removeWhole(directory));
  return directory;
}
