/**
 * Writing and reading the few shapes of value that commands and snapshots are made of. Whole
 * numbers are variable-length (7 bits a byte), so small ids cost one byte; text is UTF-8.
 * A reader never trusts what it reads: running past the end is a `Fault`.
 */
import { assert } from "../assert.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export class ByteWriter {
  private bytes: Uint8Array;
  length = 0;

  constructor(capacity = 1024) {
    this.bytes = new Uint8Array(capacity);
  }

  /** What has been written so far: a view, valid until the next write or reset. */
  view(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  /** Forgets everything after `length`. */
  reset(length = 0): void {
    this.length = length;
  }

  byte(value: number): void {
    if (this.length === this.bytes.length) this.grow(1);
    this.bytes[this.length++] = value;
  }

  uint(value: number): void {
    if ((value & 0x7f) === value) this.byte(value);
    else this.longUint(value);
  }

  private longUint(value: number): void {
    assert(Number.isSafeInteger(value) && value >= 0, "a written number is whole and not negative");
    if (this.length + 8 > this.bytes.length) this.grow(8);
    const { bytes } = this;
    let at = this.length;
    let rest = value;
    for (; rest > 0x7fffffff; rest = Math.floor(rest / 128)) bytes[at++] = (rest & 0x7f) | 0x80;
    for (; rest >= 0x80; rest >>>= 7) bytes[at++] = (rest & 0x7f) | 0x80;
    bytes[at++] = rest;
    this.length = at;
  }

  int(value: number): void {
    this.byte(value < 0 ? 1 : 0);
    this.uint(Math.abs(value));
  }

  /** Any bigint: sign, number of bytes, then its magnitude, lowest byte first. */
  big(value: bigint): void {
    if (value === 0n) this.byte(0);
    else this.sizedBig(value);
  }

  private sizedBig(value: bigint): void {
    const start = this.length;
    this.byte(0);
    const size = Math.abs(Number(value));
    // Most amounts are exact as numbers, which are written several times as fast.
    if (size <= Number.MAX_SAFE_INTEGER) this.bytesOf(size);
    else this.bytesOfBig(value < 0n ? -value : value);
    const count = this.length - start - 1;
    assert(count < 128, "a written bigint has fewer than 128 bytes");
    this.bytes[start] = value < 0n ? count | 0x80 : count;
  }

  /** Lowest byte first, up to the last that is not 0. */
  private bytesOf(size: number): void {
    for (let rest = size; rest > 0; rest = Math.floor(rest / 256)) this.byte(rest % 256);
  }

  private bytesOfBig(size: bigint): void {
    let rest = size;
    while (rest > 0n) {
      let word = Number(BigInt.asUintN(48, rest));
      rest >>= 48n;
      for (let i = 0; i < 6 && (word > 0 || rest > 0n); i++) {
        this.byte(word % 256);
        word = Math.floor(word / 256);
      }
    }
  }

  text(value: string): void {
    if (value.length >= 128 || !this.ascii(value)) this.raw(encoder.encode(value));
  }

  /** Writes a short text of plain letters; writes nothing and answers false if there are others. */
  private ascii(value: string): boolean {
    const { length } = value;
    if (this.length + length + 1 > this.bytes.length) this.grow(length + 1);
    const { bytes } = this;
    const start = this.length + 1;
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i);
      if (code > 0x7f) return false;
      bytes[start + i] = code;
    }
    bytes[this.length] = length;
    this.length = start + length;
    return true;
  }

  /** Bytes with their length in front. */
  raw(value: Uint8Array): void {
    this.uint(value.length);
    this.append(value);
  }

  /** Bytes as they are. */
  append(value: Uint8Array): void {
    if (this.length + value.length > this.bytes.length) this.grow(value.length);
    this.bytes.set(value, this.length);
    this.length += value.length;
  }

  /** A few bytes out of others, as they are. */
  copy(from: Uint8Array, { start, end }: { readonly start: number; readonly end: number }): void {
    if (this.length + end - start > this.bytes.length) this.grow(end - start);
    const { bytes } = this;
    let to = this.length;
    for (let at = start; at < end; at++) bytes[to++] = from[at] as number;
    this.length = to;
  }

  /** Overwrites two bytes written earlier; for lengths known only afterwards. */
  patchUint16(offset: number, value: number): void {
    assert(value >= 0 && value <= 0xffff && offset + 2 <= this.length, "a patch fits");
    this.bytes[offset] = value & 0xff;
    this.bytes[offset + 1] = value >>> 8;
  }

  /** The same with four bytes. */
  patchUint32(offset: number, value: number): void {
    assert(value >>> 0 === value && offset + 4 <= this.length, "a patch fits");
    for (let at = 0; at < 4; at++) this.bytes[offset + at] = value >>> (8 * at);
  }

  private grow(extra: number): void {
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + extra));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

