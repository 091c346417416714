/**
 * Brings a store of a version before into one of this version: its records in the order of the log, which their old keys do not
 * have. Their positions and keys are sorted in runs, as the index is, in a store of their own, so memory is bounded however much
 * there is. Rule HIST-SEAL-3.
 */
import { assert } from "../../../core/base/assert.ts";
import type { OnProgress } from "../../../core/base/progress.ts";
import type { StoredKind } from "../history.ts";
import { noteNamesAnew } from "../places/names.ts";
import type { KeyValueStore } from "../rows/key-value-store.ts";
import { keyOf, keysAndNameOf, kindIn, placeIn } from "../rows/keys.ts";
import { HistoryDamaged } from "../rows/seal.ts";
import { SealedRows } from "../rows/sealed-rows.ts";
import { EntryBuffer } from "../store/entry-buffer.ts";
import { MergedEntries } from "../store/merged-entries.ts";
import { RecordStore } from "../store/record-store.ts";
import { RunCursor } from "../store/run-cursor.ts";
import { RunWriter } from "../store/run-writer.ts";
import { decodeRecord, positionOf } from "../stored-record.ts";
import { isHead, OldRows, recordKindIn } from "./old-rows.ts";

export interface Conversion {
  readonly old: KeyValueStore;
  /** New and empty, like the one that the sorted keys lie in meanwhile. */
  readonly into: KeyValueStore;
  readonly scratch: KeyValueStore;
  /** Told of rows that were read twice: once to be sorted, once to be written. */
  readonly onProgress?: OnProgress;
  /** Places that are sorted at a time. */
  readonly sortedMax?: number;
}

const SORTED_MAX = 131_072;
/** Records in a transaction. */
const WRITTEN_MAX = 5_000;
const POSITION_BYTES = 6;
const BEGINNING = new Uint8Array();

export function convertOldStore(conversion: Conversion): void {
  const old = new OldRows(conversion.old);
  const into = new RecordStore(conversion.into);
  const { onProgress = () => undefined } = conversion;
  const total = 2 * old.count;
  const places = new SortedPlaces(conversion);
  let read = 0;
  for (const { key, value } of old.all()) {
    if (recordKindIn(key)) places.add(positionOf(value), key);
    else if (placeIn(key) === "note" && !isHead(key)) {
      into.transact(() => into.putNote(key, value));
    }
    if (++read % WRITTEN_MAX === 0) onProgress(read, total);
  }
  for (const { keys, done } of places.inOrder()) {
    into.transact(() => {
      for (const key of keys) append(into, key, old.get(key));
      into.setPosition(old.position);
    });
    onProgress(old.count + done, total);
  }
  into.transact(() => {
    into.setPosition(old.position);
    noteNamesAnew(into);
  });
  assert(into.count === places.count, "each record of the old store is in the new one");
}

function append(into: RecordStore, key: Uint8Array, bytes: Uint8Array): void {
  const kind = kindIn(key) as StoredKind;
  const { found } = decodeRecord({ kind, bytes });
  const keys = keysAndNameOf(found);
  const [first = BEGINNING] = keys;
  if (Buffer.compare(first, key) !== 0) throw HistoryDamaged.row(key, "a record of another key");
  into.append(kind, bytes, keys);
}

/** Keys of records by position. */
class SortedPlaces {
  readonly #rows: SealedRows;
  readonly #max: number;
  readonly #buffer = new EntryBuffer();
  #runs = 0;
  count = 0;

  constructor({ scratch, sortedMax = SORTED_MAX }: Conversion) {
    this.#rows = new SealedRows(scratch);
    this.#max = sortedMax;
  }

  add(position: number, key: Uint8Array): void {
    const place = Buffer.allocUnsafe(POSITION_BYTES + key.length);
    place.writeUIntBE(position, 0, POSITION_BYTES);
    place.set(key, POSITION_BYTES);
    this.#buffer.add(place, 1);
    this.count++;
    if (this.#buffer.count >= this.#max) this.#writeRun();
  }

  #writeRun(): void {
    this.#rows.keyValues.transact(() => {
      this.#runs++;
      const writer = new RunWriter(this.#rows, this.#runs);
      this.#buffer.inOrder((key, length, number) => {
        writer.add(key, length, number);
      });
      writer.end();
    });
    this.#buffer.clear();
  }

  *inOrder(): Iterable<{ readonly keys: readonly Uint8Array[]; readonly done: number }> {
    if (this.#buffer.count > 0) this.#writeRun();
    const cursors = Array.from({ length: this.#runs }, (_, at) => {
      return new RunCursor(this.#rows, at + 1);
    });
    const entries = new MergedEntries(cursors, false);
    entries.seek(BEGINNING);
    let [keys, done]: [Uint8Array[], number] = [[], 0];
    for (let at = entries.at; at; entries.next(), at = entries.at) {
      keys.push(keyOf(at.key, at.length).subarray(POSITION_BYTES));
      done++;
      if (keys.length < WRITTEN_MAX) continue;
      yield { keys, done };
      keys = [];
    }
    yield { keys, done };
  }
}
