/**
 * The store on disk: LMDB, memory-mapped, crash-safe by copy on write. Several processes may read
 * it; a lock of the kernel keeps writers apart and goes with its holder, so a killed archivist
 * leaves nothing to clean up. What it cannot read is damage, said as such (HIST-SEAL-1); a page that leads
 * anywhere may also end the process.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { type Database, open, type RootDatabase } from "lmdb";
import {
  type Entry,
  type KeyRange,
  type KeyValueStore,
  LMDB_FILE,
} from "../rows/key-value-store.ts";
import { HistoryDamaged } from "../rows/seal.ts";

export function openLmdbStore(path: string, mode: "read" | "write" = "write"): KeyValueStore {
  const isNew = mode === "write" && !existsSync(`${path}/${LMDB_FILE}`);
  return reading(() => (isNew ? makeStore(path) : new LmdbStore(path, mode === "read")), IS_DAMAGE);
}

/** It has its name when it is whole: who copies the directory meanwhile finds a store or none, and no damage. */
function makeStore(path: string): LmdbStore {
  const draft = `${path}.new`;
  rmSync(draft, { recursive: true, force: true });
  const store = new LmdbStore(draft, false);
  // What a crash has left of one; another file in it is not ours to remove, and is told.
  rmSync(`${path}/${LOCK_FILE}`, { force: true });
  renameSync(draft, path);
  return store;
}

const LOCK_FILE = "lock.mdb";

/**
 * Copies a key-value store as of one moment, also while another process writes to it, and leaves out
 * the pages that hold nothing.
 */
export async function copyLmdbStore(from: string, to: string): Promise<void> {
  const keyValues = new LmdbStore(from, true);
  try {
    await keyValues.copyTo(to);
  } finally {
    await keyValues.close();
  }
}

class LmdbStore implements KeyValueStore {
  readonly #root: RootDatabase;
  readonly #records: Database<Uint8Array, Uint8Array>;

  constructor(path: string, readOnly: boolean) {
    // Without overlapping syncs a transaction is on disk when it returns.
    const options = { noSubdir: false, overlappingSync: false, maxDbs: 2, readOnly };
    if (!readOnly) mkdirSync(path, { recursive: true, mode: 0o700 });
    this.#root = open({ path, ...options });
    const encoded = { keyEncoding: "binary", encoding: "binary" } as const;
    // None when the page that names it is gone and none may be made.
    const records: Database<Uint8Array, Uint8Array> | undefined = this.#root.openDB({
      name: "records",
      ...encoded,
    });
    if (!records) throw new HistoryDamaged("it has no records");
    this.#records = records;
  }

  transact(change: () => void): void {
    this.#root.transactionSync(change);
  }

  look<T>(query: () => T): T {
    // Readers otherwise keep the view of their last turn of the event loop.
    reading(() => this.#root.resetReadTxn());
    return query();
  }

  put(key: Uint8Array, value: Uint8Array): void {
    this.#records.putSync(key, value);
  }

  remove(key: Uint8Array): void {
    this.#records.removeSync(key);
  }

  get(key: Uint8Array): Uint8Array | undefined {
    return reading(() => this.#records.get(key));
  }

  *list({ from, to, isReverse, limit }: KeyRange): Iterable<Entry> {
    const stretch = { start: from, end: to, reverse: isReverse, limit };
    const entries = reading(() => this.#records.getRange(stretch)[Symbol.iterator]());
    try {
      for (;;) {
        const next = reading(() => entries.next());
        if (next.done) return;
        yield next.value;
      }
    } finally {
      entries.return?.();
    }
  }

  count(): number {
    return reading(() => (this.#records.getStats() as { entryCount: number }).entryCount);
  }

  async copyTo(path: string): Promise<void> {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    await this.#root.backup(path, true);
  }

  close(): Promise<void> {
    return this.#root.close();
  }
}

/** A store may not open for other reasons, too. */
const IS_DAMAGE = /^MDB_(?!MAP_FULL|READERS_FULL|DBS_FULL)|^Invalid/;

/** The library has its own words, many of them, for a page that is not what it should be. */
function reading<T>(work: () => T, isDamage = /^/): T {
  try {
    return work();
  } catch (error) {
    const sentence = error instanceof Error ? error.message : `${error}`;
    if (error instanceof HistoryDamaged || !isDamage.test(sentence)) throw error;
    throw new HistoryDamaged(sentence, { cause: error });
  }
}
