/**
 * Backups where people keep them: each in a folder named by the time it was taken and the position it
 * holds, so that the last name is the newest. A folder has its name only when it is whole; what
 * failed half-way is removed. Rules LOG-BACKUP-1, LOG-BACKUP-2, LOG-BACKUP-3.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { OnProgress } from "../base/progress.ts";
import { HistoryStore } from "../history/history-store.ts";
import { copyLmdbShelf, openLmdbShelf } from "../history/lmdb-shelf.ts";
import { HISTORY_DIRECTORY, LMDB_FILE } from "../history/shelf.ts";
import { DiskFull } from "../log/disk.ts";
import { isInside } from "../log/inside.ts";
import { makeDataDirectory, realDisk, syncDirectory } from "../log/real-disk.ts";
import { BackupRefused, backUp } from "./back-up.ts";
import { BackupDamaged, MANIFEST_NAME, type Manifest, readManifest } from "./manifest.ts";
import { restoreFiles } from "./restore-backup.ts";

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-\d{12}$/;
const MODE = 0o700;
const FREE_BYTES_MIN = 1024 * 1024;

export interface Backup {
  readonly path: string;
  readonly manifest: Manifest;
}

export interface TakeOptions {
  readonly directory: string;
  readonly to: string;
  readonly nowMs: number;
  readonly onProgress?: OnProgress | undefined;
}

/** Copies a directory, whether a server runs on it or not, into a new folder below `to`. */
export async function takeBackup({ directory, to, nowMs, ...rest }: TakeOptions): Promise<Backup> {
  checkOutside(directory, to);
  makeDataDirectory(resolve(to));
  const time = new Date(nowMs).toISOString().replaceAll(":", "-");
  const draft = join(to, `${time}.${process.pid}.tmp`);
  const manifest = await orNothing(draft, () =>
    backUp({
      from: realDisk(directory),
      draft: () => emptyDirectory(draft),
      copyHistory: () => copyHistory(directory, draft),
      takenAtMs: nowMs,
      ...rest,
    }),
  );
  const path = join(to, `${time}-${String(manifest.position).padStart(12, "0")}`);
  giveName(draft, path);
  return { path, manifest };
}

/** LOG-BACKUP-3: a copy inside of what it is a copy of would be lost with it, and grow for ever. */
function checkOutside(directory: string, to: string): void {
  let place = resolve(to);
  while (!existsSync(place)) place = dirname(place);
  if (!isInside(directory, place)) return;
  throw new BackupRefused(`${to} lies in ${directory}: a backup is kept outside of what it copies`);
}

function emptyDirectory(path: string): ReturnType<typeof realDisk> {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { mode: MODE });
  return realDisk(path);
}

/** The store as of one moment; opened once more, to learn which. */
async function copyHistory(directory: string, draft: string): Promise<number | undefined> {
  const from = join(directory, HISTORY_DIRECTORY);
  if (!existsSync(join(from, LMDB_FILE))) return undefined;
  const to = join(draft, HISTORY_DIRECTORY);
  await copyLmdbShelf(from, to).catch((error: Error) => {
    // On a full disk the store itself may speak of an error of the device.
    const free = realDisk(draft).freeBytes?.() ?? Number.POSITIVE_INFINITY;
    throw free < FREE_BYTES_MIN ? new DiskFull(error.message, { cause: error }) : error;
  });
  const store = new HistoryStore(openLmdbShelf(to, "read"));
  const { position } = store;
  await store.close();
  for (const name of readdirSync(to)) if (name !== LMDB_FILE) rmSync(join(to, name));
  return position;
}

/** What fails leaves nothing that could be taken for whole. */
async function orNothing<T>(draft: string, work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    throw error;
  }
}

function giveName(draft: string, path: string): void {
  renameSync(draft, path);
  syncDirectory(dirname(resolve(path)));
}

/** The newest backup below a folder, or the folder itself when it is one. */
export function newestBackup(to: string): Backup {
  const names = namesIn(to);
  if (names.includes(MANIFEST_NAME)) return openBackup(to);
  const newest = names
    .filter((name) => NAME.test(name))
    .sort(byLetters)
    .at(-1);
  if (newest === undefined) throw new BackupRefused(`${to} holds no backup`);
  return openBackup(join(to, newest));
}

function byLetters(one: string, other: string): number {
  return one < other ? -1 : 1;
}

export function openBackup(path: string): Backup {
  namesIn(path);
  return { path, manifest: inBackup(path, () => readManifest(realDisk(path))) };
}

function namesIn(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    const isAbsent = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw isAbsent ? new BackupRefused(`${path} does not exist`) : error;
  }
}

export interface RestoreToOptions {
  readonly directory: string;
  readonly onProgress?: OnProgress | undefined;
}

/** LOG-BACKUP-2: into a directory that is absent or empty, which is there whole or not at all. */
export async function restoreBackup(backup: Backup, options: RestoreToOptions): Promise<void> {
  const { directory, ...rest } = options;
  const path = resolve(directory);
  if (existsSync(path) && namesIn(path).length > 0) {
    throw new BackupRefused(`${directory} is not empty: a backup is restored to a new directory`);
  }
  makeDataDirectory(dirname(path));
  const draft = `${path}.${process.pid}.tmp`;
  await orNothing(draft, () => {
    const to = emptyDirectory(draft);
    const { manifest } = backup;
    inBackup(backup.path, () =>
      restoreFiles({ manifest, from: realDisk(backup.path), to, ...rest }),
    );
    giveName(draft, path);
  });
}

/** Damage is told with the name of the backup that has it. */
function inBackup<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof BackupDamaged)) throw error;
    throw new BackupDamaged(`${basename(path)}: ${error.message}`, { cause: error });
  }
}
