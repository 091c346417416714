/**
 * Copies a data directory, in use or not, so that the copy is of one moment: first the snapshots, then
 * the history store, then the log up to its end. Whatever a later part knows, an earlier one does not
 * contradict: history has everything up to each snapshot (HIST-SNAP-1), and the log all that history
 * has. Of secrets nothing is copied. Rules LOG-BACKUP-1, LOG-BACKUP-2.
 */
import { dirname } from "node:path";
import type { OnProgress } from "../../core/base/progress.ts";
import { isStateName } from "../../edge/sandbox/state-name.ts";
import { SAVED_DIRECTORY } from "../../edge/sandbox/states/saved-state.ts";
import { NEXT_DIRECTORY, PAST_DIRECTORY } from "../../edge/sandbox/states/swap.ts";
import type { Disk } from "../../log/disk.ts";
import { LogCorrupt } from "../../log/file/read-chain.ts";
import {
  listSnapshots,
  readSnapshot,
  SNAPSHOT_DIRECTORY,
  type Snapshot,
} from "../../log/file/snapshot-files.ts";
import {
  ARCHIVE_DIRECTORY,
  LOG_DIRECTORY,
  listSegments,
  segmentName,
  sizeOf,
} from "../../log/segment/segments.ts";
import { HISTORY_DIRECTORY, LMDB_FILE } from "../../runtime/history/rows/key-value-store.ts";
import { Replica } from "../../runtime/replica/replay.ts";
import { checkSpace, copyFile, hashFile, type OnBytes } from "./copy-file.ts";
import { type KeptFile, type Manifest, newManifest, writeManifest } from "./manifest.ts";
import { PinnedLog } from "./pinned-log.ts";

export interface BackUpOptions {
  readonly from: Disk;
  /** An empty place, made anew for every attempt. */
  readonly draft: () => Disk;
  /** Copies the history store into the draft, as of one moment; answers up to where it goes. */
  readonly copyHistory: () => Promise<number | undefined>;
  readonly takenAtMs: number;
  readonly onProgress?: OnProgress | undefined;
}

/** The directory is being changed in a way that no copy of it would start. */
export class BackupRefused extends Error {
  override readonly name = "BackupRefused";
}

const ATTEMPTS_MAX = 10;
const HISTORY_FILE = `${HISTORY_DIRECTORY}/${LMDB_FILE}`;

