/**
 * Records in the order of the log, each under the next number, and an index from keys to numbers that is made of sorted runs. What
 * a transaction adds comes last in the store, and is one more run; a few runs at a time are merged to one. What is asked for and not
 * there is proved by the blocks of every run. Rules HIST-SEAL-1, HIST-SEAL-4.
 */

import { assert } from "../../../core/base/assert.ts";
import type { StoredKind } from "../history.ts";
import type { LogPlace } from "../places/place.ts";
import { PlaceRows } from "../places/place-rows.ts";
import type { KeyRange, KeyValueStore } from "../rows/key-value-store.ts";
import { compareKeys, END_KEY, isTakenAgain, POSITION_KEY } from "../rows/keys.ts";
import { HistoryDamaged } from "../rows/seal.ts";
import { SealedRows } from "../rows/sealed-rows.ts";
import type { StoredRecord } from "../stored-record.ts";
import { EntryBuffer } from "./entry-buffer.ts";
import { type Listed, MergedEntries, Walk } from "./merged-entries.ts";
import { type MergePace, Merging } from "./merging.ts";
import { NumberedRows } from "./numbered-rows.ts";
import { RunCursor } from "./run-cursor.ts";
import { RunWriter } from "./run-writer.ts";
import { Scrubbing } from "./scrubbing.ts";
import {
  isOfBefore,
  newStanding,
  positionOfBefore,
  putStanding,
  type StoreStanding,
  standingOf,
  standingRow,
} from "./store-standing.ts";

/** With so many entries a transaction writes a run before it ends. */
const ENTRIES_COLLECTED_MAX = 131_072;

const OF_BEFORE =
  "an earlier version wrote the history store; it is brought to this one when the exchange is started";

/** How many rows are removed in one go. */
const PIECE = 1_000;

export class RecordStore {
  readonly #keyValues: KeyValueStore;
  readonly #rows: SealedRows;
  readonly #merging: Merging;
  readonly #scrubbing: Scrubbing;
  readonly #entries = new EntryBuffer();
  readonly records: NumberedRows;
  readonly places: PlaceRows;
  /** As the running transaction leaves it. */
  #draft: StoreStanding | undefined;
  #hasChanged = false;
  /** The standing that was read last, and its row. */
  #read: { readonly row: Uint8Array; readonly standing: StoreStanding } | undefined;

