/** The bytes of one batch. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Fault } from "../core/base/assert.ts";
import { BATCH_PAYLOAD_MAX, BatchEncoder, decodeBatch } from "./batch.ts";

const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const u64 = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const draftOfAnyKind = fc.record({
  timeMs: u64,
  count: u32,
  digestPosition: u64,
  digest: fc.record({ high: u32, low: u32 }),
  payload: fc.uint8Array({ maxLength: 300 }),
});
const placeOfAnyKind = fc.record({
  firstPosition: fc.integer({ min: 1, max: 2 ** 52 }),
  epoch: u32,
  segment: u32,
  hashBefore: fc.uint8Array({ minLength: 32, maxLength: 32 }),
});
const place = { firstPosition: 5, epoch: 1, segment: 2, hashBefore: new Uint8Array(32) };

function draftOf(payload: Uint8Array) {
  return { timeMs: 9, count: 3, digestPosition: 4, digest: { high: 1, low: 2 }, payload };
}

test("a batch decodes to what was encoded, also when the buffer was used before", () => {
  const encoder = new BatchEncoder();

  fc.assert(
    fc.property(draftOfAnyKind, placeOfAnyKind, (draft, at) => {
      const bytes = encoder.encode(draft, at);

      const decoded = decodeBatch(Uint8Array.of(...bytes, 1, 2, 3));

      expect(decoded.ok && decoded.batch).toEqual({ ...draft, ...at, length: bytes.length });
    }),
    { seed: 1 },
  );
});

test("a batch with any one bit flipped is refused", () => {
  const bytes = new BatchEncoder().encode(draftOf(Buffer.from("payload")), place).slice();

  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const damaged = bytes.slice();
    damaged[bit >> 3] = (damaged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(decodeBatch(damaged).ok, `bit ${bit}`).toBe(false);
  }
});

test("a batch cut short anywhere is refused", () => {
  const bytes = new BatchEncoder().encode(draftOf(Buffer.from("payload")), place);

  for (let length = 0; length < bytes.length; length += 1) {
    expect(decodeBatch(bytes.subarray(0, length)).ok, `length ${length}`).toBe(false);
  }
  expect(decodeBatch(bytes).ok).toBe(true);
});

test("the largest payload is at least 128 KiB and one byte more is a fault", () => {
  const encoder = new BatchEncoder();

  expect(BATCH_PAYLOAD_MAX).toBeGreaterThanOrEqual(128 * 1024);
  expect(decodeBatch(encoder.encode(draftOf(new Uint8Array(BATCH_PAYLOAD_MAX)), place)).ok).toBe(
    true,
  );
  expect(() => encoder.encode(draftOf(new Uint8Array(BATCH_PAYLOAD_MAX + 1)), place)).toThrow(
    Fault,
  );
});

test("a number that is not safe and whole is a fault", () => {
  const encoder = new BatchEncoder();
  const draft = draftOf(new Uint8Array(0));

  for (const timeMs of [-1, 0.5, 2 ** 53, Number.NaN]) {
    expect(() => encoder.encode({ ...draft, timeMs }, place)).toThrow(Fault);
  }
  for (const count of [-1, 0.5, 2 ** 32, Number.NaN]) {
    expect(() => encoder.encode({ ...draft, count }, place)).toThrow(Fault);
  }
});
