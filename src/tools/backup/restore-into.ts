/**
 * Where a restore works: inside of the directory that it is for, since that may be a link, or the root
 * of a disk of its own, and neither can be replaced by a rename. The parts are made in a draft and
 * moved out one by one, the log last: without its log a directory is none. A restore that is cut off
 * leaves the draft: a start sees it and does not begin an exchange there, and the next restore knows
 * what it may remove. Rule LOG-BACKUP-2.
 */
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { SAVED_DIRECTORY } from "../../edge/sandbox/states/saved-state.ts";
import { lockDirectory } from "../../log/directory-lock.ts";
import type { Disk } from "../../log/disk.ts";
import { SNAPSHOT_DIRECTORY } from "../../log/file/snapshot-files.ts";
import { makeDataDirectory, syncDirectory } from "../../log/real-disk.ts";
import { ARCHIVE_DIRECTORY, LOG_DIRECTORY } from "../../log/segment/segments.ts";
import { HISTORY_DIRECTORY } from "../../runtime/history/rows/key-value-store.ts";
import { emptyDirectory, namesIn, PlaceRefused } from "./place.ts";

export const RESTORE_DRAFT = "restoring.tmp";
/** In the order in which they are moved; the log comes behind them. */
const PARTS = [ARCHIVE_DIRECTORY, SAVED_DIRECTORY, HISTORY_DIRECTORY, SNAPSHOT_DIRECTORY];
/** What a new disk has by itself. */
const OF_THE_DISK = "lost+found";

/** Whether a restore was cut off here. */
export function isHalfRestored(directory: string): boolean {
  const has = (name: string) => existsSync(join(directory, name));
  return has(RESTORE_DRAFT) && !has(LOG_DIRECTORY);
}

/** Fills a directory that is absent, empty or half restored; what fails leaves it as it was. */
export async function restoreInto(
  directory: string,
  fill: (to: Disk, draft: string) => void | Promise<void>,
  what = "a backup is restored",
): Promise<void> {
  const path = resolve(directory);
  const isNew = !existsSync(path);
  if (!isNew) checkFree(directory, what);
  makeDataDirectory(path);
  const lock = await lockDirectory(path);
  try {
    checkFree(directory, what);
    clear(path);
    await orNothing(path, isNew, async () => {
      const draft = join(path, RESTORE_DRAFT);
      await fill(emptyDirectory(draft), draft);
      for (const step of movesOf(path)) step();
    });
  } finally {
    await lock.release();
  }
}

function checkFree(directory: string, what: string): void {
  const names = namesIn(directory).filter((name) => name !== OF_THE_DISK);
  const isOurs = (name: string) => name === RESTORE_DRAFT || PARTS.includes(name);
  if (names.length === 0 || (names.includes(RESTORE_DRAFT) && names.every(isOurs))) return;
  throw new PlaceRefused(`${directory} is not empty: ${what} to a new directory`);
}

/** The draft goes last: for as long as it is there, the rest may be removed. */
function clear(path: string): void {
  for (const name of [LOG_DIRECTORY, ...PARTS, RESTORE_DRAFT]) {
    rmSync(join(path, name), { recursive: true, force: true });
  }
}

async function orNothing(path: string, isNew: boolean, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    clear(path);
    if (isNew) rmSync(path, { recursive: true, force: true });
    throw error;
  }
}

/** From the draft to a data directory. A machine may go down between any two. */
export function movesOf(path: string): readonly (() => void)[] {
  const draft = join(path, RESTORE_DRAFT);
  const move = (part: string) => () => {
    if (existsSync(join(draft, part))) renameSync(join(draft, part), join(path, part));
  };
  return [
    () => syncTree(draft),
    ...PARTS.map(move),
    () => syncDirectory(path),
    move(LOG_DIRECTORY),
    () => syncDirectory(path),
    () => rmSync(draft, { recursive: true }),
    () => syncDirectory(path),
  ];
}

/** The names of files are made durable apart from what they hold. */
function syncTree(path: string): void {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) syncTree(join(path, entry.name));
  }
  syncDirectory(path);
}
