/**
 * Entries of several sorted runs as one list, up or down. A key that stands in more than one comes more than once, the latest
 * record first. Rule HIST-PAGE-1.
 */

import type { KeyRange } from "../rows/key-value-store.ts";
import { compareKeys, keyOf } from "../rows/keys.ts";
import type { StoredRecord } from "../stored-record.ts";
import type { NumberedRows } from "./numbered-rows.ts";
import type { RunCursor } from "./run-cursor.ts";

export class MergedEntries {
  readonly #cursors: readonly RunCursor[];
  readonly #sign: 1 | -1;
  /** Of the runs that have entries yet: the one whose entry is at hand. */
  #at: RunCursor | undefined;

  /** The cursors have been placed already, or are placed by `seek`. */
  constructor(cursors: readonly RunCursor[], isReverse: boolean) {
    this.#cursors = cursors;
    this.#sign = isReverse ? -1 : 1;
  }

  /** The run with the entry at hand; undefined when there is none any more. */
  get at(): RunCursor | undefined {
    return this.#at;
  }

  /** To the first entry at or behind a key, in the direction of the list. */
  seek(key: Uint8Array): void {
    for (const cursor of this.#cursors) {
      if (this.#sign > 0) cursor.seekUp(key);
      else cursor.seekDown(key);
    }
    this.#choose();
  }

  /** The same from where the list is: who stands there or behind it already does not move. */
  skipTo(key: Uint8Array): void {
    for (const cursor of this.#cursors) {
      if (cursor.isOver) continue;
      const order = compareKeys(cursor.key, cursor.length, key, key.length) * this.#sign;
      if (order >= 0) continue;
      if (this.#sign > 0) cursor.seekUp(key);
      else cursor.seekDown(key);
    }
    this.#choose();
  }

  next(): void {
    if (this.#sign > 0) this.#at?.up();
    else this.#at?.down();
    this.#choose();
  }

  #choose(): void {
    let first: RunCursor | undefined;
    for (const cursor of this.#cursors) {
      if (cursor.isOver) continue;
      if (first === undefined || this.#comesBefore(cursor, first)) first = cursor;
    }
    this.#at = first;
  }

  #comesBefore(one: RunCursor, other: RunCursor): boolean {
    const order = compareKeys(one.key, one.length, other.key, other.length);
    return order === 0 ? one.number > other.number : order * this.#sign < 0;
  }

  /** Whether the entry at hand has a key. */
  isAt(key: Uint8Array): boolean {
    const at = this.#at;
    return at !== undefined && compareKeys(at.key, at.length, key, key.length) === 0;
  }

  keyHere(): Uint8Array {
    const at = this.#at as RunCursor;
    return keyOf(at.key, at.length);
  }
}

/** A record under one of its keys. */
export interface Listed extends StoredRecord {
  readonly key: Uint8Array;
  readonly number: number;
}

/** Goes over the keys of a stretch, past those whose records are gone. */
export class Walk {
  readonly #entries: MergedEntries;
  readonly #records: NumberedRows;
  readonly #to: Uint8Array;
  readonly #sign: 1 | -1;
  /** The record at hand; undefined at the end of the stretch. */
  at: Listed | undefined;

  constructor(
    entries: MergedEntries,
    records: NumberedRows,
    { from, to, isReverse }: Pick<KeyRange, "from" | "to" | "isReverse">,
  ) {
    this.#entries = entries;
    this.#records = records;
    this.#to = to;
    this.#sign = isReverse ? -1 : 1;
    entries.seek(from);
    this.#take();
  }

  next(): void {
    const { at } = this;
    while (at && this.#entries.isAt(at.key)) this.#entries.next();
    this.#take();
  }

  /** To the first record at or behind a key, in the direction of the walk. */
  skipTo(key: Uint8Array): void {
    this.#entries.skipTo(key);
    this.#take();
  }

  #take(): void {
    this.at = undefined;
    const to = this.#to;
    for (let at = this.#entries.at; at; this.#entries.next(), at = this.#entries.at) {
      if (compareKeys(at.key, at.length, to, to.length) * this.#sign >= 0) return;
      const { number } = at;
      const record = this.#records.find(number);
      if (!record) continue;
      this.at = { key: keyOf(at.key, at.length), number, kind: record.kind, bytes: record.bytes };
      return;
    }
  }
}