  constructor(keyValues: KeyValueStore, pace?: MergePace) {
    this.#keyValues = keyValues;
    this.#scrubbing = new Scrubbing(keyValues, () => this.#standing);
    this.#rows = new SealedRows(keyValues, (key, change) => this.#scrubbing.count(key, change));
    this.records = new NumberedRows(this.#rows);
    this.places = new PlaceRows(this.#rows);
    this.#merging = new Merging(this.#rows, (number) => this.records.isGone(number), pace);
  }

  get #standing(): StoreStanding {
    if (this.#draft) return this.#draft;
    const row = standingRow(this.#keyValues);
    if (!row) return newStanding();
    const read = this.#read;
    if (read && Buffer.compare(read.row, row) === 0) return read.standing;
    const standing = this.#standingOf(row);
    this.#read = { row: Buffer.from(row), standing };
    return standing;
  }

  #standingOf(row: Uint8Array): StoreStanding {
    if (isOfBefore(this.#keyValues)) throw new Error(OF_BEFORE);
    return standingOf(row);
  }

  get position(): number {
    if (this.#draft || !isOfBefore(this.#keyValues)) return this.#standing.position;
    return positionOfBefore(this.#keyValues);
  }

  /** The last number of a record. */
  get count(): number {
    return this.#standing.count;
  }

  /** The standing that this transaction changes. */
  get #changed(): StoreStanding {
    this.#hasChanged = true;
    if (!this.#draft) {
      const row = standingRow(this.#keyValues);
      this.#draft = row ? this.#standingOf(row) : newStanding();
    }
    return this.#draft;
  }

  /** Inside a transaction, like all that changes something. */
  setPosition(position: number): void {
    this.#changed.position = position;
  }

  /** What was counted in a transaction that broke off is not there: the look over all begins anew. */
  transact(change: () => void): void {
    try {
      this.#keyValues.transact(() => {
        change();
        if (this.#hasChanged) this.#close(this.#changed);
      });
    } catch (error) {
      this.#scrubbing.beginAnew();
      this.records.reset();
      throw error;
    } finally {
      this.#draft = undefined;
      this.#hasChanged = false;
      this.#entries.clear();
    }
  }

  #close(standing: StoreStanding): void {
    const added = this.#entries.count;
    this.#writeRun(standing);
    this.#merging.work(standing, added);
    const isThere = this.#keyValues.get(POSITION_KEY) !== undefined;
    putStanding(this.#keyValues, standing);
    if (!isThere) this.#scrubbing.count(POSITION_KEY, 1);
  }

  look<T>(query: () => T): T {
    return this.#keyValues.look(query);
  }

  /** A record, which is found under all of these keys. */
  append(kind: StoredKind, bytes: Uint8Array, keys: readonly Uint8Array[]): void {
    const standing = this.#changed;
    standing.count++;
    this.records.append(standing.count, kind, bytes);
    for (const key of keys) this.#entries.add(key, standing.count);
    if (this.#entries.count >= ENTRIES_COLLECTED_MAX) this.#writeRun(standing);
  }

  /** What has been added is one more sorted run. */
  #writeRun(standing: StoreStanding): void {
    if (this.#entries.count === 0) return;
    standing.runIdLast++;
    const writer = new RunWriter(this.#rows, standing.runIdLast);
    const count = this.#entries.inOrder((key, length, number) => {
      writer.add(key, length, number);
    });
    writer.end();
    assert(writer.written === count, "a run has every entry that was added");
    standing.runs.push({ id: standing.runIdLast, entries: writer.written, isDamaged: false });
    this.#entries.clear();
  }

  /** The numbers from one to another are gone; `entries` of the index led there. */
  noteGone(last: number, entries: number): void {
    const standing = this.#changed;
    standing.goneTo = Math.max(standing.goneTo, last);
    standing.dead += entries;
  }

  /** Removes the last records, as long as they are later ones; their numbers are not given again. */
  removeBehind(isLater: (record: StoredRecord) => boolean): void {
    const { count } = this.#changed;
    let [first, entries] = [count + 1, 0];
    for (let isOver = false; !isOver && first > 1; ) {
      const rows = this.records.listBack(first - 1, PIECE);
      isOver = rows.length === 0;
      for (const row of rows) {
        isOver = row.record !== undefined && !isLater(row.record);
        if (isOver) break;
        this.records.remove(row.first);
        first = row.first;
        entries++;
      }
    }
    if (first > count) return;
    this.records.putStub(first, count);
    this.noteGone(count, entries);
  }

  /** Makes the index anew from the records, whatever was damaged in it. */
  indexAgain(keysOf: (record: StoredRecord) => readonly Uint8Array[]): void {
    const standing = this.#changed;
    for (const { id } of [...standing.runs, ...standing.merges]) standing.discards.push(id);
    standing.runs = [];
    standing.merges = [];
    standing.dead = 0;
    for (let next = 1; next <= standing.count; ) {
      for (const { last, record } of [...this.records.listFrom(next, PIECE)]) {
        next = last + 1;
        if (record) for (const key of keysOf(record)) this.#entries.add(key, last);
      }
      if (this.#entries.count >= ENTRIES_COLLECTED_MAX) this.#writeRun(standing);
    }
  }

  /** Removes everything, whatever is damaged: no row is looked at, that of the standing neither. */
  removeAll(): void {
    const stretch = { from: POSITION_KEY, to: END_KEY, isReverse: false, limit: PIECE };
    for (let isOver = false; !isOver; ) {
      const keys = [...this.#keyValues.list(stretch)].map(({ key }) => key);
      for (const key of keys) this.#keyValues.remove(key);
      isOver = keys.length === 0;
    }
    this.records.reset();
    this.#scrubbing.beginAnew();
    this.#draft = newStanding();
    this.#hasChanged = true;
  }

  /** A note beside the records, under a key of its own. */
  note(key: Uint8Array): Uint8Array | undefined {
    return this.#rows.get(key);
  }

  putNote(key: Uint8Array, bytes: Uint8Array): void {
    // Before the row is there, which a new store has none of.
    this.#draft = this.#changed;
    this.#rows.put(key, bytes);
  }

  addPlace(place: LogPlace): void {
    this.#draft = this.#changed;
    this.places.add(place);
  }

  /** The record under a key; of those that took it one after the other the latest. */
  get(key: Uint8Array): StoredRecord | undefined {
    const numbers: number[] = [];
    const isUnique = !isTakenAgain(key);
    let damage: HistoryDamaged | undefined;
    for (const { id } of this.#runs) {
      const number = this.#numberIn(id, key);
      if (number instanceof HistoryDamaged) damage ??= number;
      else if (number > 0) {
        // No other run has another record of it, whatever is damaged there.
        const record = isUnique ? this.records.find(number) : undefined;
        if (record) return record;
        numbers.push(number);
      }
    }
    if (damage) throw damage;
    return isUnique ? undefined : this.#latestOf(numbers);
  }

  /** The newest first. */
  get #runs(): StoreStanding["runs"] {
    return this.#standing.runs.toReversed();
  }

  #latestOf(numbers: number[]): StoredRecord | undefined {
    for (const number of numbers.sort((one, other) => other - one)) {
      const record = this.records.find(number);
      if (record) return record;
    }
    return undefined;
  }

  #numberIn(run: number, key: Uint8Array): number | HistoryDamaged {
    const cursor = new RunCursor(this.#rows, run);
    try {
      cursor.seekUp(key);
    } catch (error) {
      if (error instanceof HistoryDamaged) return error;
      throw error;
    }
    if (cursor.isOver) return 0;
    return compareKeys(cursor.key, cursor.length, key, key.length) === 0 ? cursor.number : 0;
  }

  /** The records of a stretch of keys, in the order of these; of a key that was taken again the latest. */
  *list({ from, to, isReverse, limit }: KeyRange): Iterable<Listed> {
    const walk = this.walk(from, to, isReverse);
    for (let count = 1; walk.at; count++) {
      yield walk.at;
      if (count >= limit) return;
      walk.next();
    }
  }

  /** The same, step by step. */
  walk(from: Uint8Array, to: Uint8Array, isReverse: boolean): Walk {
    const cursors = this.#standing.runs.map(({ id }) => new RunCursor(this.#rows, id));
    return new Walk(new MergedEntries(cursors, isReverse), this.records, { from, to, isReverse });
  }

  scrub(rows: number): HistoryDamaged | undefined {
    return this.#scrubbing.scrub(rows);
  }

  close(): Promise<void> {
    return this.#keyValues.close();
  }
}
