/** A shelf in memory: what a transaction that broke off had put on it is taken off again. */
import type { Entry, Shelf, Stretch } from "../../src/history/shelf.ts";

export class MemoryShelf implements Shelf {
  #entries = new Map<string, Uint8Array>();
  /** Sorted; made anew after a change. */
  #keys: string[] | undefined;
  /** Called before a transaction becomes durable, and after. */
  watch: (moment: "commit" | "committed") => void = () => undefined;

  transact(change: () => void): void {
    const before = new Map(this.#entries);
    try {
      change();
      this.watch("commit");
    } catch (error) {
      this.#entries = before;
      this.#keys = undefined;
      throw error;
    }
    this.watch("committed");
  }

  look<T>(question: () => T): T {
    return question();
  }

  put(key: Uint8Array, value: Uint8Array): void {
    const name = nameOf(key);
    if (!this.#entries.has(name)) this.#keys = undefined;
    this.#entries.set(name, value.slice());
  }

  remove(key: Uint8Array): void {
    this.#entries.delete(nameOf(key));
    this.#keys = undefined;
  }

  get(key: Uint8Array): Uint8Array | undefined {
    return this.#entries.get(nameOf(key));
  }

  *list({ from, to, isReverse, limit }: Stretch): Iterable<Entry> {
    this.#keys ??= [...this.#entries.keys()].sort((a, b) => (a < b ? -1 : 1));
    const [low, high] = isReverse ? [nameOf(to), nameOf(from)] : [nameOf(from), nameOf(to)];
    const inside = this.#keys.filter((key) =>
      isReverse ? key > low && key <= high : key >= low && key < high,
    );
    if (isReverse) inside.reverse();
    for (const key of inside.slice(0, limit)) {
      yield { key: Buffer.from(key, "latin1"), value: this.#entries.get(key) ?? new Uint8Array() };
    }
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}

function nameOf(key: Uint8Array): string {
  return Buffer.from(key).toString("latin1");
}
