/**
 * A key-value store in memory, for an exchange inside another program and for tests: what a transaction
 * that broke off had put into it is taken out again. Like a disk it has a largest size.
 */
import type { Entry, KeyRange, KeyValueStore } from "./key-value-store.ts";

export const ENTRIES_MAX = 1_000_000;

export class StoreFull extends Error {
  override readonly name = "StoreFull";

  constructor() {
    super("the history in memory is full");
  }
}

export class MemoryStore implements KeyValueStore {
  readonly isOnDisk: boolean = false;
  readonly #entriesMax: number;
  readonly #entries = new Map<string, Uint8Array>();
  /** Sorted; made anew after a key has come or gone. */
  #keys: string[] | undefined;
  /** The old values of what the running transaction has changed. */
  #before: Map<string, Uint8Array | undefined> | undefined;
  /** Called before a transaction becomes durable, and after. */
  watch: (moment: "commit" | "committed") => void = () => undefined;

  constructor(entriesMax = ENTRIES_MAX) {
    this.#entriesMax = entriesMax;
  }

  /** An independent copy of the store. */
  copy(): MemoryStore {
    const copy = new MemoryStore(this.#entriesMax);
    // A value is never changed, only replaced.
    for (const [name, value] of this.#entries) copy.#entries.set(name, value);
    return copy;
  }

  transact(change: () => void): void {
    this.#before = new Map();
    try {
      change();
      this.watch("commit");
    } catch (error) {
      for (const [name, value] of this.#before) this.#set(name, value);
      throw error;
    } finally {
      this.#before = undefined;
    }
    this.watch("committed");
  }

  look<T>(query: () => T): T {
    return query();
  }

  put(key: Uint8Array, value: Uint8Array): void {
    this.#change(nameOf(key), value.slice());
  }

  remove(key: Uint8Array): void {
    this.#change(nameOf(key), undefined);
  }

  #change(name: string, value: Uint8Array | undefined): void {
    const before = this.#before;
    const isNew = value !== undefined && !this.#entries.has(name);
    if (isNew && this.#entries.size >= this.#entriesMax) throw new StoreFull();
    if (before && !before.has(name)) before.set(name, this.#entries.get(name));
    this.#set(name, value);
  }

  #set(name: string, value: Uint8Array | undefined): void {
    if (this.#entries.has(name) !== (value !== undefined)) this.#keys = undefined;
    if (value === undefined) this.#entries.delete(name);
    else this.#entries.set(name, value);
  }

  get(key: Uint8Array): Uint8Array | undefined {
    return this.#entries.get(nameOf(key));
  }

  *list({ from, to, isReverse, limit }: KeyRange): Iterable<Entry> {
    this.#keys ??= [...this.#entries.keys()].sort((a, b) => (a < b ? -1 : 1));
    const keys = this.#keys;
    const [first, last] = [nameOf(from), nameOf(to)];
    const found = isReverse
      ? keys.slice(countUpTo(keys, last), countUpTo(keys, first)).reverse()
      : keys.slice(countBelow(keys, first), countBelow(keys, last));
    for (const key of found.slice(0, limit)) {
      yield { key: Buffer.from(key, "latin1"), value: this.#entries.get(key) ?? new Uint8Array() };
    }
  }

  count(): number {
    return this.#entries.size;
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}

function nameOf(key: Uint8Array): string {
  return Buffer.from(key).toString("latin1");
}

function countBelow(keys: readonly string[], key: string): number {
  let [low, high] = [0, keys.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function countUpTo(keys: readonly string[], key: string): number {
  const below = countBelow(keys, key);
  return keys[below] === key ? below + 1 : below;
}
