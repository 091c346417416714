/**
 * A heap of owners by a key, lowest key first, from which nothing is ever searched out: an owner
 * that enters anew gets a new mark, and entries with an old mark are void. They are dropped when
 * they are met, and each entry that comes looks at a few others, in turn, and drops those that are
 * void. So the heap is never much larger than what counts, and never stops to tidy up.
 */

/** How many entries are looked at for each that comes: more than one, or void ones would pile up. */
const LOOKED_AT = 3;

/** Up to one entry in 32 is taken out by itself: beyond that it is cheaper to look at all. */
const FEW_BITS = 5;

export class Heap<Owner = number, Key extends bigint | number = bigint> {
  readonly #keys: Key[] = [];
  readonly #owners: Owner[] = [];
  readonly #marks: number[] = [];
  readonly #isCurrent: (owner: Owner, mark: number) => boolean;
  /** Up to where the present pass of looking has come. */
  #looked = 0;

  constructor(isCurrent: (owner: Owner, mark: number) => boolean) {
    this.#isCurrent = isCurrent;
  }

  get size(): number {
    return this.#keys.length;
  }

  push(key: Key, owner: Owner, mark: number): void {
    this.#put(this.#rise(this.size, key), key, owner, mark);
    for (let count = 0; count < LOOKED_AT; count++) this.#lookAtNext();
  }

  /** Takes out every owner whose key is below `value`, in no order that means anything. */
  takeBelow(value: Key, take: (owner: Owner) => void): void {
    let left = this.size >> FEW_BITS;
    for (let key = this.#keys[0]; key !== undefined && key < value; key = this.#keys[0]) {
      if (left-- <= 0) {
        this.#sweepBelow(value, take);
        return;
      }
      const owner = this.#owners[0] as Owner;
      const isCurrent = this.#isCurrent(owner, this.#marks[0] as number);
      this.#remove(0);
      if (isCurrent) take(owner);
    }
  }

  /** The same for many: one look at every entry, and what stays is put in order once. */
  #sweepBelow(value: Key, take: (owner: Owner) => void): void {
    const { size } = this;
    let kept = 0;
    for (let at = 0; at < size; at++) {
      const owner = this.#owners[at] as Owner;
      if (!this.#isCurrent(owner, this.#marks[at] as number)) continue;
      if ((this.#keys[at] as Key) < value) take(owner);
      else this.#move(at, kept++);
    }
    this.#keys.length = kept;
    this.#owners.length = kept;
    this.#marks.length = kept;
    for (let at = (kept >> 1) - 1; at >= 0; at--) this.#settle(at);
    this.#looked = 0;
  }

  /** Everything below the entry is in order. */
  #settle(at: number): void {
    const key = this.#keys[at] as Key;
    const owner = this.#owners[at] as Owner;
    const mark = this.#marks[at] as number;
    this.#put(this.#sink(at, key), key, owner, mark);
  }

  /** What takes the place of a void entry is looked at when the next entry comes. */
  #lookAtNext(): void {
    if (this.#looked >= this.size) this.#looked = 0;
    const at = this.#looked;
    const isCurrent = this.#isCurrent(this.#owners[at] as Owner, this.#marks[at] as number);
    if (isCurrent) this.#looked++;
    else this.#remove(at);
  }

  /** The last entry takes the place of the one that goes. */
  #remove(at: number): void {
    const key = this.#keys.pop() as Key;
    const owner = this.#owners.pop() as Owner;
    const mark = this.#marks.pop() as number;
    if (at === this.size) return;
    const risen = this.#rise(at, key);
    this.#put(risen === at ? this.#sink(at, key) : risen, key, owner, mark);
  }

  #put(at: number, key: Key, owner: Owner, mark: number): void {
    this.#keys[at] = key;
    this.#owners[at] = owner;
    this.#marks[at] = mark;
  }

  #move(from: number, to: number): void {
    this.#keys[to] = this.#keys[from] as Key;
    this.#owners[to] = this.#owners[from] as Owner;
    this.#marks[to] = this.#marks[from] as number;
  }

  /** Where an entry with this key belongs that is put at `from`, which is free: what is above it moves down. */
  #rise(from: number, key: Key): number {
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#keys[parent] as Key) <= key) break;
      this.#move(parent, at);
      at = parent;
    }
    return at;
  }

  /** The same the other way: what is below it moves up. */
  #sink(from: number, key: Key): number {
    const keys = this.#keys;
    const size = keys.length;
    let at = from;
    for (let left = 2 * at + 1; left < size; left = 2 * at + 1) {
      const right = left + 1;
      const isRight = right < size && (keys[right] as Key) < (keys[left] as Key);
      const child = isRight ? right : left;
      if (key <= (keys[child] as Key)) break;
      this.#move(child, at);
      at = child;
    }
    return at;
  }
}
