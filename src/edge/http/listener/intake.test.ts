import fc from "fast-check";
import { expect, test } from "vitest";
import { Intake } from "./intake.ts";

test("whatever pieces it comes in, the body is their bytes, up to the bound and never beyond", () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 20 });

  fc.assert(
    fc.property(pieces, fc.nat({ max: 200 }), (sent, bytesMax) => {
      const intake = new Intake(bytesMax);
      let expected = Buffer.alloc(0);

      for (const piece of sent) {
        const whole = Buffer.concat([expected, piece]);
        const isTaken = intake.take(Buffer.from(piece));
        expect(isTaken).toBe(whole.length <= bytesMax);
        if (!isTaken) break;
        expected = whole;
      }

      expect(Buffer.from(intake.bytes)).toEqual(expected);
    }),
  );
});

test("CORE-BOUND-1 a body that comes byte by byte is kept in one buffer, no larger than the bound", () => {
  // A buffer as large as Node's pool of small ones is not cut from that pool.
  const bytesMax = Buffer.poolSize;
  const intake = new Intake(bytesMax);
  const piece = Buffer.of(1);

  let taken = 0;
  while (taken <= bytesMax && intake.take(piece)) taken++;

  expect(taken).toBe(bytesMax);
  expect(intake.bytes).toHaveLength(bytesMax);
  expect(intake.bytes.buffer.byteLength).toBe(bytesMax);
});

test("the pieces that were handed in stay as they were", () => {
  const slab = Buffer.from("abcdef");
  const intake = new Intake(100);

  for (const piece of [slab.subarray(0, 2), Buffer.from("xyz")]) intake.take(piece);

  expect(Buffer.from(intake.bytes).toString()).toBe("abxyz");
  expect(slab.toString()).toBe("abcdef");
});
