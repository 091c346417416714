/**
 * States that were saved by name, each in a folder of its own below `saved/`: a snapshot of everything
 * at one position, and the history store as it was there. A folder has its name only when it is whole.
 * Rules SANDBOX-STATE-1, SANDBOX-STATE-3.
 */
import {
  copyFileSync,
  existsSync,
  constants as fs,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import {
  listSnapshots,
  readSnapshot,
  type Snapshot,
  type SnapshotHead,
  writeSnapshot,
} from "../../../log/file/snapshot-files.ts";
import { hexHashOf } from "../../../log/hash.ts";
import { realDisk, syncDirectory } from "../../../log/real-disk.ts";
import { HISTORY_DIRECTORY } from "../../../runtime/history/rows/key-value-store.ts";
import { HistoryStore } from "../../../runtime/history/store/history-store.ts";
import { privateFiles } from "../../auth/private-files.ts";
import { checkStateName, DRAFT, isStateName, stateNotFound } from "../state-name.ts";
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

/** Checks a new name, before the exchange is held up for it. */
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
  const folder = join(saved, draft);
  rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeSnapshot(realDisk(folder), head, body);
    if (existsSync(storeOf(directory))) copyHistory(directory, folder);
    await sealHistory(folder, head.cursor.position);
    privateFiles(realDisk(folder)).create(STORE_HASH, Buffer.from(hashOfStore(folder)));
    realDisk(saved).rename(draft, name);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
  syncDirectory(saved);
  syncDirectory(directory);
}

/** Removes what a crash left of states that were never finished. */
export function removeStateDrafts(directory: string): void {
  const saved = join(directory, SAVED_DIRECTORY);
  const names = existsSync(saved) ? readdirSync(saved) : [];
  for (const name of names.filter((one) => one.endsWith(DRAFT))) {
    rmSync(join(saved, name), { recursive: true, force: true });
  }
}

const STORE_HASH = "history.sha256";

function hashOfStore(folder: string): string {
  return hexHashOf([readFileSync(storeOf(folder))]);
}

function storeOf(folder: string): string {
  return join(folder, HISTORY_DIRECTORY, STORE_FILE);
}

/** HIST-SNAP-1: the store itself says that it has everything up to the position of the snapshot. */
async function sealHistory(folder: string, position: number): Promise<void> {
  // The server itself needs no store: it is loaded for this alone.
  const { openLmdbStore } = await import("../../../runtime/history/store/lmdb-store.ts");
  const store = new HistoryStore(openLmdbStore(join(folder, HISTORY_DIRECTORY)));
  store.add([], position);
  await store.close();
}

/** The store's one file; no process writes to it meanwhile. */
export function copyHistory(from: string, to: string): void {
  const source = storeOf(from);
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

/** SANDBOX-STATE-3: the whole state is checked before the present one is given up for it. */
export function readState(directory: string, name: string): SavedState {
  const folder = folderOf(directory, name);
  const disk = realDisk(folder);
  const [snapshotName] = listSnapshots(disk);
  if (snapshotName === undefined) throw damaged("its snapshot is missing");
  const read = readSnapshot(disk, snapshotName);
  if (!read.ok) throw damaged(read.damaged);
  const hash = Buffer.from(privateFiles(disk).read(STORE_HASH) ?? "").toString();
  if (!existsSync(storeOf(folder)) || hash !== hashOfStore(folder)) throw damaged("its history");
  return { folder, snapshot: read.snapshot };
}

function damaged(what: string): StateRefused {
  return new StateRefused("state_damaged", `The saved state is damaged: ${what}.`);
}

/** Renamed first: what is left of it after a crash is no state. */
export function removeState(directory: string, name: string): void {
  const folder = folderOf(directory, name);
  renameSync(folder, `${folder}${DRAFT}`);
  rmSync(`${folder}${DRAFT}`, { recursive: true });
}

function folderOf(directory: string, name: string): string {
  if (isStateName(name) && listStates(directory).includes(name)) {
    return join(directory, SAVED_DIRECTORY, name);
  }
  throw stateNotFound();
}
