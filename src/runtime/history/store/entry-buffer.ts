/**
 * Entries of the index as a transaction makes them, to be written as one sorted run. Keys lie in one piece of memory; what they
 * begin with, kind and user, is compared as a number first.
 */

const HEAD_BYTES = 6;

export class EntryBuffer {
  #keys = Buffer.allocUnsafe(64 * 1024);
  #begins = new Uint32Array(2_048);
  #heads = new Float64Array(2_048);
  #numbers = new Float64Array(2_048);
  #keyBytes = 0;
  count = 0;

  add(key: Uint8Array, number: number): void {
    const { length } = key;
    const { count } = this;
    if (this.#keyBytes + length > this.#keys.length) this.#growKeys();
    if (count + 2 > this.#begins.length) this.#growEntries();
    const keys = this.#keys;
    let to = this.#keyBytes;
    for (let at = 0; at < length; at++) keys[to++] = key[at] as number;
    let head = 0;
    for (let at = 0; at < HEAD_BYTES; at++) head = head * 256 + (key[at] ?? 0);
    this.#heads[count] = head;
    this.#numbers[count] = number;
    this.#begins[count] = this.#keyBytes;
    this.#begins[count + 1] = to;
    this.#keyBytes = to;
    this.count = count + 1;
  }

  clear(): void {
    this.count = 0;
    this.#keyBytes = 0;
  }

  /** Tells of each entry in the order of keys, of a key that came twice only the latest; of how many. */
  inOrder(take: (key: Uint8Array, length: number, number: number) => void): number {
    const places = this.#sorted();
    const { count } = this;
    let told = 0;
    for (let at = 0; at < count; at++) {
      const place = places[at] as number;
      const isTakenAgain = at + 1 < count && this.#compare(place, places[at + 1] as number) === 0;
      if (isTakenAgain) continue;
      const [begin, end] = [this.#begins[place] as number, this.#begins[place + 1] as number];
      take(this.#keys.subarray(begin, end), end - begin, this.#numbers[place] as number);
      told++;
    }
    return told;
  }

  /** Places of entries by key; those of one key as they came. Sorted pieces of growing length are merged. */
  #sorted(): Uint32Array {
    const { count } = this;
    let from = new Uint32Array(count);
    let to = new Uint32Array(count);
    for (let at = 0; at < count; at++) from[at] = at;
    for (let width = 1; width < count; width *= 2) {
      for (let begin = 0; begin < count; begin += 2 * width) this.#merge(from, to, begin, width);
      [from, to] = [to, from];
    }
    return from;
  }

  #merge(from: Uint32Array, to: Uint32Array, begin: number, width: number): void {
    const middle = Math.min(begin + width, this.count);
    const end = Math.min(begin + 2 * width, this.count);
    let left = begin;
    let right = middle;
    for (let at = begin; at < end; at++) {
      const isLeft =
        left < middle &&
        (right >= end || this.#compare(from[left] as number, from[right] as number) <= 0);
      to[at] = from[isLeft ? left++ : right++] as number;
    }
  }

  #compare(one: number, other: number): number {
    const difference = (this.#heads[one] as number) - (this.#heads[other] as number);
    if (difference !== 0) return difference;
    const [begin, otherBegin] = [this.#begins[one] as number, this.#begins[other] as number];
    const length = (this.#begins[one + 1] as number) - begin;
    const otherLength = (this.#begins[other + 1] as number) - otherBegin;
    const common = length < otherLength ? length : otherLength;
    const keys = this.#keys;
    for (let at = HEAD_BYTES; at < common; at++) {
      const unlike = (keys[begin + at] as number) - (keys[otherBegin + at] as number);
      if (unlike !== 0) return unlike;
    }
    return length - otherLength;
  }

  #growKeys(): void {
    const larger = Buffer.allocUnsafe(this.#keys.length * 2);
    larger.set(this.#keys);
    this.#keys = larger;
  }

  #growEntries(): void {
    const size = this.#begins.length * 2;
    const [begins, heads, numbers] = [
      new Uint32Array(size),
      new Float64Array(size),
      new Float64Array(size),
    ];
    begins.set(this.#begins);
    heads.set(this.#heads);
    numbers.set(this.#numbers);
    [this.#begins, this.#heads, this.#numbers] = [begins, heads, numbers];
  }
}
