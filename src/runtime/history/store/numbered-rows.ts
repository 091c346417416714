/**
 * Records by their numbers, in the order of the log, and without a gap: where records were removed a stub says from which number to
 * which, so a number under which nothing lies is damage. Rules HIST-SEAL-4, HIST-FORGET-1.
 */
import { crc32 } from "node:zlib";
import type { StoredKind } from "../history.ts";
import {
  codeOf,
  END_KEY,
  kindOfCode,
  NUMBERED_BEGIN,
  NUMBERED_KEY_BYTES,
  numberedKey,
  numberIn,
  writeNumberedKey,
} from "../rows/keys.ts";
import { HistoryDamaged, MARK, SEAL_BYTES } from "../rows/seal.ts";
import type { SealedRows } from "../rows/sealed-rows.ts";
import type { StoredRecord } from "../stored-record.ts";

/** A row and the numbers that it stands for: of a record one, of a stub all that are gone. */
export interface NumberedRow {
  readonly first: number;
  readonly last: number;
  readonly record: StoredRecord | undefined;
}

const STUB = 0;
const NUMBER_BYTES = 6;
const KEY_AT = 2;
const BODY_AT = KEY_AT + NUMBERED_KEY_BYTES;
const VALUE_AT = BODY_AT - SEAL_BYTES;

export class NumberedRows {
  readonly #rows: SealedRows;
  /** A row on its way: its key before its bytes, for the checksum, and then the seal in place of the key. */
  #out = Buffer.allocUnsafe(1_024);
  /** The last stub that was met: those of one user lead to the same again and again. */
  #gone = { first: 0, last: 0 };

  constructor(rows: SealedRows) {
    this.#rows = rows;
  }

  /** The number must be one behind the last. */
  append(number: number, kind: StoredKind, bytes: Uint8Array): void {
    const size = BODY_AT + 1 + bytes.length;
    if (size > this.#out.length) this.#out = Buffer.allocUnsafe(2 * size);
    const out = this.#out;
    writeNumberedKey(out.subarray(KEY_AT), number);
    out[BODY_AT] = codeOf(kind);
    out.set(bytes, BODY_AT + 1);
    const checksum = crc32(out.subarray(KEY_AT, size));
    out[VALUE_AT] = MARK;
    out.writeUInt32LE(checksum, VALUE_AT + 1);
    this.#rows.putSealed(numberedKey(number), out.subarray(VALUE_AT, size));
  }

  /** Undefined where it is gone; a number that nothing stands for is damage. */
  find(number: number): StoredRecord | undefined {
    if (this.#isInStub(number)) return undefined;
    const key = numberedKey(number);
    const bytes = this.#rows.get(key);
    if (bytes && bytes[0] !== STUB) return recordIn(key, bytes);
    this.#findStub(key, number);
    return undefined;
  }

  isGone(number: number): boolean {
    return this.#isInStub(number) || this.find(number) === undefined;
  }

  #isInStub(number: number): boolean {
    return number >= this.#gone.first && number <= this.#gone.last;
  }

  #findStub(key: Uint8Array, number: number): void {
    const entry = this.#rows.lastUpTo(key, NUMBERED_BEGIN);
    const row = entry && rowIn(entry.key, entry.value);
    if (!row || row.record || row.last < number) throw HistoryDamaged.row(key, "gone");
    this.#gone = { first: row.first, last: row.last };
  }

  /** What is known of stubs may be of a transaction that broke off. */
  reset(): void {
    this.#gone = { first: 0, last: 0 };
  }

  /** Rows from the one on that stands for a number, so many at most; none is missing between them. */
  *listFrom(number: number, limit: number): Iterable<NumberedRow> {
    const start = this.#rows.lastUpTo(numberedKey(number), NUMBERED_BEGIN);
    const from = start?.key ?? numberedKey(number);
    let next = start ? numberIn(start.key) : number;
    for (const { key, value } of this.#rows.list({ from, to: END_KEY, isReverse: false, limit })) {
      const row = rowIn(key, value);
      if (row.first !== next) throw HistoryDamaged.row(key, `number ${next} lost before it`);
      next = row.last + 1;
      yield row;
    }
  }

  /** So many of the last rows up to a number, the last one first. */
  listBack(number: number, limit: number): NumberedRow[] {
    const stretch = { from: numberedKey(number), to: NUMBERED_BEGIN, isReverse: true, limit };
    const rows: NumberedRow[] = [];
    let next = number;
    for (const { key, value } of this.#rows.list(stretch)) {
      const row = rowIn(key, value);
      if (row.last !== next) throw HistoryDamaged.row(key, `number ${next} lost behind it`);
      next = row.first - 1;
      rows.push(row);
    }
    return rows;
  }

  /** One row in the place of several. */
  putStub(first: number, last: number): void {
    const bytes = Buffer.allocUnsafe(1 + NUMBER_BYTES);
    bytes[0] = STUB;
    bytes.writeUIntBE(last, 1, NUMBER_BYTES);
    this.#rows.put(numberedKey(first), bytes);
  }

  remove(number: number): void {
    this.#rows.remove(numberedKey(number));
  }
}

/** What a row under a number says. */
export function rowIn(key: Uint8Array, bytes: Uint8Array): NumberedRow {
  const first = numberIn(key);
  if (bytes[0] !== STUB) return { first, last: first, record: recordIn(key, bytes) };
  const { buffer, byteOffset, byteLength } = bytes;
  const last = Buffer.from(buffer, byteOffset, byteLength).readUIntBE(1, NUMBER_BYTES);
  return { first, last, record: undefined };
}

function recordIn(key: Uint8Array, bytes: Uint8Array): StoredRecord {
  const kind = kindOfCode(bytes[0]);
  if (!kind) throw HistoryDamaged.row(key, "no kind of record");
  return { kind, bytes: bytes.subarray(1) };
}
