/**
 * How a row of the store lies on the disk. A checksum over its key and its bytes: a row whose bits have changed, or that stands
 * under another key, is never taken for a record (rule HIST-SEAL-1). And a link, a checksum of the next row's key: that nothing
 * lies between two rows is known, not believed (rule HIST-SEAL-4). Rows of earlier versions have no link, or neither; the first
 * byte of a bare row is never 0, since it belongs to a position, which is above 0.
 */
import { crc32 } from "node:zlib";
import { END_KEY, isLinkedKey } from "./keys.ts";

const MARK = 0;
const SEAL_BYTES = 5;
const LINK_MARK = 0;
const LINK_BYTES = 5;

/** The store is not what was written. */
export class HistoryDamaged extends Error {
  override readonly name = "HistoryDamaged";

  constructor(what: string, options?: ErrorOptions) {
    super(`the history store is damaged: ${what}`, options);
  }

  static row(key: Uint8Array, what: string): HistoryDamaged {
    return new HistoryDamaged(`row ${Buffer.from(key).toString("hex")} has ${what}`);
  }
}

/** What every row has at least: the store was made by this version, or has been looked over by it. */
export const GRADES = ["bare", "sealed", "linked"] as const;
export type Grade = (typeof GRADES)[number];

/** A row as it was put. */
export interface StoredRow {
  readonly key: Uint8Array;
  readonly bytes: Uint8Array;
  /** The link to the row behind it; undefined in a row of an earlier version, and in those before all records. */
  readonly next: number | undefined;
}

/** What a row says of the key behind it; of the end of the store without one. */
export function linkTo(key: Uint8Array | undefined): number {
  return crc32(key ?? END_KEY);
}

export function seal({ key, bytes, next }: StoredRow): Uint8Array {
  const linkBytes = next === undefined ? 0 : LINK_BYTES;
  const value = Buffer.allocUnsafe(SEAL_BYTES + linkBytes + bytes.length);
  value[0] = MARK;
  if (next !== undefined) {
    value[SEAL_BYTES] = LINK_MARK;
    value.writeUInt32LE(next, SEAL_BYTES + 1);
  }
  value.set(bytes, SEAL_BYTES + linkBytes);
  value.writeUInt32LE(crcOf(key, value.subarray(SEAL_BYTES)), 1);
  return value;
}

export function isSealed(value: Uint8Array): boolean {
  return value[0] === MARK && value.length > SEAL_BYTES;
}

/** What was sealed; less than `grade` is damage. */
export function unseal(key: Uint8Array, value: Uint8Array, grade: Grade): StoredRow {
  if (!isSealed(value)) {
    if (grade === "bare") return { key, bytes: value, next: undefined };
    throw HistoryDamaged.row(key, "no checksum");
  }
  const bytes = value.subarray(SEAL_BYTES);
  const view = new DataView(value.buffer, value.byteOffset, value.byteLength);
  if (view.getUint32(1, true) !== crcOf(key, bytes)) {
    throw HistoryDamaged.row(key, "a wrong checksum");
  }
  if (!isLinkedKey(key)) return { key, bytes, next: undefined };
  if (bytes[0] === LINK_MARK && bytes.length >= LINK_BYTES) {
    const next = view.getUint32(SEAL_BYTES + 1, true);
    return { key, bytes: bytes.subarray(LINK_BYTES), next };
  }
  if (grade === "linked") throw HistoryDamaged.row(key, "no link");
  return { key, bytes, next: undefined };
}

function crcOf(key: Uint8Array, bytes: Uint8Array): number {
  return crc32(bytes, crc32(key));
}
