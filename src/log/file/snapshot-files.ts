/**
 * Snapshots as files: `snapshots/<position>.snap`. A snapshot is trusted only when every byte of
 * it is accounted for: the header by a CRC, the body by its SHA-256, which is also the hash of the
 * state. A damaged one is a value, not an error: the service falls back to the one before.
 *
 * | at | bytes | field            | at  | bytes | field               |
 * |  0 |     4 | magic            |  64 |     8 | digest, high, low   |
 * |  4 |     2 | version          |  72 |     8 | body length         |
 * |  8 |     8 | cursor: position |  80 |    32 | SHA-256 of the body |
 * | 16 |     8 | segment, offset  | 112 |     4 | CRC of all before   |
 * | 24 |    32 | hash             | 116 |       | body                |
 * | 56 |     8 | time             |     |       |                     |
 */
import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import { assert } from "../../core/base/assert.ts";
import { hashOf, readU64, writeU32, writeU64 } from "../batch.ts";
import type { Disk, DiskFile } from "../disk.ts";
import { type Cursor, type DigestHalves, HASH_BYTES } from "../log.ts";

export const SNAPSHOT_DIRECTORY = "snapshots";
export const SNAPSHOT_HEADER_BYTES = 116;

const MAGIC = 0xff_50_4e_53;
const VERSION = 2;
const CURSOR_HASH_AT = 24;
const BODY_HASH_AT = 80;
const CRC_AT = 112;
/** A single sync at the end of a large file would hold up the flushes of the live log. */
const SYNC_EVERY_BYTES = 4 * 1024 * 1024;
const SNAPSHOT_NAME = /^\d{12}\.snap$/;

/** What a snapshot says about itself: the state at `cursor`. */
export interface SnapshotHead {
  readonly cursor: Cursor;
  readonly timeMs: number;
  readonly digest: DigestHalves;
}

export interface Snapshot extends SnapshotHead {
  readonly stateHash: Uint8Array;
  readonly body: Uint8Array;
}

export type ReadSnapshot =
  | { readonly ok: true; readonly snapshot: Snapshot }
  | { readonly ok: false; readonly damaged: string };

/** Writes a snapshot under a temporary name, and gives it its own when it is on disk. */
export function writeSnapshot(
  disk: Disk,
  head: SnapshotHead,
  body: Iterable<Uint8Array>,
): { readonly name: string; readonly stateHash: Uint8Array } {
  const name = snapshotName(head.cursor.position);
  return { name, stateHash: place(disk, name, (file) => fill(file, head, body)) };
}

function place<T>(disk: Disk, name: string, write: (file: DiskFile) => T): T {
  const path = `${SNAPSHOT_DIRECTORY}/${name}`;
  disk.makeDirectory(SNAPSHOT_DIRECTORY);
  disk.syncDirectory(".");
  removeSnapshotDrafts(disk);

  // A name of its own: two processes for a moment, after a kill, must not write one draft.
  const draft = `${path}.${process.pid}.tmp`;
  const file = disk.open(draft, "create");
  let written: T;
  try {
    written = write(file);
  } catch (error) {
    file.close();
    disk.remove(draft);
    throw error;
  }
  file.close();
  disk.rename(draft, path);
  disk.syncDirectory(SNAPSHOT_DIRECTORY);
  return written;
}

/** The names of the snapshots, oldest first. */
export function listSnapshots(disk: Disk): readonly string[] {
  return disk.list(SNAPSHOT_DIRECTORY).filter((name) => SNAPSHOT_NAME.test(name));
}

export function readSnapshot(disk: Disk, name: string): ReadSnapshot {
  const file = disk.open(`${SNAPSHOT_DIRECTORY}/${name}`, "read");
  try {
    const size = file.size();
    const header = file.read(0, SNAPSHOT_HEADER_BYTES);
    const body = file.read(SNAPSHOT_HEADER_BYTES, Math.max(0, size - SNAPSHOT_HEADER_BYTES));
    return decodeSnapshot(name, header, body);
  } finally {
    file.close();
  }
}

/** A snapshot from the bytes of its file, wherever they come from. */
export function decodeSnapshot(name: string, header: Uint8Array, body: Uint8Array): ReadSnapshot {
  if (header.length < SNAPSHOT_HEADER_BYTES) {
    return { ok: false, damaged: `only ${header.length} bytes` };
  }
  const damaged = problemOf(header, body, name);
  return damaged ? { ok: false, damaged } : { ok: true, snapshot: decode(header, body) };
}

/** Gives a file its name when it is on disk; `bytes` were found to be a sound snapshot. */
export function placeSnapshot(disk: Disk, name: string, bytes: Uint8Array): void {
  place(disk, name, (file) => {
    for (let at = 0; at < bytes.length; at += SYNC_EVERY_BYTES) {
      file.write(at, bytes.subarray(at, at + SYNC_EVERY_BYTES));
      file.sync();
    }
  });
}

