/**
 * A key-value store in memory, for an exchange inside another program and for tests: what a transaction
 * that broke off had put into it is taken out again. Like a disk it has a largest size.
 */
import type { Entry, KeyRange, KeyValueStore } from "../rows/key-value-store.ts";

export const ENTRIES_MAX = 1_000_000;

export class StoreFull extends Error {
  override readonly name = "StoreFull";

  constructor() {
    super("the history in memory is full");
  }
}

export class MemoryStore implements KeyValueStore {
  readonly #entriesMax: number;
  readonly #entries = new Map<string, Uint8Array>();
  /** In the order of keys; those that begin with one byte apart, since most keys come last of theirs. */
  readonly #keys = Array.from({ length: 256 }, (): string[] => []);
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
    for (const [name, value] of this.#entries) copy.#set(name, value);
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
    this.#change(nameOf(key), Buffer.from(value));
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
    if (this.#entries.has(name) !== (value !== undefined)) this.#place(name, value !== undefined);
    if (value === undefined) this.#entries.delete(name);
    else this.#entries.set(name, value);
  }

  #place(name: string, isNew: boolean): void {
    const keys = this.#keysLike(name);
    const last = keys.at(-1);
    if (isNew && (last === undefined || last < name)) keys.push(name);
    else if (isNew) keys.splice(countBelow(keys, name), 0, name);
    else keys.splice(countBelow(keys, name), 1);
  }

  #keysLike(name: string): string[] {
    return this.#keys[name.length > 0 ? name.charCodeAt(0) : 0] as string[];
  }

  get(key: Uint8Array): Uint8Array | undefined {
    return this.#entries.get(nameOf(key));
  }

  *list({ from, to, isReverse, limit }: KeyRange): Iterable<Entry> {
    const found = this.#namesIn(nameOf(from), nameOf(to), { isReverse, limit });
    for (const name of found) {
      yield {
        key: Buffer.from(name, "latin1"),
        value: this.#entries.get(name) ?? new Uint8Array(),
      };
    }
  }

  /** As they are when it is asked: what is listed may be removed meanwhile. */
  #namesIn(
    from: string,
    to: string,
    { isReverse, limit }: Pick<KeyRange, "isReverse" | "limit">,
  ): string[] {
    const found: string[] = [];
    const [first, last] = [from.charCodeAt(0) || 0, to.charCodeAt(0) || 0];
    const step = isReverse ? -1 : 1;
    for (let byte = first; (last - byte) * step >= 0 && found.length < limit; byte += step) {
      const keys = this.#keys[byte] as string[];
      const left = limit - found.length;
      if (isReverse) {
        const end = countUpTo(keys, from);
        const begin = Math.max(countUpTo(keys, to), end - left);
        for (let at = end - 1; at >= begin; at--) found.push(keys[at] as string);
      } else {
        const begin = countBelow(keys, from);
        const end = Math.min(countBelow(keys, to), begin + left);
        for (let at = begin; at < end; at++) found.push(keys[at] as string);
      }
    }
    return found;
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
