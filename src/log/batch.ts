/**
 * One batch as bytes. A batch is whole or it is nothing: the CRC covers all that follows it, and
 * the hash of the batch before makes a batch that is missing, doubled or moved as visible as one
 * that is damaged. All numbers are little-endian; a u64 must be a safe integer.
 *
 * | at | bytes | field          | at | bytes | field                      |
 * |  0 |     4 | magic          | 32 |     4 | epoch                      |
 * |  4 |     4 | crc            | 36 |     4 | segment                    |
 * |  8 |     4 | length         | 40 |     8 | digest position            |
 * | 12 |     4 | count          | 48 |     8 | digest, high then low half |
 * | 16 |     8 | first position | 56 |    32 | hash of the batch before   |
 * | 24 |     8 | time           | 88 |       | payload                    |
 */
import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { assert } from "../core/base/assert.ts";
import { type BatchDraft, HASH_BYTES } from "./log.ts";

export const BATCH_HEADER_BYTES = 88;
/** Commands in a batch. */
export const BATCH_COUNT_MAX = 512;
export const BATCH_PAYLOAD_MAX = 256 * 1024;
export const BATCH_BYTES_MAX = BATCH_HEADER_BYTES + BATCH_PAYLOAD_MAX;

/** Holds 0xff, which no UTF-8 text has: no text in a payload can look like the start of a batch. */
const MAGIC = 0xff_5e_b0_f1;
export const MAGIC_BYTES: Uint8Array = Uint8Array.of(0xf1, 0xb0, 0x5e, 0xff);

const CRC_AT = 4;
/** Magic and checksum: what tells one batch from another. */
export const CRC_END = 8;
const HASH_AT = 56;
/** Of a header, what is known before its batch is made: magic, first position, segment, hash before. */
const KNOWN = [
  [0, 4],
  [16, 24],
  [36, 40],
  [HASH_AT, BATCH_HEADER_BYTES],
] as const;
const U32 = 2 ** 32;
const CAPACITY_FIRST = 64 * 1024;

/** What a batch says about its place in the log. */
export interface BatchPlace {
  readonly firstPosition: number;
  readonly epoch: number;
  readonly segment: number;
  readonly hashBefore: Uint8Array;
}

/** A batch as it was decoded. `payload` and `hashBefore` are views of the bytes it came from. */
export interface DecodedBatch extends BatchDraft, BatchPlace {
  readonly length: number;
}

export type Decoded =
  | { readonly ok: true; readonly batch: DecodedBatch }
  | { readonly ok: false; readonly problem: string };

export function batchBytesOf(draft: BatchDraft): number {
  return BATCH_HEADER_BYTES + draft.payload.length;
}

/** SHA-256. */
export function hashOf(bytes: Uint8Array): Uint8Array {
  return hash("sha256", bytes, "buffer");
}

/** Encodes into one buffer that grows and is used again: what it returned last is then gone. */
export class BatchEncoder {
  #buffer = new Uint8Array(0);
  #view = new DataView(this.#buffer.buffer);

