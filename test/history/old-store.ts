/** A history store as versions before wrote it: each record under its own keys, a name with the id that it led to. */
import { crc32 } from "node:zlib";
import { ByteWriter } from "../../src/core/base/records/bytes.ts";
import type { Field } from "../../src/core/base/records/record.ts";
import { type HistoryRecord, RECORDS } from "../../src/runtime/history/history.ts";
import { recordsOf } from "../../src/runtime/history/records-of.ts";
import type { KeyValueStore } from "../../src/runtime/history/rows/key-value-store.ts";
import { keysOf, namedIn, oldNameKey } from "../../src/runtime/history/rows/keys.ts";
import type { Happened } from "../../src/runtime/history/store/history-store.ts";

/** Without checksums, with them, and with links from row to row. */
export const GRADES = ["bare", "sealed", "linked"] as const;
type Grade = (typeof GRADES)[number];

const FORGOTTEN = "0001";
const FUNDINGS = "0002";
const HEAD = "0003";
const END = Uint8Array.of(0xff);

export function writeOldStore(
  keyValues: KeyValueStore,
  happened: readonly Happened[],
  { position, grade }: { readonly position: number; readonly grade: Grade },
): void {
  const rows = new Map<string, Uint8Array>();
  rows.set("00", grade === "bare" ? numbers(position) : standing(position, grade));
  rows.set(FORGOTTEN, numbers(0, 50, 7));
  rows.set(FUNDINGS, numbers(0, 3));
  if (grade === "linked") rows.set(HEAD, Uint8Array.of(0));
  for (const { position: at, event } of happened) {
    for (const found of recordsOf(event)) putRecord(rows, at, found);
  }
  const keys = [...rows.keys()].sort();
  keyValues.transact(() => {
    keys.forEach((hex, at) => {
      const isLinked = grade === "linked" && hex >= HEAD && hex !== "00";
      const next = bytesOf(keys[at + 1]) ?? END;
      const bytes = rows.get(hex) ?? END;
      const key = bytesOf(hex) ?? END;
      keyValues.put(
        key,
        grade === "bare" ? bytes : sealed(key, isLinked ? linked(bytes, next) : bytes),
      );
    });
  });
}

function putRecord(rows: Map<string, Uint8Array>, position: number, found: HistoryRecord): void {
  const out = new ByteWriter();
  out.uint(position);
  (RECORDS[found.kind] as Field<typeof found.record>).write(out, found.record);
  for (const key of keysOf(found)) rows.set(hexOf(key), Uint8Array.from(out.view()));
  const named = namedIn(found);
  if (!named) return;
  rows.set(hexOf(oldNameKey(named, named.clientId)), numbers(position, named.market, named.id));
}

function standing(position: number, grade: Grade): Uint8Array {
  return Buffer.concat([numbers(position), Uint8Array.of(GRADES.indexOf(grade)), Buffer.alloc(8)]);
}

function numbers(...list: readonly number[]): Uint8Array {
  const out = new ByteWriter();
  for (const number of list) out.uint(number);
  return Uint8Array.from(out.view());
}

function linked(bytes: Uint8Array, next: Uint8Array): Uint8Array {
  const link = Buffer.alloc(5);
  link.writeUInt32LE(crc32(next), 1);
  return Buffer.concat([link, bytes]);
}

function sealed(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const head = Buffer.alloc(5);
  head.writeUInt32LE(crc32(bytes, crc32(key)), 1);
  return Buffer.concat([head, bytes]);
}

function hexOf(key: Uint8Array): string {
  return Buffer.from(key).toString("hex");
}

function bytesOf(hex: string | undefined): Uint8Array | undefined {
  return hex === undefined ? undefined : Buffer.from(hex, "hex");
}
