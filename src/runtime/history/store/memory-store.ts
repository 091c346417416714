/**
 * A key-value store in memory, for an exchange inside another program and for tests: what a transaction
 * that broke off had put into it is taken out again. Like a disk it has a largest size. A copy shares all that there is, in layers that
 * are written to no more: each of the two goes on in a layer of its own, so that a copy costs next to nothing.
 */
import { assert } from "../../../core/base/assert.ts";
import type { Entry, KeyRange, KeyValueStore } from "../rows/key-value-store.ts";
import { joinLayers, LayerCursor, type LayerValue, MemoryLayer } from "./memory-layer.ts";

export const ENTRIES_MAX = 1_000_000;

export class StoreFull extends Error {
  override readonly name = "StoreFull";

  constructor() {
    super("the history in memory is full");
  }
}

export class MemoryStore implements KeyValueStore {
  readonly #entriesMax: number;
  #own = new MemoryLayer();
  /** The newest first; they may be other stores' as well. */
  #shared: readonly MemoryLayer[] = [];
  #count = 0;
  /** The old values of what the running transaction has changed. */
  #before: Map<string, LayerValue> | undefined;
  /** Called before a transaction becomes durable, and after. */
  watch: (moment: "commit" | "committed") => void = () => undefined;

  constructor(entriesMax = ENTRIES_MAX) {
    this.#entriesMax = entriesMax;
  }

  /** An independent copy of the store. */
  copy(): MemoryStore {
    assert(this.#before === undefined, "a store is copied between two transactions");
    if (this.#own.size > 0) this.#share();
    const copy = new MemoryStore(this.#entriesMax);
    copy.#shared = this.#shared;
    copy.#count = this.#count;
    return copy;
  }

  /** A layer is joined to the one below while that is no larger: so there are few of them, and each value moves seldom. */
  #share(): void {
    let [newest, ...others] = [this.#own, ...this.#shared];
    for (let next = others[0]; next && next.size <= newest.size; next = others[0]) {
      others = others.slice(1);
      newest = joinLayers(newest, next, { isLowest: others.length === 0 });
    }
    this.#shared = [newest, ...others];
    this.#own = new MemoryLayer();
  }

  /** How many layers a look may have to pass. */
  get depth(): number {
    return 1 + this.#shared.length;
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

  #change(name: string, value: LayerValue): void {
    const before = this.#before;
    const known = this.#find(name);
    const isNew = value !== undefined && known === undefined;
    if (isNew && this.#count >= this.#entriesMax) throw new StoreFull();
    if (before && !before.has(name)) before.set(name, known);
    this.#set(name, value);
  }

  #set(name: string, value: LayerValue): void {
    const wasThere = this.#find(name) !== undefined;
    this.#count += Number(value !== undefined) - Number(wasThere);
    if (value !== undefined || this.#isShared(name)) this.#own.set(name, value);
    else this.#own.forget(name);
  }

  /** A value is never changed, only replaced. */
  #find(name: string): LayerValue {
    if (this.#own.has(name)) return this.#own.get(name);
    return this.#shared.find((layer) => layer.has(name))?.get(name);
  }

  #isShared(name: string): boolean {
    return this.#shared.find((layer) => layer.has(name))?.get(name) !== undefined;
  }

  get(key: Uint8Array): Uint8Array | undefined {
    return this.#find(nameOf(key));
  }

  *list({ from, to, isReverse, limit }: KeyRange): Iterable<Entry> {
    const asked = { to: nameOf(to), isReverse };
    const found = this.#entriesIn(nameOf(from), asked, limit);
    for (const [name, value] of found) yield { key: Buffer.from(name, "latin1"), value };
  }

  /** As they are when it is asked: what is listed may be removed meanwhile. */
  #entriesIn(
    from: string,
    asked: { readonly to: string; readonly isReverse: boolean },
    limit: number,
  ): (readonly [string, Uint8Array])[] {
    const layers = [this.#own, ...this.#shared];
    const cursors = layers.map((layer) => new LayerCursor(layer, from, asked));
    const found: (readonly [string, Uint8Array])[] = [];
    while (found.length < limit) {
      const name = firstOf(cursors, asked.isReverse);
      if (name === undefined) break;
      const value = this.#find(name);
      if (value !== undefined) found.push([name, value]);
      for (const cursor of cursors) if (cursor.name === name) cursor.next();
    }
    return found;
  }

  count(): number {
    return this.#count;
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}

/** The name that comes first of those at which the layers stand. */
function firstOf(cursors: readonly LayerCursor[], isReverse: boolean): string | undefined {
  let first: string | undefined;
  for (const { name } of cursors) {
    if (name === undefined) continue;
    if (first === undefined || (isReverse ? name > first : name < first)) first = name;
  }
  return first;
}

function nameOf(key: Uint8Array): string {
  return Buffer.from(key).toString("latin1");
}