/** Bytes whose letters are read in one piece, which is several times faster than one by one. */
export interface LetterBytes extends Uint8Array {
  latin1Slice(start: number, end: number): string;
}

/** What is used of Node's Buffer. A page has none: it links this file, and reads no records. */
const { Buffer: LetterReader } = globalThis as unknown as {
  readonly Buffer: { from(bytes: ArrayBufferLike, offset: number, length: number): LetterBytes };
};

/** V8 builds shorter texts in one piece from their letters; longer ones it would chain. */
const CHAINED_FROM = 13;

/** By fours: V8 makes the letters of one call one text, and copies it for every call more. */
function shortText(bytes: Uint8Array, start: number, end: number): string {
  let text = "";
  let at = start;
  for (; at + 4 <= end; at += 4) {
    text += String.fromCharCode(
      bytes[at] as number,
      bytes[at + 1] as number,
      bytes[at + 2] as number,
      bytes[at + 3] as number,
    );
  }
  for (; at < end; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
}

export class ByteReader {
  readonly bytes: LetterBytes;
  offset: number;
  /** Where reading stops; may be moved, for what is read piece by piece. */
  end: number;

  constructor(bytes: Uint8Array, offset = 0, end = bytes.length) {
    this.bytes = LetterReader.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.offset = offset;
    this.end = end;
  }

  isAtEnd(): boolean {
    return this.offset === this.end;
  }

  byte(): number {
    assert(this.offset < this.end, "a reader stays inside its bytes");
    return this.bytes[this.offset++] as number;
  }

  uint(): number {
    const { bytes, offset, end } = this;
    const first = offset < end ? (bytes[offset] as number) : 0x80;
    if (first >= 0x80) return this.longUint();
    this.offset = offset + 1;
    return first;
  }

  /** Apart from the numbers of one byte, which most are: those are then read in the place of the call. */
  private longUint(): number {
    const { bytes, offset, end } = this;
    let value = 0;
    for (let at = offset; at < offset + 4; at++) {
      assert(at < end, "a reader stays inside its bytes");
      const byte = bytes[at] as number;
      value |= (byte & 0x7f) << (7 * (at - offset));
      if (byte >= 0x80) continue;
      this.offset = at + 1;
      return value;
    }
    this.offset = offset + 4;
    return this.restOfUint(value);
  }

  /** Behind four bytes, with which it is no integer of 32 bits any more. */
  private restOfUint(first: number): number {
    let value = first;
    let factor = 2 ** 28;
    for (let count = 4; count < 8; count++) {
      const byte = this.byte();
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) {
        assert(Number.isSafeInteger(value), "a read number is below 2^53");
        return value;
      }
      factor *= 128;
    }
    assert(false, "a read number has at most eight bytes");
  }

  int(): number {
    const isNegative = this.byte() === 1;
    const size = this.uint();
    return isNegative ? 0 - size : size;
  }

  /** One of up to six bytes is put together as a number. */
  big(): bigint {
    const head = this.byte();
    const count = head & 0x7f;
    if (count === 0) return 0n;
    assert(this.offset + count <= this.end, "a reader stays inside its bytes");
    const size = count <= 6 ? BigInt(this.smallSize(count)) : this.size(count);
    this.offset += count;
    return head & 0x80 ? -size : size;
  }

  private smallSize(count: number): number {
    let size = 0;
    for (let at = this.offset + count - 1; at >= this.offset; at--) {
      size = size * 256 + (this.bytes[at] as number);
    }
    return size;
  }

  private size(count: number): bigint {
    let size = 0n;
    for (let at = this.offset + count - 1; at >= this.offset; at--) {
      size = (size << 8n) | BigInt(this.bytes[at] as number);
    }
    return size;
  }

  text(): string {
    const start = this.skipSized();
    const { bytes, offset } = this;
    for (let i = start; i < offset; i++) {
      if ((bytes[i] as number) > 0x7f) return decoder.decode(bytes.subarray(start, offset));
    }
    if (offset - start >= CHAINED_FROM) return bytes.latin1Slice(start, offset);
    return shortText(bytes, start, offset);
  }

  raw(): Uint8Array {
    const start = this.skipSized();
    return new Uint8Array(this.bytes.buffer, this.bytes.byteOffset + start, this.offset - start);
  }

  /** Moves behind bytes that have their length in front, and tells where they begin. */
  skipSized(): number {
    const length = this.uint();
    assert(this.offset + length <= this.end, "a reader stays inside its bytes");
    const start = this.offset;
    this.offset += length;
    return start;
  }
}
