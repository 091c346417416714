/**
 * A block of the index: entries in the order of their keys, each of which leads to the number of a record. What all of its keys
 * begin with is written once. A block lies under the first key that it covers and names the first one of the block behind it, so
 * a sound block proves what it does not have (HIST-SEAL-4). Bytes: what comes next, the number of entries, what keys have in common,
 * the lowest number and the width of the others above it, where each key ends, the numbers, the keys.
 */

import { assert } from "../../../core/base/assert.ts";
import { compareKeys } from "../rows/keys.ts";
import { HistoryDamaged } from "../rows/seal.ts";

/** Three blocks, with their keys and seals, fill a page of the store. */
export const BLOCK_BYTES_MAX = 1_316;
/** Their number is a byte. */
export const ENTRIES_MAX = 255;
/** A key of the index is shorter, and so is its length a byte. */
export const KEY_BYTES_MAX = 128;
const NUMBER_BYTES = 6;
const END_BYTES = 2;

/** Where the parts of a block lie in its bytes. */
export class Block {
  readonly #bytes: Buffer;
  /** The first key of the block behind it; undefined in the last one of a run. */
  readonly next: Uint8Array | undefined;
  readonly count: number;
  readonly #prefixAt: number;
  readonly #prefixBytes: number;
  readonly #base: number;
  readonly #width: number;
  readonly #endsAt: number;
  readonly #numbersAt: number;
  readonly #keysAt: number;

  constructor(bytes: Uint8Array) {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#bytes = buffer;
    const nextEnd = 2 + buffer.readUInt8(1);
    this.next = buffer[0] === 0 ? undefined : buffer.subarray(2, nextEnd);
    this.count = buffer.readUInt8(nextEnd);
    this.#prefixBytes = buffer.readUInt8(nextEnd + 1);
    this.#prefixAt = nextEnd + 2;
    const baseAt = this.#prefixAt + this.#prefixBytes;
    this.#base = buffer.readUIntBE(baseAt, NUMBER_BYTES);
    this.#width = buffer.readUInt8(baseAt + NUMBER_BYTES);
    this.#endsAt = baseAt + NUMBER_BYTES + 1;
    this.#numbersAt = this.#endsAt + END_BYTES * this.count;
    this.#keysAt = this.#numbersAt + this.#width * this.count;
  }

  /** A sound row that is no block is none of ours. */
  static of(key: Uint8Array, bytes: Uint8Array): Block {
    try {
      return new Block(bytes);
    } catch (cause) {
      throw new HistoryDamaged(`block ${Buffer.from(key).toString("hex")}`, { cause });
    }
  }

  numberAt(index: number): number {
    const width = this.#width;
    const bytes = this.#bytes;
    let at = this.#numbersAt + index * width;
    let above = 0;
    for (const end = at + width; at < end; at++) above = above * 256 + (bytes[at] as number);
    return this.#base + above;
  }

