/**
 * What the history store stands on: bytes under sorted keys, changed in transactions. On disk it is
 * lmdb-store.ts.
 */

/** Inside a data directory. */
export const HISTORY_DIRECTORY = "history";
/** Inside of that: all there is to keep. The other file holds locks, and is made anew. */
export const LMDB_FILE = "data.mdb";

export interface Entry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** Keys from `from` (included) to `to` (not included); in reverse `from` is the higher one. */
export interface KeyRange {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
  readonly isReverse: boolean;
  readonly limit: number;
}

export interface KeyValueStore {
  /** Durable when it returns; all or nothing. `put` and `remove` are only for inside. */
  transact(change: () => void): void;
  /** What is read inside belongs to one moment. */
  look<T>(query: () => T): T;
  put(key: Uint8Array, value: Uint8Array): void;
  remove(key: Uint8Array): void;
  get(key: Uint8Array): Uint8Array | undefined;
  list(stretch: KeyRange): Iterable<Entry>;
  /** How many rows there are. */
  count(): number;
  close(): Promise<void>;
}
