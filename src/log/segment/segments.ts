/**
 * Segments: the files of fixed size that hold the log, numbered from 1. A segment is filled with
 * zeros before it is used, so that an append changes no metadata (that halves a flush) and needs
 * no space. It gets its name only when it is whole and on disk: `.tmp`, sync, rename, sync of the
 * directory. Segments that are no longer needed to start move to `archive/`.
 */
import { assert } from "../../core/base/assert.ts";
import { BATCH_HEADER_BYTES } from "../batch.ts";
import { type Disk, type DiskFile, DiskFull } from "../disk.ts";
import type { Cursor } from "../log.ts";

export const LOG_DIRECTORY = "log";
export const ARCHIVE_DIRECTORY = "archive";
export const SEGMENT_BYTES = 64 * 1024 * 1024;

const SEGMENT_NAME = /^(\d{8})\.log$/;
const PIECE_BYTES = 1024 * 1024;
/** One sync of 64 MiB would hold up the flushes of the live log. */
const SYNC_EVERY_BYTES = 4 * PIECE_BYTES;
/** What the making of a segment leaves to others: a disk without a free byte serves no purpose. */
const SPARE_BYTES = 1024 * 1024;
const ZEROS = new Uint8Array(PIECE_BYTES);

/** Makes segments ahead of need, on this thread or on another. */
export interface SegmentMaker {
  make(id: number, size: number): Promise<void>;
  close(): void;
}

/** Makes segments on the same thread: for tests and for tools that work offline. */
export function inlineSegmentMaker(disk: Disk): SegmentMaker {
  return {
    make: async (id, size) => makeSegment(disk, id, size),
    close() {},
  };
}

export function segmentName(id: number): string {
  assert(Number.isInteger(id) && id >= 1 && id < 1e8, `${id} is the id of a segment`);
  return `${String(id).padStart(8, "0")}.log`;
}

export function segmentPath(id: number): string {
  return `${LOG_DIRECTORY}/${segmentName(id)}`;
}

/** The ids of the segments in a directory, ascending. */
export function listSegments(disk: Disk, directory: string): readonly number[] {
  const ids = disk.list(directory).map((name) => Number(SEGMENT_NAME.exec(name)?.[1] ?? 0));
  return ids.filter((id) => id > 0);
}

/** Where a segment lies, the log before the archive; undefined when it is in neither. */
export function findSegment(disk: Disk, id: number): string | undefined {
  const name = segmentName(id);
  const directories = [LOG_DIRECTORY, ARCHIVE_DIRECTORY];
  const home = directories.find((directory) => disk.list(directory).includes(name));
  return home && `${home}/${name}`;
}

/** Makes one whole segment of zeros; a failure leaves nothing behind. */
export function makeSegment(disk: Disk, id: number, size: number): void {
  const path = segmentPath(id);
  const draft = path.replace(/\.log$/, ".tmp");
  removeDrafts(disk);
  checkFreeBytes(disk, size);
  const file = disk.open(draft, "create");
  try {
    fillWithZeros(file, size);
  } catch (error) {
    file.close();
    disk.remove(draft);
    throw error;
  }
  file.close();
  disk.rename(draft, path);
  disk.syncDirectory(LOG_DIRECTORY);
}

/** LOG-FULL-1: the making is tried every second, and must not fill the disk to its last byte each time. */
function checkFreeBytes(disk: Disk, size: number): void {
  const free = disk.freeBytes?.() ?? Number.POSITIVE_INFINITY;
  if (free >= size + SPARE_BYTES) return;
  throw new DiskFull(`a segment needs ${size} bytes and ${SPARE_BYTES} to spare, free are ${free}`);
}

function fillWithZeros(file: DiskFile, size: number): void {
  for (let offset = 0; offset < size; offset += PIECE_BYTES) {
    if (offset > 0 && offset % SYNC_EVERY_BYTES === 0) file.sync();
    file.write(offset, ZEROS.subarray(0, Math.min(PIECE_BYTES, size - offset)));
  }
  file.sync();
}

/** Removes what a crash left of segments that were never finished. */
export function removeDrafts(disk: Disk): void {
  for (const name of disk.list(LOG_DIRECTORY)) {
    if (name.endsWith(".tmp")) disk.remove(`${LOG_DIRECTORY}/${name}`);
  }
}

/** The size of a segment is a setting: those made ahead under another setting are made anew. */
export function removeUnusedOfOtherSize(disk: Disk, end: Cursor, segmentBytes: number): void {
  const unused = listSegments(disk, LOG_DIRECTORY).filter((id) => id > end.segment);
  if (unused.every((id) => sizeOf(disk, segmentPath(id)) === segmentBytes)) return;
  for (const id of unused.toReversed()) {
    disk.remove(segmentPath(id));
    disk.syncDirectory(LOG_DIRECTORY);
  }
}

/** The size of the newest segment in the log; undefined when there is none, or no whole one. */
export function findSegmentBytes(disk: Disk): number | undefined {
  const newest = listSegments(disk, LOG_DIRECTORY).at(-1);
  const size = newest === undefined ? 0 : sizeOf(disk, segmentPath(newest));
  return size >= BATCH_HEADER_BYTES ? size : undefined;
}

/** How many bytes a file has. */
export function sizeOf(disk: Disk, path: string): number {
  const file = disk.open(path, "read");
  try {
    return file.size();
  } finally {
    file.close();
  }
}

/**
 * Takes the segments wholly before a cursor out of the log, oldest first, each made durable before
 * the next, so that a crash leaves no gap. Answers their ids.
 */
export function retireSegments(
  disk: Disk,
  { before, keep }: { readonly before: Cursor; readonly keep: boolean },
): readonly number[] {
  const ids = listSegments(disk, LOG_DIRECTORY).filter((id) => id < before.segment);
  if (keep && ids.length > 0) {
    disk.makeDirectory(ARCHIVE_DIRECTORY);
    disk.syncDirectory(".");
  }
  for (const id of ids) {
    if (keep) {
      disk.rename(segmentPath(id), `${ARCHIVE_DIRECTORY}/${segmentName(id)}`);
      disk.syncDirectory(ARCHIVE_DIRECTORY);
    } else {
      disk.remove(segmentPath(id));
    }
    disk.syncDirectory(LOG_DIRECTORY);
  }
  return ids;
}
