/**
 * The rows of a store, each sealed on its way in and checked on its way out. Whoever counts them is told of each that comes or
 * goes. Rule HIST-SEAL-1.
 */

import type { Entry, KeyRange, KeyValueStore } from "./key-value-store.ts";
import { compareKeys } from "./keys.ts";
import { HistoryDamaged, seal, unseal } from "./seal.ts";

export type OnCount = (key: Uint8Array, change: 1 | -1) => void;

export class SealedRows {
  readonly keyValues: KeyValueStore;
  readonly #onCount: OnCount;

  constructor(keyValues: KeyValueStore, onCount: OnCount = () => undefined) {
    this.keyValues = keyValues;
    this.#onCount = onCount;
  }

  get(key: Uint8Array): Uint8Array | undefined {
    const value = this.keyValues.get(key);
    return value && unseal(key, value);
  }

  put(key: Uint8Array, bytes: Uint8Array): void {
    const isNew = this.keyValues.get(key) === undefined;
    this.keyValues.put(key, seal(key, bytes));
    if (isNew) this.#onCount(key, 1);
  }

  /** A row that was not there before. */
  putNew(key: Uint8Array, bytes: Uint8Array): void {
    this.putSealed(key, seal(key, bytes));
  }

  /** The same with a value that is sealed already. */
  putSealed(key: Uint8Array, value: Uint8Array): void {
    this.keyValues.put(key, value);
    this.#onCount(key, 1);
  }

  /** A row that is there. */
  remove(key: Uint8Array): void {
    this.keyValues.remove(key);
    this.#onCount(key, -1);
  }

  /** The rows of a stretch with their bytes. */
  *list(stretch: KeyRange): Iterable<Entry> {
    for (const { key, value } of this.entries(stretch)) yield { key, value: unseal(key, value) };
  }

  /** The last row at or before a key, and behind another. */
  lastUpTo(key: Uint8Array, behind: Uint8Array): Entry | undefined {
    for (const entry of this.list({ from: key, to: behind, isReverse: true, limit: 1 })) {
      return entry;
    }
    return undefined;
  }

  /** As they lie on the disk. A damaged page may lead to sound rows that were not asked for. */
  *entries(stretch: KeyRange): Iterable<Entry> {
    const { from, to, isReverse } = stretch;
    let before: Uint8Array | undefined;
    for (const entry of this.keyValues.list(stretch)) {
      const { key } = entry;
      const order = compare(before ?? from, key) * (isReverse ? -1 : 1);
      const isNext = before ? order < 0 : order <= 0;
      if (!isNext || compare(key, to) * (isReverse ? -1 : 1) >= 0) {
        throw HistoryDamaged.row(key, "a place where another should be");
      }
      before = key;
      yield entry;
    }
  }
}

function compare(one: Uint8Array, other: Uint8Array): number {
  return compareKeys(one, one.length, other, other.length);
}
