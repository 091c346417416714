/**
 * One file copied in pieces, and its hash taken on the way. A sync every few pieces: a single one at
 * the end of a large file would hold up the flushes of the live log.
 */
import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { type Disk, type DiskFile, DiskFull } from "../../log/disk.ts";
import { SEGMENT_BYTES } from "../../log/segment/segments.ts";
import type { KeptFile } from "./manifest.ts";

const PIECE_BYTES = 1024 * 1024;
const SYNC_EVERY_BYTES = 4 * PIECE_BYTES;
const ZEROS = new Uint8Array(PIECE_BYTES);

/** Called with the size of every piece. */
export type OnBytes = (bytes: number) => void;

export interface CopyOptions {
  readonly to: Disk;
  readonly path: string;
  /** How much of the file is copied; without it, the whole. */
  readonly bytes?: number;
  /** How long the copy is made, with zeros behind what was copied. */
  readonly size?: number;
  readonly onBytes?: OnBytes;
}

/** Copies into a new file; durable when it returns, but for its name. */
export function copyFile(from: DiskFile, { to, path, onBytes, ...options }: CopyOptions): KeptFile {
  const size = from.size();
  const bytes = options.bytes ?? size;
  to.makeDirectory(dirname(path));
  const file = to.open(path, "create");
  try {
    const sha256 = copyBytes(from, { to: file, bytes, onBytes });
    fillWithZeros(file, bytes, options.size ?? bytes);
    file.sync();
    return { path, bytes, size, sha256 };
  } finally {
    file.close();
  }
}

/** The hash of a file that is there. */
export function hashFile(file: DiskFile, onBytes?: OnBytes): string {
  return copyBytes(file, { to: undefined, bytes: file.size(), onBytes });
}

interface Copying {
  readonly to: DiskFile | undefined;
  readonly bytes: number;
  readonly onBytes: OnBytes | undefined;
}

function copyBytes(from: DiskFile, { to, bytes, onBytes }: Copying): string {
  const hash = createHash("sha256");
  for (let at = 0; at < bytes; ) {
    const piece = from.read(at, Math.min(PIECE_BYTES, bytes - at));
    if (piece.length === 0) throw new Error(`a file ended at ${at} bytes, expected ${bytes}`);
    hash.update(piece);
    to?.write(at, piece);
    at += piece.length;
    if (at % SYNC_EVERY_BYTES === 0) to?.sync();
    onBytes?.(piece.length);
  }
  return hash.digest("hex");
}

function fillWithZeros(file: DiskFile, from: number, size: number): void {
  for (let at = from; at < size; at += PIECE_BYTES) {
    file.write(at, ZEROS.subarray(0, Math.min(PIECE_BYTES, size - at)));
  }
}

/**
 * LOG-FULL-1: a copy on the disk of a running exchange must not take the space of its next segment,
 * and is refused before it has filled anything.
 */
export function checkSpace(to: Disk, bytes: number): void {
  const free = to.freeBytes?.() ?? Number.POSITIVE_INFINITY;
  if (free >= bytes + SEGMENT_BYTES) return;
  const needed = `the copy needs ${mebibytes(bytes)} MiB and ${mebibytes(SEGMENT_BYTES)} to spare`;
  throw new DiskFull(`${needed}, free are ${mebibytes(free)}`);
}

function mebibytes(bytes: number): number {
  return Math.ceil(bytes / 1024 ** 2);
}
