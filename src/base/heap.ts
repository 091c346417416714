/**
 * A heap of owners by a key, lowest key first, from which nothing is ever searched out: an owner
 * that enters anew gets a new mark, and entries with an old mark are dropped when they are met, or
 * all at once when they are the larger part. So it is never more than twice what it has to be.
 */

const ENTRIES_MIN = 64;

export class Heap {
  readonly #keys: bigint[] = [];
  readonly #owners: number[] = [];
  readonly #marks: number[] = [];
  readonly #isCurrent: (owner: number, mark: number) => boolean;
  #entriesMax = ENTRIES_MIN;

  constructor(isCurrent: (owner: number, mark: number) => boolean) {
    this.#isCurrent = isCurrent;
  }

  get size(): number {
    return this.#keys.length;
  }

  push(key: bigint, owner: number, mark: number): void {
    if (this.size >= this.#entriesMax) this.#tidy();
    this.#put(this.size, key, owner, mark);
    this.#rise(this.size - 1);
  }

  /** Takes out every owner whose key is below `value`, in no order that means anything. */
  takeBelow(value: bigint, take: (owner: number) => void): void {
    for (let key = this.#keys[0]; key !== undefined && key < value; key = this.#keys[0]) {
      const owner = this.#owners[0] as number;
      const isCurrent = this.#isCurrent(owner, this.#marks[0] as number);
      this.#removeFirst();
      if (isCurrent) take(owner);
    }
  }

  #removeFirst(): void {
    const last = this.size - 1;
    this.#move(last, 0);
    this.#cut(last);
    this.#sink(0);
  }

  /** Keeps what is current; each tidying is paid for by as many entries that came since. */
  #tidy(): void {
    let kept = 0;
    for (let at = 0; at < this.size; at++) {
      if (!this.#isCurrent(this.#owners[at] as number, this.#marks[at] as number)) continue;
      this.#move(at, kept);
      kept++;
    }
    this.#cut(kept);
    for (let at = kept >> 1; at >= 0; at--) this.#sink(at);
    this.#entriesMax = Math.max(ENTRIES_MIN, 2 * kept);
  }

  #cut(length: number): void {
    this.#keys.length = length;
    this.#owners.length = length;
    this.#marks.length = length;
  }

  #put(at: number, key: bigint, owner: number, mark: number): void {
    this.#keys[at] = key;
    this.#owners[at] = owner;
    this.#marks[at] = mark;
  }

  #move(from: number, to: number): void {
    if (from < 0) return;
    this.#put(
      to,
      this.#keys[from] as bigint,
      this.#owners[from] as number,
      this.#marks[from] as number,
    );
  }

  #swap(one: number, other: number): void {
    const key = this.#keys[one] as bigint;
    const owner = this.#owners[one] as number;
    const mark = this.#marks[one] as number;
    this.#move(other, one);
    this.#put(other, key, owner, mark);
  }

  #rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if ((this.#keys[parent] as bigint) <= (this.#keys[at] as bigint)) return;
      this.#swap(parent, at);
      at = parent;
    }
  }

  #sink(from: number): void {
    for (let at = from; ; ) {
      const left = 2 * at + 1;
      if (left >= this.size) return;
      const right = left + 1;
      const isRight =
        right < this.size && (this.#keys[right] as bigint) < (this.#keys[left] as bigint);
      const child = isRight ? right : left;
      if ((this.#keys[at] as bigint) <= (this.#keys[child] as bigint)) return;
      this.#swap(at, child);
      at = child;
    }
  }
}
