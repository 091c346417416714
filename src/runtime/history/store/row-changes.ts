/**
 * What a transaction puts into a store and takes out of it, brought there in the order of keys, so that every row goes on linking to
 * the one behind it. The row before a new one, or before one that goes, is written again with its new link; neighbours that come
 * together are written once each. Where the store is damaged it stays visibly so: a gap is not closed by what comes into it. Rule
 * HIST-SEAL-4.
 */
import type { Entry, KeyValueStore } from "./key-value-store.ts";
import { HEAD_KEY, isLinkedKey } from "./keys.ts";
import type { LinkedRows } from "./linked-rows.ts";
import { type Grade, HistoryDamaged, linkTo, type StoredRow, seal, unseal } from "./seal.ts";

/** Without bytes a row goes. */
export interface RowChange {
  readonly key: Uint8Array;
  readonly bytes: Uint8Array | undefined;
}

/** Where a change goes: behind a row, and not behind the one that the store has next. */
interface Place {
  /** Undefined where it cannot be read: it stays as it is. */
  readonly before: StoredRow | undefined;
  /** It is to be written; the store has no row of its key, or has another one. */
  readonly write: "new" | "again" | undefined;
  readonly nextKey: Uint8Array | undefined;
  /** Something was between the two, and is lost. */
  readonly isGap: boolean;
}

/** Told of every row that comes or goes. */
type OnCount = (key: Uint8Array, change: 1 | -1) => void;

export class RowChanges {
  readonly #keyValues: KeyValueStore;
  readonly #rows: LinkedRows;
  readonly #onCount: OnCount;

  constructor(keyValues: KeyValueStore, rows: LinkedRows, onCount: OnCount) {
    this.#keyValues = keyValues;
    this.#rows = rows;
    this.#onCount = onCount;
  }

  /** Inside a transaction; no key comes twice. */
  carryOut(changes: readonly RowChange[], grade: Grade): void {
    const isLinked = ({ key }: RowChange) => this.#keyValues.isOnDisk && isLinkedKey(key);
    for (const change of changes) if (!isLinked(change)) this.#changeAlone(change);
    const sorted = changes
      .filter(isLinked)
      .sort((one, other) => Buffer.compare(one.key, other.key));
    let place: Place | undefined;
    for (const change of sorted) {
      place = this.#change(change, this.#placeOf(change.key, place, grade), grade);
    }
    this.#leave(place);
  }

  #changeAlone({ key, bytes }: RowChange): void {
    const isThere = this.#keyValues.get(key) !== undefined;
    if (bytes) this.#write({ key, bytes, next: undefined }, isThere);
    else if (isThere) this.#remove(key);
  }

  /** The one at hand, unless the store has a row between it and the key. */
  #placeOf(key: Uint8Array, place: Place | undefined, grade: Grade): Place {
    if (place && (!place.nextKey || Buffer.compare(key, place.nextKey) <= 0)) return place;
    this.#leave(place);
    return this.#placeBehind(this.#rows.before(key), grade);
  }

  #placeBehind(entry: Entry | undefined, grade: Grade): Place {
    const nextKey = this.#rows.behind(entry?.key ?? HEAD_KEY)?.key;
    const before = entry && isLinkedKey(entry.key) ? readable(entry, grade) : undefined;
    const link = linkTo(nextKey);
    const isGap = before?.next !== undefined && before.next !== link;
    const linked = before && withNext(before, before.next ?? link);
    return { before: linked, write: undefined, nextKey, isGap };
  }

  /** Gives the place behind it. */
  #change({ key, bytes }: RowChange, place: Place, grade: Grade): Place {
    const isThere = place.nextKey !== undefined && Buffer.compare(key, place.nextKey) === 0;
    if (!isThere) return bytes ? this.#insert({ key, bytes }, place) : place;
    const old = this.#placeBehind({ key, value: this.#keyValues.get(key) ?? NOTHING }, grade);
    if (!bytes) return this.#takeOut(key, place, old);
    this.#leave(place);
    const { nextKey, isGap } = old;
    const next = old.before?.next ?? linkTo(nextKey);
    return { before: { key, bytes, next }, write: "again", nextKey, isGap };
  }

  #insert({ key, bytes }: { key: Uint8Array; bytes: Uint8Array }, place: Place): Place {
    const { before, nextKey, isGap } = place;
    const next = before?.next ?? linkTo(nextKey);
    this.#leave(isGap ? place : linkedTo(place, linkTo(key)));
    return { before: { key, bytes, next }, write: "new", nextKey, isGap };
  }

  #takeOut(key: Uint8Array, place: Place, old: Place): Place {
    const next = old.before?.next ?? linkTo(old.nextKey);
    this.#remove(key);
    const { before, write } = place.isGap ? place : linkedTo(place, next);
    return { before, write, nextKey: old.nextKey, isGap: place.isGap || old.isGap };
  }

  #leave(place: Place | undefined): void {
    if (place?.before && place.write) this.#write(place.before, place.write === "again");
  }

  #write(row: StoredRow, isThere: boolean): void {
    this.#keyValues.put(row.key, seal(row));
    if (!isThere) this.#onCount(row.key, 1);
  }

  #remove(key: Uint8Array): void {
    this.#keyValues.remove(key);
    this.#onCount(key, -1);
  }
}

const NOTHING = new Uint8Array();

function linkedTo({ before, write = "again", nextKey, isGap }: Place, next: number): Place {
  return { before: before && withNext(before, next), write, nextKey, isGap };
}

/** The row with another link. Written out, as places are: each row that comes makes several, and a spread one has a hidden class of its own. */
function withNext({ key, bytes }: StoredRow, next: number): StoredRow {
  return { key, bytes, next };
}

function readable({ key, value }: Entry, grade: Grade): StoredRow | undefined {
  try {
    return unseal(key, value, grade);
  } catch (error) {
    if (error instanceof HistoryDamaged) return undefined;
    throw error;
  }
}