/** What its header says about where it was taken; undefined when that is damaged. */
export function readCursor(disk: Disk, name: string): Cursor | undefined {
  const file = disk.open(`${SNAPSHOT_DIRECTORY}/${name}`, "read");
  try {
    const header = file.read(0, SNAPSHOT_HEADER_BYTES);
    const isWhole = header.length === SNAPSHOT_HEADER_BYTES;
    return isWhole && headerProblemOf(header) === undefined ? cursorIn(header) : undefined;
  } finally {
    file.close();
  }
}

/** Removes all but the newest snapshots and those that must stay; answers the names of the removed. */
export function keepNewest(
  disk: Disk,
  count: number,
  mustStay: (name: string) => boolean = () => false,
): readonly string[] {
  assert(count > 0, "at least one snapshot is kept");
  const old = listSnapshots(disk)
    .slice(0, -count)
    .filter((name) => !mustStay(name));
  for (const name of old) disk.remove(`${SNAPSHOT_DIRECTORY}/${name}`);
  if (old.length > 0) disk.syncDirectory(SNAPSHOT_DIRECTORY);
  return old;
}

/** What a whole header says of the body behind it. */
export function stateHashIn(header: Uint8Array): Uint8Array {
  return header.slice(BODY_HASH_AT, CRC_AT);
}

/** The file of the snapshot at a position. */
export function snapshotName(position: number): string {
  assert(Number.isSafeInteger(position) && position >= 0 && position < 1e12, "12 digits suffice");
  return `${String(position).padStart(12, "0")}.snap`;
}

function removeSnapshotDrafts(disk: Disk): void {
  for (const name of disk.list(SNAPSHOT_DIRECTORY)) {
    if (name.endsWith(".tmp")) disk.remove(`${SNAPSHOT_DIRECTORY}/${name}`);
  }
}

/** The header comes last: only then are the length and the hash of the body known. */
function fill(file: DiskFile, head: SnapshotHead, body: Iterable<Uint8Array>): Uint8Array {
  const hash = createHash("sha256");
  let length = 0;
  let unsynced = 0;
  for (const piece of body) {
    for (let at = 0; at < piece.length; at += SYNC_EVERY_BYTES) {
      const part = piece.subarray(at, at + SYNC_EVERY_BYTES);
      file.write(SNAPSHOT_HEADER_BYTES + length, part);
      length += part.length;
      unsynced += part.length;
      if (unsynced < SYNC_EVERY_BYTES) continue;
      file.sync();
      unsynced = 0;
    }
    hash.update(piece);
  }
  const stateHash = hash.digest();
  file.write(0, encodeHeader(head, length, stateHash));
  file.sync();
  return stateHash;
}

function encodeHeader(head: SnapshotHead, length: number, stateHash: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(SNAPSHOT_HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint16(4, VERSION, true);
  writeU64(view, 8, head.cursor.position);
  writeU32(view, 16, head.cursor.segment);
  writeU32(view, 20, head.cursor.offset);
  bytes.set(head.cursor.hash, CURSOR_HASH_AT);
  writeU64(view, 56, head.timeMs);
  writeU32(view, 64, head.digest.high);
  writeU32(view, 68, head.digest.low);
  writeU64(view, 72, length);
  bytes.set(stateHash, BODY_HASH_AT);
  view.setUint32(CRC_AT, crc32(bytes.subarray(0, CRC_AT)), true);
  return bytes;
}

function headerProblemOf(header: Uint8Array): string | undefined {
  const view = viewOf(header);
  const version = view.getUint16(4, true);
  if (view.getUint32(0, true) !== MAGIC) return "no magic";
  if (view.getUint32(CRC_AT, true) !== crc32(header.subarray(0, CRC_AT))) {
    return "a wrong checksum of the header";
  }
  return version === VERSION ? undefined : `version ${version}, expected ${VERSION}`;
}

function problemOf(header: Uint8Array, body: Uint8Array, name: string): string | undefined {
  const ofHeader = headerProblemOf(header);
  if (ofHeader !== undefined) return ofHeader;
  const view = viewOf(header);
  const length = readU64(view, 72);
  if (length !== body.length) return `${body.length} bytes of body, expected ${length}`;
  const stateHash = header.subarray(BODY_HASH_AT, CRC_AT);
  if (Buffer.compare(stateHash, hashOf(body)) !== 0) return "a wrong hash of the body";
  if (snapshotName(readU64(view, 8)) !== name) return "a position that is not in its name";
  return undefined;
}

function cursorIn(header: Uint8Array): Cursor {
  const view = viewOf(header);
  return {
    position: readU64(view, 8),
    segment: view.getUint32(16, true),
    offset: view.getUint32(20, true),
    hash: header.subarray(CURSOR_HASH_AT, CURSOR_HASH_AT + HASH_BYTES),
  };
}

function decode(header: Uint8Array, body: Uint8Array): Snapshot {
  const view = viewOf(header);
  const cursor = cursorIn(header);
  const digest = { high: view.getUint32(64, true), low: view.getUint32(68, true) };
  const stateHash = header.subarray(BODY_HASH_AT, CRC_AT);
  return { cursor, timeMs: readU64(view, 56), digest, stateHash, body };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
