/**
 * The shelf on disk: LMDB, memory-mapped, crash-safe by copy on write. Several processes may read
 * it; a lock of the kernel keeps writers apart and goes with its holder, so a killed archivist
 * leaves nothing to clean up.
 */
import { mkdirSync } from "node:fs";
import { type Database, open, type RootDatabase } from "lmdb";
import type { Entry, Shelf, Stretch } from "./shelf.ts";

/** Inside a data directory. */
export const HISTORY_DIRECTORY = "history";

export function openLmdbShelf(path: string, mode: "read" | "write" = "write"): Shelf {
  return new LmdbShelf(path, mode === "read");
}

class LmdbShelf implements Shelf {
  readonly #root: RootDatabase;
  readonly #records: Database<Uint8Array, Uint8Array>;

  constructor(path: string, readOnly: boolean) {
    // Without overlapping syncs a transaction is on disk when it returns.
    const options = { noSubdir: false, overlappingSync: false, maxDbs: 2, readOnly };
    if (!readOnly) mkdirSync(path, { recursive: true, mode: 0o700 });
    this.#root = open({ path, ...options });
    this.#records = this.#root.openDB({
      name: "records",
      keyEncoding: "binary",
      encoding: "binary",
    });
  }

  transact(change: () => void): void {
    this.#root.transactionSync(change);
  }

  look<T>(question: () => T): T {
    // Readers otherwise keep the view of their last turn of the event loop.
    this.#root.resetReadTxn();
    return question();
  }

  put(key: Uint8Array, value: Uint8Array): void {
    this.#records.putSync(key, value);
  }

  remove(key: Uint8Array): void {
    this.#records.removeSync(key);
  }

  get(key: Uint8Array): Uint8Array | undefined {
    return this.#records.get(key);
  }

  list({ from, to, isReverse, limit }: Stretch): Iterable<Entry> {
    return this.#records.getRange({ start: from, end: to, reverse: isReverse, limit });
  }

  close(): Promise<void> {
    return this.#root.close();
  }
}
