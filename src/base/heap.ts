/**
 * A heap of owners by a key, lowest key first, from which nothing is ever searched out: an owner
 * that enters anew gets a new mark, and entries with an old mark are void. They are dropped when
 * they are met, and each entry that comes looks at a few others, in turn, and drops those that are
 * void. So the heap is never much larger than what counts, and never stops to tidy up.
 */

/** How many entries are looked at for each that comes: more than one, or void ones would pile up. */
const LOOKED_AT = 3;

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
    this.#put(this.size, key, owner, mark);
    this.#rise(this.size - 1);
    for (let count = 0; count < LOOKED_AT; count++) this.#lookAtNext();
  }

  /** Takes out every owner whose key is below `value`, in no order that means anything. */
  takeBelow(value: Key, take: (owner: Owner) => void): void {
    for (let key = this.#keys[0]; key !== undefined && key < value; key = this.#keys[0]) {
      const owner = this.#owners[0] as Owner;
      const isCurrent = this.#isCurrent(owner, this.#marks[0] as number);
      this.#remove(0);
      if (isCurrent) take(owner);
    }
  }

  /** What takes the place of a void entry is looked at when the next entry comes. */
  #lookAtNext(): void {
    if (this.#looked >= this.size) this.#looked = 0;
    const at = this.#looked;
    const isCurrent = this.#isCurrent(this.#owners[at] as Owner, this.#marks[at] as number);
    if (isCurrent) this.#looked++;
    else this.#remove(at);
  }

  #remove(at: number): void {
    const last = this.size - 1;
    this.#move(last, at);
    this.#keys.pop();
    this.#owners.pop();
    this.#marks.pop();
    if (at === last) return;
    this.#rise(at);
    this.#sink(at);
  }

  #put(at: number, key: Key, owner: Owner, mark: number): void {
    this.#keys[at] = key;
    this.#owners[at] = owner;
    this.#marks[at] = mark;
  }

  #move(from: number, to: number): void {
    this.#put(
      to,
      this.#keys[from] as Key,
      this.#owners[from] as Owner,
      this.#marks[from] as number,
    );
  }

  #swap(one: number, other: number): void {
    const key = this.#keys[one] as Key;
    const owner = this.#owners[one] as Owner;
    const mark = this.#marks[one] as number;
    this.#move(other, one);
    this.#put(other, key, owner, mark);
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if ((this.#keys[parent] as Key) <= (this.#keys[at] as Key)) return;
      this.#swap(parent, at);
      at = parent;
    }
  }

  #sink(from: number): void {
    for (let at = from; ; ) {
      const left = 2 * at + 1;
      if (left >= this.size) return;
      const right = left + 1;
      const isRight = right < this.size && (this.#keys[right] as Key) < (this.#keys[left] as Key);
      const child = isRight ? right : left;
      if ((this.#keys[at] as Key) <= (this.#keys[child] as Key)) return;
      this.#swap(at, child);
      at = child;
    }
  }
}
