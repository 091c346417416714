/** Frames joined once: for whom the bytes are the same buffer, and that no one gets another's. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { JoinedFrames } from "./joined-frames.ts";

const FRAMES = Array.from({ length: 5 }, (_, at) => Buffer.from(`frame-${at} `));

test("STREAM-PACE-1 every client gets its own frames, whoever else waits", () => {
  const rows = fc.array(fc.subarray(FRAMES, { minLength: 2 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(rows, (waiting) => {
      const joined = new JoinedFrames();
      for (const frames of waiting) {
        const text = frames.join("");
        expect(joined.join(frames, text.length).toString()).toBe(text);
      }
    }),
    { seed: 20, numRuns: 200 },
  );
});

test("STREAM-PACE-1 clients that wait for the same get one buffer, until the beat is over", () => {
  const joined = new JoinedFrames();
  const [one, two] = [FRAMES.slice(0, 3), FRAMES.slice(1, 4)];
  const bytes = joined.join(one, 24);

  expect(joined.join(two, 24)).not.toBe(bytes);
  expect(joined.join([...one], 24)).toBe(bytes);
  joined.forget();
  expect(joined.join([...one], 24)).not.toBe(bytes);
});

test("CORE-BOUND-1 no more than eight rows are remembered, the newest", () => {
  const joined = new JoinedFrames();
  const rows = Array.from({ length: 9 }, (_, at) => [Buffer.from(`${at}`), FRAMES[0] as Buffer]);
  const bytes = rows.map((frames) => joined.join(frames, 9));

  expect(joined.join([...(rows[8] ?? [])], 9)).toBe(bytes[8]);
  expect(joined.join([...(rows[0] ?? [])], 9)).not.toBe(bytes[0]);
});
