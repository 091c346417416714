/**
 * Places that a command is given: those that are not what they must be are refused as called wrongly,
 * the same by every command.
 */
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import type { Disk } from "../../log/disk.ts";
import { realDisk } from "../../log/real-disk.ts";

const MODE = 0o700;

/** The message is for people, the exit code is 2. */
export class PlaceRefused extends Error {
  override readonly name = "PlaceRefused";
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "is not a directory",
};

export function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? `${error.code}` : "";
    const problem = Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined;
    throw problem === undefined ? error : new PlaceRefused(`${path} ${problem}`);
  }
}

/** A place for a draft; what stood there is removed. */
export function emptyDirectory(path: string): Disk {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { mode: MODE });
  return realDisk(path);
}
