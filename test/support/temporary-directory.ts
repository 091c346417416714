/** A directory of its own for one test, or for one file of tests, removed when that is over. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { endProcess, leftProcesses } from "../report/leftovers.ts";

export function temporaryDirectory(): string {
  return directoryUntil(onTestFinished);
}

/** For what the tests of a file share; called beside them, not in one. */
export function directoryOfFile(): string {
  return directoryUntil(afterAll);
}

function directoryUntil(isOver: (remove: () => void) => void): string {
  const directory = mkdtempSync(join(tmpdir(), "bourse-test-"));
  isOver(() => removeWhole(directory));
  return directory;
}

/**
 * The archivist of a server that was killed may still be starting, and would make the directory anew. Its command line
 * names it; where it has ended by itself no process is found.
 */
function removeWhole(directory: string): void {
  for (const { pid } of leftProcesses(directory)) endProcess(pid);
  rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