  #endOf(index: number): number {
    const at = this.#endsAt + END_BYTES * index;
    return ((this.#bytes[at] as number) << 8) | (this.#bytes[at + 1] as number);
  }

  /** Writes the key of an entry; how long it is. */
  copyKey(index: number, into: Uint8Array): number {
    const bytes = this.#bytes;
    let length = 0;
    const prefixEnd = this.#prefixAt + this.#prefixBytes;
    for (let at = this.#prefixAt; at < prefixEnd; at++) into[length++] = bytes[at] as number;
    const end = this.#keysAt + this.#endOf(index);
    const begin = this.#keysAt + (index === 0 ? 0 : this.#endOf(index - 1));
    for (let at = begin; at < end; at++) into[length++] = bytes[at] as number;
    return length;
  }

  /** The place of the first entry at or behind a key; `count` where all come before it. */
  firstFrom(key: Uint8Array, scratch: Uint8Array): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const length = this.copyKey(middle, scratch);
      if (compareKeys(scratch, length, key, key.length) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Takes entries in the order of their keys until a block is full, and writes it. */
export class BlockDraft {
  readonly #keys = Buffer.allocUnsafe(KEY_BYTES_MAX * ENTRIES_MAX);
  readonly #ends = new Uint16Array(ENTRIES_MAX);
  readonly #numbers = new Float64Array(ENTRIES_MAX);
  #keyBytes = 0;
  #common = 0;
  #lowest = 0;
  #highest = 0;
  count = 0;

  /** Whether the block takes one more; the first one always fits. */
  hasRoomFor(key: Uint8Array, length: number, number: number): boolean {
    const { count } = this;
    if (count === 0) return true;
    if (count === ENTRIES_MAX) return false;
    const common = this.#commonWith(key, length);
    const width = widthOf(Math.max(this.#highest, number) - Math.min(this.#lowest, number));
    const keys = this.#keyBytes + length - common * count;
    return keys + (width + END_BYTES) * (count + 1) + HEAD_BYTES <= BLOCK_BYTES_MAX;
  }

  #commonWith(key: Uint8Array, length: number): number {
    const most = length < this.#common ? length : this.#common;
    let common = 0;
    while (common < most && key[common] === this.#keys[common]) common++;
    return common;
  }

  add(key: Uint8Array, length: number, number: number): void {
    assert(length < KEY_BYTES_MAX, "a key of the index is short");
    const { count } = this;
    this.#common = count === 0 ? length : this.#commonWith(key, length);
    this.#lowest = count === 0 ? number : Math.min(this.#lowest, number);
    this.#highest = count === 0 ? number : Math.max(this.#highest, number);
    const keys = this.#keys;
    let to = this.#keyBytes;
    for (let at = 0; at < length; at++) keys[to++] = key[at] as number;
    this.#keyBytes = to;
    this.#ends[count] = to;
    this.#numbers[count] = number;
    this.count = count + 1;
  }

  /** The bytes of the block; the draft begins anew. */
  take(next: Uint8Array | undefined): Uint8Array {
    const { count } = this;
    if (count === 0) this.#empty();
    const width = widthOf(this.#highest - this.#lowest);
    const common = this.#common;
    const nextBytes = next?.length ?? 0;
    const size = 2 + nextBytes + 2 + common + NUMBER_BYTES + 1 + (END_BYTES + width) * count;
    const bytes = Buffer.allocUnsafe(size + this.#keyBytes - common * count);
    bytes[0] = next ? 1 : 0;
    bytes[1] = nextBytes;
    if (next) bytes.set(next, 2);
    let at = 2 + nextBytes;
    bytes[at++] = count;
    bytes[at++] = common;
    bytes.set(this.#keys.subarray(0, common), at);
    at += common;
    bytes.writeUIntBE(this.#lowest, at, NUMBER_BYTES);
    bytes[at + NUMBER_BYTES] = width;
    this.#writeEntries(bytes, at + NUMBER_BYTES + 1, width);
    this.count = 0;
    this.#keyBytes = 0;
    return bytes;
  }

  /** A block that was named before its entries were dropped. */
  #empty(): void {
    this.#common = 0;
    this.#lowest = 0;
    this.#highest = 0;
  }

  #writeEntries(bytes: Buffer, from: number, width: number): void {
    const { count } = this;
    const common = this.#common;
    const keys = this.#keys;
    let end = from;
    let number = from + END_BYTES * count;
    let to = number + width * count;
    const keysAt = to;
    for (let index = 0, begin = 0; index < count; index++) {
      const keyEnd = this.#ends[index] as number;
      for (let at = begin + common; at < keyEnd; at++) bytes[to++] = keys[at] as number;
      begin = keyEnd;
      bytes[end++] = (to - keysAt) >> 8;
      bytes[end++] = (to - keysAt) & 0xff;
      let above = (this.#numbers[index] as number) - this.#lowest;
      for (let at = number + width - 1; at >= number; at--) {
        bytes[at] = above % 256;
        above = Math.floor(above / 256);
      }
      number += width;
    }
  }
}

/** What a block has beside its entries where the next one begins with a record. */
const HEAD_BYTES = 32;

function widthOf(number: number): number {
  let width = 0;
  for (let rest = number; rest > 0; rest = Math.floor(rest / 256)) width++;
  return width;
}
