/**
 * Backups where people keep them: each in a folder named by the time it was taken and the position it
 * holds, so that the last name is the newest. A folder has its name only when it is whole; what
 * failed half-way is removed. Rules LOG-BACKUP-1 to LOG-BACKUP-3, LOG-BACKUP-5.
 */
import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { OnProgress } from "../../core/base/progress.ts";
import { DiskFull } from "../../log/disk.ts";
import { isInside } from "../../log/inside.ts";
import { makeDataDirectory, realDisk, syncDirectory } from "../../log/real-disk.ts";
import { HISTORY_DIRECTORY, LMDB_FILE } from "../../runtime/history/rows/key-value-store.ts";
import { HistoryStore } from "../../runtime/history/store/history-store.ts";
import { copyLmdbStore, openLmdbStore } from "../../runtime/history/store/lmdb-store.ts";
import { backUp } from "./back-up.ts";
import { draftName, sweepDrafts } from "./drafts.ts";
import { BackupDamaged, MANIFEST_NAME, type Manifest, readManifest } from "./manifest.ts";
import { emptyDirectory, namesIn, PlaceRefused } from "./place.ts";
import { restoreFiles } from "./restore-backup.ts";
import { restoreInto } from "./restore-into.ts";

const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-\d{12}$/;
const DRAFT = /^\d{4}-\d\d-\d\dT[\d.-]+Z\./;
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
  sweepDrafts(to, DRAFT);
  const time = new Date(nowMs).toISOString().replaceAll(":", "-");
  const draft = join(to, draftName(time));
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
  throw new PlaceRefused(`${to} lies in ${directory}: a backup is kept outside of what it copies`);
}

/** The store as of one moment; opened once more, to learn which. */
async function copyHistory(directory: string, draft: string): Promise<number | undefined> {
  const from = join(directory, HISTORY_DIRECTORY);
  if (!existsSync(join(from, LMDB_FILE))) return undefined;
  const to = join(draft, HISTORY_DIRECTORY);
  await copyLmdbStore(from, to).catch((error: Error) => {
    // On a full disk the store itself may report an error of the device.
    const free = realDisk(draft).freeBytes?.() ?? Number.POSITIVE_INFINITY;
    throw free < FREE_BYTES_MIN ? new DiskFull(error.message, { cause: error }) : error;
  });
  const store = new HistoryStore(openLmdbStore(to, "read"));
  const { position } = store;
  await store.close();
  for (const name of readdirSync(to)) if (name !== LMDB_FILE) rmSync(join(to, name));
  return position;
}

/** Work that fails leaves nothing that could be taken for whole. */
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
  if (newest === undefined) throw new PlaceRefused(`${to} holds no backup`);
  return openBackup(join(to, newest));
}

function byLetters(one: string, other: string): number {
  return one < other ? -1 : 1;
}

export function openBackup(path: string): Backup {
  namesIn(path);
  return { path, manifest: inBackup(path, () => readManifest(realDisk(path))) };
}

export interface RestoreToOptions {
  readonly directory: string;
  readonly onProgress?: OnProgress | undefined;
}

/** LOG-BACKUP-2: into a directory that is absent or empty, which is there whole or not at all. */
export async function restoreBackup(backup: Backup, options: RestoreToOptions): Promise<void> {
  const { directory, ...rest } = options;
  const { path, manifest } = backup;
  await restoreInto(directory, (to) =>
    inBackup(path, () => restoreFiles({ manifest, from: realDisk(path), to, ...rest })),
  );
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
