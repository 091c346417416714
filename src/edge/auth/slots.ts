/**
 * A bounded table that gives each key a small number, its slot, under which others keep what they
 * count. The slots stand in the order in which they were last renewed, so the one that has rested
 * the longest is known at once. Everything takes the same time however full it is, and nothing is
 * allocated for a key that has its slot.
 */
import { assert } from "../../core/base/assert.ts";

/** The slot of no key. */
export const NO_SLOT = 0;

export class Slots<Key> {
  readonly countMax: number;
  readonly #byKey = new Map<Key, number>();
  readonly #keys: (Key | undefined)[] = [undefined];
  /** A ring through NO_SLOT: the next newer of it is the oldest, the next older the newest. */
  readonly #newer: Int32Array;
  readonly #older: Int32Array;

  constructor(countMax: number) {
    this.countMax = countMax;
    this.#newer = new Int32Array(countMax + 1);
    this.#older = new Int32Array(countMax + 1);
  }

  get count(): number {
    return this.#byKey.size;
  }

  get isFull(): boolean {
    return this.count === this.countMax;
  }

  /** The slot that was not renewed for the longest time; NO_SLOT of an empty table. */
  get oldest(): number {
    return this.#newer[NO_SLOT] as number;
  }

  /** The slot of a key, or NO_SLOT. */
  find(key: Key): number {
    return this.#byKey.get(key) ?? NO_SLOT;
  }

  /** A slot for a new key: an unused one, or in a full table the oldest, whose key is forgotten. */
  give(key: Key): number {
    assert(!this.#byKey.has(key), "a key has one slot");
    const slot = this.isFull ? this.#takeOldest() : this.count + 1;
    this.#keys[slot] = key;
    this.#byKey.set(key, slot);
    this.#link(slot);
    return slot;
  }

  #takeOldest(): number {
    const slot = this.oldest;
    this.#byKey.delete(this.#keys[slot] as Key);
    this.#unlink(slot);
    return slot;
  }

  /** Makes a slot that is in use the newest. */
  renew(slot: number): void {
    this.#unlink(slot);
    this.#link(slot);
  }

  #link(slot: number): void {
    const newest = this.#older[NO_SLOT] as number;
    this.#newer[newest] = slot;
    this.#older[slot] = newest;
    this.#newer[slot] = NO_SLOT;
    this.#older[NO_SLOT] = slot;
  }

  #unlink(slot: number): void {
    const [older, newer] = [this.#older[slot] as number, this.#newer[slot] as number];
    this.#newer[older] = newer;
    this.#older[newer] = older;
  }
}