  encode(draft: BatchDraft, place: BatchPlace): Uint8Array {
    const length = batchBytesOf(draft);
    assert(length <= BATCH_BYTES_MAX, "the payload is at most BATCH_PAYLOAD_MAX bytes");
    this.#reserve(length);
    const view = this.#view;

    view.setUint32(0, MAGIC, true);
    view.setUint32(8, length, true);
    writeU32(view, 12, draft.count);
    writeU64(view, 16, place.firstPosition);
    writeU64(view, 24, draft.timeMs);
    writeU32(view, 32, place.epoch);
    writeU32(view, 36, place.segment);
    writeU64(view, 40, draft.digestPosition);
    writeU32(view, 48, draft.digest.high);
    writeU32(view, 52, draft.digest.low);
    assert(place.hashBefore.length === HASH_BYTES, "the hash before has 32 bytes");
    this.#buffer.set(place.hashBefore, HASH_AT);
    this.#buffer.set(draft.payload, BATCH_HEADER_BYTES);
    view.setUint32(CRC_AT, crc32(this.#buffer.subarray(CRC_END, length)), true);
    return this.#buffer.subarray(0, length);
  }

  #reserve(length: number): void {
    if (length <= this.#buffer.length) return;
    this.#buffer = new Uint8Array(Math.max(length, this.#buffer.length * 2, CAPACITY_FIRST));
    this.#view = new DataView(this.#buffer.buffer);
  }
}

/** Decodes the batch at the start of `bytes`, which may hold more. Whole and sound, or a problem. */
export function decodeBatch(bytes: Uint8Array): Decoded {
  if (bytes.length < BATCH_HEADER_BYTES) return no("a header cut short");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) return no("no magic");
  const length = view.getUint32(8, true);
  if (length < BATCH_HEADER_BYTES || length > BATCH_BYTES_MAX) return no(`a length of ${length}`);
  if (length > bytes.length) return no(`a length of ${length} that leaves the segment`);
  if (view.getUint32(CRC_AT, true) !== crc32(bytes.subarray(CRC_END, length))) {
    return no("a wrong checksum");
  }

  const batch: DecodedBatch = {
    length,
    count: view.getUint32(12, true),
    firstPosition: readU64(view, 16),
    timeMs: readU64(view, 24),
    epoch: view.getUint32(32, true),
    segment: view.getUint32(36, true),
    digestPosition: readU64(view, 40),
    digest: { high: view.getUint32(48, true), low: view.getUint32(52, true) },
    hashBefore: bytes.subarray(HASH_AT, HASH_AT + HASH_BYTES),
    payload: bytes.subarray(BATCH_HEADER_BYTES, length),
  };
  const areSafe =
    Number.isSafeInteger(batch.firstPosition + batch.count) &&
    Number.isSafeInteger(batch.timeMs) &&
    Number.isSafeInteger(batch.digestPosition);
  return areSafe ? { ok: true, batch } : no("a number above 2^53");
}

/** What a header says about its batch, whether the batch is sound or not. */
export interface Header {
  readonly length: number;
  readonly firstPosition: number;
  readonly epoch: number;
  readonly segment: number;
}

/** The header at the start of `bytes`, when there may be one: its magic and a length that can be. */
export function headerAt(bytes: Uint8Array): Header | undefined {
  if (bytes.length < BATCH_HEADER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(8, true);
  const isOne = view.getUint32(0, true) === MAGIC;
  if (!isOne || length < BATCH_HEADER_BYTES || length > BATCH_BYTES_MAX) return undefined;
  const firstPosition = readU64(view, 16);
  return {
    length,
    firstPosition,
    epoch: view.getUint32(32, true),
    segment: view.getUint32(36, true),
  };
}

/**
 * Where `bytes` are not those of a header that was written for this place, in whole or in part: the
 * fields that are known before a batch is written are as they must be, or zero. Undefined when all are.
 */
export function findForeignByte(bytes: Uint8Array, place: BatchPlace): number | undefined {
  const expected = new Uint8Array(BATCH_HEADER_BYTES);
  const view = new DataView(expected.buffer);
  view.setUint32(0, MAGIC, true);
  writeU64(view, 16, place.firstPosition);
  writeU32(view, 36, place.segment);
  expected.set(place.hashBefore, HASH_AT);
  const isKnown = (at: number) => KNOWN.some(([from, to]) => at >= from && at < to);
  const at = bytes.findIndex((byte, index) => {
    return byte !== 0 && isKnown(index) && byte !== expected[index];
  });
  return at < 0 ? undefined : at;
}

function no(problem: string): Decoded {
  return { ok: false, problem };
}

export function writeU32(view: DataView, at: number, value: number): void {
  assert(value >>> 0 === value, `${value} is an unsigned 32-bit number`);
  view.setUint32(at, value, true);
}

export function writeU64(view: DataView, at: number, value: number): void {
  assert(Number.isSafeInteger(value) && value >= 0, `${value} is a safe, whole number from 0`);
  view.setUint32(at, value % U32, true);
  view.setUint32(at + 4, Math.floor(value / U32), true);
}

export function readU64(view: DataView, at: number): number {
  return view.getUint32(at + 4, true) * U32 + view.getUint32(at, true);
}
