/**
 * States that were saved by name, each in a folder of its own below `saved/`: a snapshot of everything
 * at one position, and the history store as it was there. A folder has its name only when it is whole.
 * Rules SANDBOX-STATE-1, SANDBOX-STATE-3.
 */
import { copyFileSync, existsSync, constants as fs, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { HistoryStore } from "../../history/history-store.ts";
import { HISTORY_DIRECTORY } from "../../history/shelf.ts";
import {
  listSnapshots,
  readSnapshot,
  type Snapshot,
  type SnapshotHead,
  writeSnapshot,
} from "../../log/file/snapshot-files.ts";
import { realDisk, syncDirectory } from "../../log/real-disk.ts";
import { checkStateName, DRAFT, isStateName } from "../state-name.ts";
import { StateRefused } from "../state-refused.ts";

export const SAVED_DIRECTORY = "saved";

/** The names of the saved states, in the order of their letters. */
export function listStates(directory: string): string[] {
  const saved = join(directory, SAVED_DIRECTORY);
  return existsSync(saved) ? readdirSync(saved).filter(isStateName).sort(byLetters) : [];
}

function byLetters(a: string, b: string): number {
  return a < b ? -1 : 1;
}

/** What may refuse, before anything is held up for it. */
export function checkNewState(directory: string, name: string): void {
  checkStateName(name, listStates(directory));
}

/** The present state, whose history is complete and at rest while this runs. */
export interface Present {
  readonly head: SnapshotHead;
  readonly body: Iterable<Uint8Array>;
}

export async function writeState(
  directory: string,
  name: string,
  { head, body }: Present,
): Promise<void> {
  const saved = join(directory, SAVED_DIRECTORY);
  const draft = `${name}${DRAFT}`;
  rmSync(join(saved, draft), { recursive: true, force: true });
  mkdirSync(join(saved, draft), { recursive: true, mode: 0o700 });
  writeSnapshot(realDisk(join(saved, draft)), head, body);
  copyHistory(directory, join(saved, draft));
  await sealHistory(join(saved, draft), head.cursor.position);
  realDisk(saved).rename(draft, name);
  syncDirectory(saved);
  syncDirectory(directory);
}

/** HIST-SNAP-1: the store itself says that it has everything up to the position of the snapshot. */
async function sealHistory(folder: string, position: number): Promise<void> {
  // The server itself needs no store: it is loaded for this alone.
  const { openLmdbShelf } = await import("../../history/lmdb-shelf.ts");
  const store = new HistoryStore(openLmdbShelf(join(folder, HISTORY_DIRECTORY)));
  store.add([], position);
  await store.close();
}

/** The store's one file; nobody writes to it meanwhile. */
export function copyHistory(from: string, to: string): void {
  const source = join(from, HISTORY_DIRECTORY, STORE_FILE);
  if (!existsSync(source)) return;
  const target = join(to, HISTORY_DIRECTORY);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  // Where the file system can, the copy shares its blocks until one of the two changes.
  copyFileSync(source, join(target, STORE_FILE), fs.COPYFILE_FICLONE);
  const disk = realDisk(target);
  const file = disk.open(STORE_FILE, "write");
  file.sync();
  file.close();
  disk.syncDirectory(".");
}

const STORE_FILE = "data.mdb";

/** A saved state in its folder. */
export interface SavedState {
  readonly folder: string;
  readonly snapshot: Snapshot;
}

/** SANDBOX-STATE-3: looked at whole before anything is given up for it. */
export function readState(directory: string, name: string): SavedState {
  const folder = folderOf(directory, name);
  const disk = realDisk(folder);
  const [snapshotName = ""] = listSnapshots(disk);
  const read = readSnapshot(disk, snapshotName);
  if (!read.ok) throw new Error(`the saved state ${name} is damaged: ${read.damaged}`);
  return { folder, snapshot: read.snapshot };
}

export function removeState(directory: string, name: string): void {
  rmSync(folderOf(directory, name), { recursive: true });
}

function folderOf(directory: string, name: string): string {
  if (isStateName(name) && listStates(directory).includes(name)) {
    return join(directory, SAVED_DIRECTORY, name);
  }
  throw new StateRefused("state_not_found", "There is no saved state of this name.");
}
