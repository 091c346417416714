/**
 * A checksum over the key and the bytes of each row: a row whose bits have changed on the disk, or that
 * stands under another key, is never taken for a record (rule HIST-SEAL-1). Rows of earlier versions have
 * none; their first byte is never 0, since it belongs to a position, which is above 0.
 */
import { crc32 } from "node:zlib";

const MARK = 0;
const SEAL_BYTES = 5;

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

export function seal(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const value = Buffer.allocUnsafe(SEAL_BYTES + bytes.length);
  value[0] = MARK;
  value.writeUInt32LE(crcOf(key, bytes), 1);
  value.set(bytes, SEAL_BYTES);
  return value;
}

export function isSealed(value: Uint8Array): boolean {
  return value[0] === MARK && value.length > SEAL_BYTES;
}

/** What was sealed; `mayBeBare` while the store still has rows of earlier versions. */
export function unseal(key: Uint8Array, value: Uint8Array, mayBeBare: boolean): Uint8Array {
  if (!isSealed(value)) {
    if (mayBeBare) return value;
    throw HistoryDamaged.row(key, "no checksum");
  }
  const bytes = value.subarray(SEAL_BYTES);
  const stored = new DataView(value.buffer, value.byteOffset, value.byteLength).getUint32(1, true);
  if (stored !== crcOf(key, bytes)) throw HistoryDamaged.row(key, "a wrong checksum");
  return bytes;
}

function crcOf(key: Uint8Array, bytes: Uint8Array): number {
  return crc32(bytes, crc32(key));
}