/** An attempt that fails while files come and go is repeated: they went because newer ones had come. */
export async function backUp(options: BackUpOptions): Promise<Manifest> {
  const { from } = options;
  for (let attempt = 1; ; attempt++) {
    const before = namesIn(from);
    try {
      const manifest = await copyAll(options);
      if (isSameLog(before, namesIn(from))) return manifest;
      if (attempt === ATTEMPTS_MAX) throw new BackupRefused("the log is being replaced; try again");
    } catch (error) {
      const hasChanged = namesIn(from).join() !== before.join();
      if (!hasChanged || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

const FOLDERS = [SNAPSHOT_DIRECTORY, LOG_DIRECTORY, ARCHIVE_DIRECTORY, SAVED_DIRECTORY];
/** SANDBOX-STATE-2: where a log is put into the place of another. */
const SWAPS = [PAST_DIRECTORY, NEXT_DIRECTORY];

function namesIn(disk: Disk): string[] {
  return [...SWAPS, ...FOLDERS].flatMap((folder) =>
    disk.list(folder).map((name) => `${folder}/${name}`),
  );
}

/** Whether no log was put into the place of another meanwhile. */
function isSameLog(before: readonly string[], after: readonly string[]): boolean {
  const swapsIn = (names: readonly string[]) =>
    names.filter((name) => SWAPS.some((folder) => name.startsWith(`${folder}/`))).join();
  return swapsIn(before) === swapsIn(after);
}

async function copyAll(options: BackUpOptions): Promise<Manifest> {
  const { from, draft, copyHistory, takenAtMs } = options;
  if (from.list(NEXT_DIRECTORY).length > 0) {
    throw new BackupRefused(
      "its log is being replaced: try again, or start it once to complete that",
    );
  }
  const to = draft();
  // Held from the beginning: what the first snapshot needs of the log may be retired any moment.
  const log = PinnedLog.pin(from);
  try {
    const total = bytesIn(from, log);
    checkSpace(to, total);
    const onBytes = meterOf(total, options.onProgress);
    const snapshots = copySnapshots(from, to, onBytes);
    const history = await copyHistory();
    log.pinNewer();
    const end = log.findEnd(snapshots.map(({ snapshot }) => snapshot.cursor));
    checkHistoryWithin(history, end.position);
    const files = [
      ...snapshots.map(({ file }) => file),
      ...(history === undefined ? [] : [keptHistory(to, onBytes)]),
      ...log.copyTo(to, end, onBytes),
      ...copyWhole({ from, to, onBytes }, pathsBeside(from, log)),
    ];
    for (const folder of foldersOf(files)) to.syncDirectory(folder);
    const newest = snapshots.at(-1)?.snapshot;
    const manifest = newManifest({
      ...whatItIs(log, newest),
      position: end.position,
      timeMs: Math.max(end.timeMs, newest?.timeMs ?? 0),
      takenAtMs,
      history: history ?? null,
      files,
    });
    writeManifest(to, manifest);
    return manifest;
  } finally {
    log.close();
  }
}

function checkHistoryWithin(history: number | undefined, position: number): void {
  if (history === undefined || history <= position) return;
  const ends = `ends at ${history}, the log at ${position}`;
  throw new LogCorrupt(LOG_DIRECTORY, 0, `the history store is later than the log (it ${ends})`);
}

interface CopiedSnapshot {
  readonly file: KeptFile;
  readonly snapshot: Snapshot;
}

/** LOG-SNAP-2: damaged ones are left out; what was copied is what is looked at. */
function copySnapshots(from: Disk, to: Disk, onBytes: OnBytes): CopiedSnapshot[] {
  return listSnapshots(from).flatMap((name) => {
    const path = `${SNAPSHOT_DIRECTORY}/${name}`;
    const [file] = copyWhole({ from, to, onBytes }, [path]);
    const read = readSnapshot(to, name);
    if (file && read.ok) return [{ file, snapshot: read.snapshot }];
    to.remove(path);
    return [];
  });
}

function keptHistory(to: Disk, onBytes: OnBytes): KeptFile {
  const file = to.open(HISTORY_FILE, "write");
  try {
    const [sha256, bytes] = [hashFile(file, onBytes), file.size()];
    file.sync();
    return { path: HISTORY_FILE, bytes, size: bytes, sha256 };
  } finally {
    file.close();
  }
}

interface Way {
  readonly from: Disk;
  readonly to: Disk;
  readonly onBytes: OnBytes;
}

/** Files that never change once they have their names. */
function copyWhole({ from, to, onBytes }: Way, paths: readonly string[]): KeptFile[] {
  return paths.map((path) => {
    const file = from.open(path, "read");
    try {
      return copyFile(file, { to, path, onBytes });
    } finally {
      file.close();
    }
  });
}

/** The archive, but for what was retired a moment ago and is pinned; and the states of a sandbox. */
function pathsBeside(from: Disk, log: PinnedLog): string[] {
  const archived = listSegments(from, ARCHIVE_DIRECTORY).filter((id) => !log.has(id));
  const saved = from.list(SAVED_DIRECTORY).filter(isStateName);
  return [
    ...archived.map((id) => `${ARCHIVE_DIRECTORY}/${segmentName(id)}`),
    ...saved.flatMap((name) => savedPaths(from, `${SAVED_DIRECTORY}/${name}`)),
  ];
}

function savedPaths(from: Disk, folder: string): string[] {
  const snapshots = from.list(`${folder}/${SNAPSHOT_DIRECTORY}`);
  const hasHistory = from.list(`${folder}/${HISTORY_DIRECTORY}`).includes(LMDB_FILE);
  return [
    ...snapshots.map((name) => `${folder}/${SNAPSHOT_DIRECTORY}/${name}`),
    ...(hasHistory ? [`${folder}/${HISTORY_FILE}`] : []),
  ];
}

/** Each folder of these files, and those it stands in, innermost first. */
function foldersOf(files: readonly KeptFile[]): string[] {
  const folders = new Set<string>();
  for (const { path } of files) {
    for (let folder = dirname(path); folder !== "."; folder = dirname(folder)) folders.add(folder);
  }
  return [...[...folders].sort((one, other) => other.length - one.length), "."];
}

/** How much there is to copy; what is added meanwhile hardly counts. */
function bytesIn(from: Disk, log: PinnedLog): number {
  const snapshots = listSnapshots(from).map((name) => `${SNAPSHOT_DIRECTORY}/${name}`);
  const history = from.list(HISTORY_DIRECTORY).includes(LMDB_FILE) ? [HISTORY_FILE] : [];
  const paths = [...snapshots, ...history, ...pathsBeside(from, log)];
  return paths.reduce((sum, path) => sum + sizeOf(from, path), log.bytes);
}

function meterOf(total: number, onProgress: OnProgress = () => undefined): OnBytes {
  let done = 0;
  return (bytes) => {
    done += bytes;
    onProgress(Math.min(done, total), total);
  };
}

/** What the directory says of itself: in its newest snapshot, or in its first record. */
function whatItIs(
  log: PinnedLog,
  newest: Snapshot | undefined,
): Pick<Manifest, "kind" | "format" | "rules"> {
  const replica = Replica.start(newest);
  const first = newest ? undefined : log.findFirst();
  if (first) replica.follow(first);
  const { kind, format, rules } = replica.state;
  return { kind, format, rules };
}
