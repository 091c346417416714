/** Frames out of bytes that are cut anywhere, and bytes that are no frames. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { frameOf } from "./frame-queue.ts";
import { FrameReader, WrongFrame } from "./frame-reader.ts";

const LIMITS = new Map([
  [1, 300],
  [2, 3],
]);

function readerOf() {
  const frames: [number, string][] = [];
  const reader = new FrameReader(LIMITS, (kind, body) => {
    frames.push([kind, Buffer.from(body.bytes.subarray(body.offset, body.end)).toString("hex")]);
  });
  return { reader, frames };
}

test("frames are the same however their bytes are cut", () => {
  const frame = fc.record({
    kind: fc.constantFrom(1, 2),
    body: fc.uint8Array({ maxLength: 300 }),
  });
  const cuts = fc.array(fc.nat(700), { maxLength: 8 });
  fc.assert(
    fc.property(fc.array(frame, { maxLength: 6 }), cuts, (sent, places) => {
      const made = sent.map(({ kind, body }) => ({
        kind,
        body: kind === 2 ? body.slice(0, 3) : body,
      }));
      const bytes = Buffer.concat(made.map(({ kind, body }) => frameOf(kind, body)));
      const { reader, frames } = readerOf();
      let from = 0;
      for (const to of [...places.sort((a, b) => a - b), bytes.length]) {
        if (to > from) reader.push(bytes.subarray(from, to));
        from = Math.max(from, to);
      }

      expect(frames).toEqual(
        made.map(({ kind, body }) => [kind, Buffer.from(body).toString("hex")]),
      );
      expect(reader.kept).toBe(0);
    }),
    { seed: 2102, numRuns: 300 },
  );
});

test.each([
  ["of a kind that is not known", Uint8Array.of(1, 0, 0, 0, 9)],
  ["without a kind", Uint8Array.of(0, 0, 0, 0, 1)],
  ["longer than its kind may be", Uint8Array.of(5, 0, 0, 0, 2)],
  ["as long as a number can say", Uint8Array.of(255, 255, 255, 255, 1)],
])("a frame %s is refused when its head is here, before more of it is kept", (_, bytes) => {
  const { reader } = readerOf();
  for (const byte of bytes.subarray(0, 4)) reader.push(Uint8Array.of(byte));

  expect(() => reader.push(bytes.subarray(4))).toThrow(WrongFrame);
});

test("a frame that never comes whole keeps no more than it may have", () => {
  const { reader, frames } = readerOf();
  reader.push(frameOf(1, new Uint8Array(300)).subarray(0, 304));

  expect(reader.kept).toBe(304);
  expect(frames).toEqual([]);
});
