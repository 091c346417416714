/**
 * Writing and reading the few shapes of value that commands and snapshots are made of. Whole
 * numbers are variable-length (7 bits a byte), so small ids cost one byte; text is UTF-8.
 * A reader never trusts what it reads: running past the end is a `Fault`.
 */
import { assert } from "./assert.ts";

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
    assert(Number.isSafeInteger(value) && value >= 0, "a written number is whole and not negative");
    let rest = value;
    while (rest >= 0x80) {
      this.byte((rest & 0x7f) | 0x80);
      rest = rest > 0x7fffffff ? Math.floor(rest / 128) : rest >>> 7;
    }
    this.byte(rest);
  }

  int(value: number): void {
    this.byte(value < 0 ? 1 : 0);
    this.uint(Math.abs(value));
  }

  /** Any bigint: sign, number of bytes, then its magnitude, lowest byte first. */
  big(value: bigint): void {
    const start = this.length;
    this.byte(0);
    let rest = value < 0n ? -value : value;
    while (rest > 0n) {
      let word = Number(BigInt.asUintN(48, rest));
      rest >>= 48n;
      for (let i = 0; i < 6 && (word > 0 || rest > 0n); i++) {
        this.byte(word % 256);
        word = Math.floor(word / 256);
      }
    }
    const count = this.length - start - 1;
    assert(count < 128, "a written bigint has fewer than 128 bytes");
    this.bytes[start] = value < 0n ? count | 0x80 : count;
  }

  text(value: string): void {
    const length = value.length;
    if (length < 128 && isAscii(value)) {
      this.byte(length);
      if (this.length + length > this.bytes.length) this.grow(length);
      for (let i = 0; i < length; i++) this.bytes[this.length++] = value.charCodeAt(i);
      return;
    }
    this.raw(encoder.encode(value));
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

  /** Overwrites two bytes written earlier; for lengths known only afterwards. */
  patchUint16(offset: number, value: number): void {
    assert(value >= 0 && value <= 0xffff && offset + 2 <= this.length, "a patch fits");
    this.bytes[offset] = value & 0xff;
    this.bytes[offset + 1] = value >>> 8;
  }

  private grow(extra: number): void {
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + extra));
    larger.set(this.bytes);
    this.bytes = larger;
  }
}

function isAscii(value: string): boolean {
  for (let i = 0; i < value.length; i++) if (value.charCodeAt(i) > 0x7f) return false;
  return true;
}

export class ByteReader {
  private readonly bytes: Uint8Array;
  offset: number;
  readonly end: number;

  constructor(bytes: Uint8Array, offset = 0, end = bytes.length) {
    this.bytes = bytes;
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
    let value = 0;
    let factor = 1;
    for (let count = 0; count < 8; count++) {
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

  big(): bigint {
    const head = this.byte();
    const count = head & 0x7f;
    assert(this.offset + count <= this.end, "a reader stays inside its bytes");
    let value = 0n;
    for (let i = count - 1; i >= 0; i--) {
      value = (value << 8n) | BigInt(this.bytes[this.offset + i] as number);
    }
    this.offset += count;
    return head & 0x80 ? -value : value;
  }

  text(): string {
    const bytes = this.raw();
    if (bytes.length > 64) return decoder.decode(bytes);
    let text = "";
    for (const byte of bytes) {
      if (byte > 0x7f) return decoder.decode(bytes);
      text += String.fromCharCode(byte);
    }
    return text;
  }

  raw(): Uint8Array {
    const length = this.uint();
    assert(this.offset + length <= this.end, "a reader stays inside its bytes");
    const bytes = this.bytes.subarray(this.offset, this.offset + length);
    this.offset += length;
    return bytes;
  }
}
