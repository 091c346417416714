/**
 * How a row of the store lies on the disk: a mark, a checksum over its key and its bytes, then the bytes. A row whose bits have
 * changed, or that stands under another key, is never taken for what was written (rule HIST-SEAL-1).
 */
import { crc32 } from "node:zlib";

export const SEAL_BYTES = 5;
/** What a sealed row begins with. */
export const MARK = 0;
/** What the row begins with that says how the store stands: versions before this one take the store for damaged, not for theirs. */
export const STANDING_MARK = 1;

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

export function seal(key: Uint8Array, bytes: Uint8Array, mark = MARK): Uint8Array {
  const value = Buffer.allocUnsafe(SEAL_BYTES + bytes.length);
  value[0] = mark;
  value.set(bytes, SEAL_BYTES);
  value.writeUInt32LE(checksumOf(key, bytes), 1);
  return value;
}

/** What was sealed under this key. */
export function unseal(key: Uint8Array, value: Uint8Array, mark = MARK): Uint8Array {
  if (value[0] !== mark || value.length <= SEAL_BYTES) {
    throw HistoryDamaged.row(key, "no checksum");
  }
  const bytes = value.subarray(SEAL_BYTES);
  if (checksumIn(value) !== checksumOf(key, bytes)) {
    throw HistoryDamaged.row(key, "a wrong checksum");
  }
  return bytes;
}

function checksumIn(value: Uint8Array): number {
  const [, one = 0, two = 0, three = 0, four = 0] = value;
  return (one | (two << 8) | (three << 16) | (four << 24)) >>> 0;
}

export function checksumOf(key: Uint8Array, bytes: Uint8Array): number {
  return crc32(bytes, crc32(key));
}
