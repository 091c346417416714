/**
 * A store as versions before this one wrote it: each record under its own key, in the order of keys. Its rows have no checksum, or
 * one, or one and a link to the key behind it, which is checked where it is. They are read once, to be brought into a store of this
 * version, and never written. Rule HIST-SEAL-3.
 */
import { crc32 } from "node:zlib";
import { ByteReader } from "../../../core/base/records/bytes.ts";
import type { StoredKind } from "../history.ts";
import type { Entry, KeyValueStore } from "../rows/key-value-store.ts";
import { END_KEY, keyBehind, kindIn, marketIn, POSITION_KEY, placeIn } from "../rows/keys.ts";
import { HistoryDamaged, MARK, SEAL_BYTES, unseal } from "../rows/seal.ts";
import { SealedRows } from "../rows/sealed-rows.ts";

const LINK_MARK = 0;
const LINK_BYTES = 5;
/** Of the row before all records, which had nothing but a link. */
const HEAD = 3;
const GRADES = ["bare", "sealed", "linked"] as const;
const PIECE = 1_000;

/** A row without its checksum and its link. */
interface OldRow {
  readonly bytes: Uint8Array;
  readonly link: number | undefined;
}

export class OldRows {
  readonly #keyValues: KeyValueStore;
  readonly #rows: SealedRows;
  readonly position: number;
  /** What every row has at least. */
  readonly #grade: (typeof GRADES)[number];

  constructor(keyValues: KeyValueStore) {
    this.#keyValues = keyValues;
    this.#rows = new SealedRows(keyValues);
    const value = keyValues.get(POSITION_KEY);
    if (!value) throw HistoryDamaged.row(POSITION_KEY, "gone");
    const isSealed = value[0] === MARK && value.length > SEAL_BYTES;
    const from = new ByteReader(isSealed ? unseal(POSITION_KEY, value) : value);
    this.position = from.uint();
    this.#grade = isSealed ? (GRADES[from.byte()] ?? "bare") : "bare";
  }

  get count(): number {
    return this.#keyValues.count();
  }

  /** All rows but the first one, each held against the link of the one before it, and their number against what the store says. */
  *all(): Iterable<Entry> {
    let [link, seen]: [number | undefined, number] = [undefined, 1];
    for (const { key, value } of this.#entries()) {
      if (link !== undefined && link !== crc32(key))
        throw HistoryDamaged.row(key, "a gap before it");
      const row = this.#rowIn(key, value);
      link = row.link;
      seen++;
      yield { key, value: row.bytes };
    }
    const isCut = link !== undefined && link !== crc32(END_KEY);
    if (isCut || seen !== this.count) throw HistoryDamaged.row(END_KEY, "rows lost before it");
  }

  *#entries(): Iterable<Entry> {
    for (let from = keyBehind(POSITION_KEY); ; ) {
      const stretch = { from, to: END_KEY, isReverse: false, limit: PIECE };
      const entries = this.#keyValues.look(() => [...this.#rows.entries(stretch)]);
      yield* entries;
      const last = entries.at(-1);
      if (!last || entries.length < PIECE) return;
      from = keyBehind(last.key);
    }
  }

  /** The bytes of a record. */
  get(key: Uint8Array): Uint8Array {
    const value = this.#keyValues.get(key);
    if (!value) throw HistoryDamaged.row(key, "gone");
    return this.#rowIn(key, value).bytes;
  }

  #rowIn(key: Uint8Array, value: Uint8Array): OldRow {
    const isSealed = value[0] === MARK && value.length > SEAL_BYTES;
    if (!isSealed && this.#grade === "bare") return { bytes: value, link: undefined };
    const bytes = unseal(key, value);
    const isLinked = isLinkedKey(key) && bytes[0] === LINK_MARK && bytes.length >= LINK_BYTES;
    if (!isLinked) return { bytes, link: undefined };
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { bytes: bytes.subarray(LINK_BYTES), link: view.getUint32(1, true) };
  }
}

/** Notes had none; the bytes of records begin with their position, which is never 0. */
function isLinkedKey(key: Uint8Array): boolean {
  return placeIn(key) === "old" || isHead(key);
}

export function isHead(key: Uint8Array): boolean {
  return key[0] === 0 && key[1] === HEAD;
}

/** The kind of the record in a row; none in names, nor where a profit lies for the second time, among those of all contracts. */
export function recordKindIn(key: Uint8Array): StoredKind | undefined {
  if (placeIn(key) !== "old") return undefined;
  const kind = kindIn(key);
  if (!kind) throw HistoryDamaged.row(key, "a place where none should be");
  if (kind === "name" || (kind === "profit" && marketIn(key) === 0)) return undefined;
  return kind;
}
