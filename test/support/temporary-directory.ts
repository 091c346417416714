/** A directory of its own for one test, or for one file of tests, removed when that is over. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

export function temporaryDirectory(): string {
  return directoryUntil(onTestFinished);
}

/** For what the tests of a file share; called beside them, not in one. */
export function directoryOfFile(): string {
  return directoryUntil(afterAll);
}

function directoryUntil(isOver: (remove: () => void) => void): string {
  const directory = mkdtempSync(join(tmpdir(), "bourse-test-"));
  // The archivist of a server that was killed may still write there when it is removed.
  const remove = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };
  isOver(() => rmSync(directory, remove));
  return directory;
}
