/** A record of the history as it lies in a store: the position of the command that left it, and its fields behind that. */
import { assert } from "../../core/base/assert.ts";
import { ByteReader, type ByteWriter } from "../../core/base/records/bytes.ts";
import type { Field } from "../../core/base/records/record.ts";
import { type HistoryRecord, RECORDS, type StoredKind } from "./history.ts";

/** A record as it was put. */
export interface StoredRecord {
  readonly kind: StoredKind;
  readonly bytes: Uint8Array;
}

/** The bytes are gone with the next record that is written there. */
export function storedBytes(
  out: ByteWriter,
  position: number,
  { kind, record }: HistoryRecord,
): Uint8Array {
  out.reset();
  out.uint(position);
  (RECORDS[kind] as Field<typeof record>).write(out, record);
  return out.view();
}

export function positionOf(bytes: Uint8Array): number {
  return new ByteReader(bytes).uint();
}

export function decodeRecord({ kind, bytes }: StoredRecord): {
  position: number;
  found: HistoryRecord;
} {
  const from = new ByteReader(bytes);
  const position = from.uint();
  const found = { kind, record: RECORDS[kind].read(from) } as HistoryRecord;
  assert(from.isAtEnd(), "a record of the history ends where its bytes end");
  return { position, found };
}
