/** Working on a directory that no server has open. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { isSwapPending } from "../edge/sandbox/states/swap.ts";
import { lockDirectory } from "../log/directory-lock.ts";
import type { Disk } from "../log/disk.ts";
import { listSnapshots } from "../log/file/snapshot-files.ts";
import { realDisk } from "../log/real-disk.ts";
import { LOG_DIRECTORY, listSegments } from "../log/segment/segments.ts";
import { openHistory } from "../runtime/history/opening/open-history.ts";
import { HISTORY_DIRECTORY } from "../runtime/history/rows/key-value-store.ts";
import type { HistoryStore } from "../runtime/history/store/history-store.ts";
import { UsageError } from "./terminal/usage.ts";

/** Runs `work` with the history store of a directory. */
export async function withHistory<T>(
  directory: string,
  mode: "read" | "write",
  work: (store: HistoryStore) => Promise<T>,
): Promise<T> {
  const store = await openHistory(join(directory, HISTORY_DIRECTORY), mode);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

export function hasHistory(directory: string): boolean {
  return existsSync(join(directory, HISTORY_DIRECTORY));
}

/** Runs `work` with the directory locked, so that no server starts on it meanwhile. */
export async function offline<T>(directory: string, work: (disk: Disk) => Promise<T>): Promise<T> {
  checkDataDirectory(directory);
  const lock = await lockDirectory(directory);
  try {
    return await work(realDisk(directory));
  } finally {
    await lock.release();
  }
}

/**
 * A name that was mistyped is told as such, before anything is made or locked. A folder that is called
 * log says little: other programs have one, too.
 */
export function checkDataDirectory(directory: string): void {
  checkIsDirectory(directory);
  if (isSwapPending(directory)) {
    throw new Error(`${directory} was about to load a state: start the server once to complete it`);
  }
  const disk = realDisk(directory);
  if (listSegments(disk, LOG_DIRECTORY).length > 0 || listSnapshots(disk).length > 0) return;
  throw new UsageError(`${directory} is not a data directory: it has no log`);
}

function checkIsDirectory(directory: string): void {
  try {
    readdirSync(directory);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT") throw new UsageError(`${directory} does not exist`);
    if (code === "ENOTDIR") throw new UsageError(`${directory} is not a directory`);
    throw error;
  }
}
