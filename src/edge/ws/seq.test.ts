import fc from "fast-check";
import { expect, test } from "vitest";
import { compareSeq, formatSeq, parseSeq, seqAfter } from "./seq.ts";

const whole = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 10 ** 15 }));
const seq = fc.record({ position: whole, counter: whole });

test("STREAM-SEQ-1 a number is read as it was written", () => {
  fc.assert(
    fc.property(seq, (one) => {
      expect(parseSeq(formatSeq(one))).toEqual(one);
    }),
    { seed: 7 },
  );
});

test.each(["", "1", "1-", "-1", "1-2-3", "01-2", "1-02", "1.5-2", " 1-2", "1-2\n", "a-b", "1e3-2"])(
  "STREAM-SEQ-1 %j is no number of a message",
  (text) => {
    expect(parseSeq(text)).toBeUndefined();
  },
);

test("STREAM-SEQ-1 numbers stand in the order of positions, then of counters", () => {
  fc.assert(
    fc.property(seq, seq, (a, b) => {
      const isBefore =
        a.position < b.position || (a.position === b.position && a.counter < b.counter);
      expect(compareSeq(a, b) < 0).toBe(isBefore);
      expect(Math.sign(compareSeq(a, b))).toBe(0 - Math.sign(compareSeq(b, a)));
    }),
    { seed: 7 },
  );
});

test("STREAM-SEQ-1 the next number comes after the last, whether the log has grown or not", () => {
  fc.assert(
    fc.property(seq, whole, (last, position) => {
      const next = seqAfter(last, position);
      expect(compareSeq(last, next)).toBeLessThan(0);
      expect(next.position).toBe(Math.max(position, last.position));
    }),
    { seed: 7 },
  );
});
