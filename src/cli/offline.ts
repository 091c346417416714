/** Working on a directory that no server has open. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { HistoryStore } from "../history/history-store.ts";
import { HISTORY_DIRECTORY, openLmdbShelf } from "../history/lmdb-shelf.ts";
import { lockDirectory } from "../log/directory-lock.ts";
import type { Disk } from "../log/disk.ts";
import { realDisk } from "../log/real-disk.ts";
import { UsageError } from "./terminal/usage.ts";

/** Runs `work` with the history store of a directory. */
export async function withHistory<T>(
  directory: string,
  mode: "read" | "write",
  work: (store: HistoryStore) => Promise<T>,
): Promise<T> {
  const store = new HistoryStore(openLmdbShelf(join(directory, HISTORY_DIRECTORY), mode));
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
  if (!existsSync(`${directory}/log`)) {
    throw new UsageError(`${directory} is not a data directory: it has no log`);
  }
  const lock = await lockDirectory(directory);
  try {
    return await work(realDisk(directory));
  } finally {
    await lock.release();
  }
}
