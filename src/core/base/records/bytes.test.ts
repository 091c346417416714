/** Bytes in and out: the inverse of each other, and a reader that never leaves its bytes. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Fault } from "../assert.ts";
import { ByteReader, ByteWriter } from "./bytes.ts";

const RUN = { seed: 11, numRuns: 300 };

/** The few shapes of value, each with how it is written and read. */
const shape = fc.oneof(
  fc.nat().map((value) => ({ kind: "uint" as const, value })),
  fc.maxSafeNat().map((value) => ({ kind: "uint" as const, value })),
  fc.maxSafeInteger().map((value) => ({ kind: "int" as const, value })),
  fc
    .bigInt({ min: -(2n ** 1015n), max: 2n ** 1015n })
    .map((value) => ({ kind: "big" as const, value })),
  fc.bigInt({ min: -300n, max: 300n }).map((value) => ({ kind: "big" as const, value })),
  fc.string({ unit: "binary", maxLength: 200 }).map((value) => ({ kind: "text" as const, value })),
  fc.string({ maxLength: 300 }).map((value) => ({ kind: "text" as const, value })),
  fc.uint8Array({ maxLength: 300 }).map((value) => ({ kind: "raw" as const, value })),
);

function write(out: ByteWriter, { kind, value }: { kind: string; value: unknown }): void {
  (out[kind as "uint"] as (value: unknown) => void).call(out, value);
}

function read(from: ByteReader, kind: string): unknown {
  return (from[kind as "uint"] as () => unknown).call(from);
}

test("what is written is read back, value by value", () => {
  fc.assert(
    fc.property(fc.array(shape, { maxLength: 40 }), (values) => {
      const out = new ByteWriter(1);
      for (const value of values) write(out, value);

      const from = new ByteReader(out.view());
      for (const { kind, value } of values) expect(read(from, kind)).toEqual(value);
      expect(from.isAtEnd()).toBe(true);
    }),
    RUN,
  );
});

test("a reader of any bytes gives a value or a fault, and never looks past its end", () => {
  const kinds = fc.array(fc.constantFrom("byte", "uint", "int", "big", "text", "raw"));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.nat(60), kinds, (bytes, cut, reads) => {
      const end = Math.min(cut, bytes.length);
      const from = new ByteReader(bytes, 0, end);
      try {
        for (const kind of reads) read(from, kind);
      } catch (error) {
        const isKnown = error instanceof Fault || error instanceof TypeError;
        expect(isKnown, String(error)).toBe(true);
      }
      expect(from.offset).toBeLessThanOrEqual(end);
    }),
    RUN,
  );
});

test("what a reader sees does not depend on the bytes behind its end", () => {
  fc.assert(
    fc.property(shape, fc.uint8Array({ minLength: 1 }), (value, behind) => {
      const out = new ByteWriter();
      write(out, value);
      const { length } = out;
      out.append(behind);

      const whole = new ByteReader(out.view(), 0, length);
      const cut = new ByteReader(out.view(), 0, length - 1);

      expect(read(whole, value.kind)).toEqual(value.value);
      expect(() => read(cut, value.kind)).toThrow();
    }),
    RUN,
  );
});

test("a number of 2^53 or more is not read, whatever its bytes", () => {
  const tooLarge = new ByteReader(Uint8Array.of(128, 128, 128, 128, 128, 128, 128, 16));
  const tooLong = new ByteReader(new Uint8Array(9).fill(128));

  expect(() => tooLarge.uint()).toThrow("below 2^53");
  expect(() => tooLong.uint()).toThrow("at most eight bytes");
});

test.each([-1, 0.5, 2 ** 53, Number.NaN])("%d is not written as a number", (value) => {
  expect(() => new ByteWriter().uint(value)).toThrow(Fault);
});

test("a bigint of 128 bytes is not written", () => {
  expect(() => new ByteWriter().big(2n ** 1020n)).toThrow("fewer than 128 bytes");
});

test("a reset writer forgets, and a patch changes only its two bytes", () => {
  const out = new ByteWriter(2);
  out.append(Uint8Array.of(1, 2, 3, 4, 5));
  out.reset(4);

  out.patchUint16(1, 0x0709);

  expect([...out.view()]).toEqual([1, 9, 7, 4]);
  expect(() => out.patchUint16(3, 1)).toThrow(Fault);
  expect(() => out.patchUint16(0, 0x10000)).toThrow(Fault);
});

test("a patch of four bytes changes only these, and fits", () => {
  const out = new ByteWriter();
  out.append(Uint8Array.of(1, 2, 3, 4, 5, 6));

  out.patchUint32(1, 0xfe_dc_ba_98);

  expect([...out.view()]).toEqual([1, 0x98, 0xba, 0xdc, 0xfe, 6]);
  expect(() => out.patchUint32(3, 1)).toThrow(Fault);
  expect(() => out.patchUint32(0, 2 ** 32)).toThrow(Fault);
});
