/** The kept updates, compared with a plain list of all that was ever sent. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../test/support/runs.ts";
import { ENTRY_BYTES, KeptBytes, KeptUpdates } from "./kept-updates.ts";
import { compareSeq, type Seq } from "./seq.ts";

const BEGIN: Seq = { position: 5, counter: 0 };
const COUNT_MAX = 4;
const BYTES_MAX = 4 * ENTRY_BYTES + 40;

interface Sent {
  readonly seq: Seq;
  readonly frame: Buffer;
}

/** All updates, and which of them must still be known by the two bounds. */
class PlainList {
  readonly sent: Sent[] = [];
  #first = 0;

  push(one: Sent, isFull: (bytes: number) => boolean): void {
    this.sent.push(one);
    this.#first = Math.max(this.#first, this.sent.length - COUNT_MAX);
    while (this.#first < this.sent.length && isFull(this.bytes)) this.#first++;
  }

  get kept(): Sent[] {
    return this.sent.slice(this.#first);
  }

  get bytes(): number {
    return this.kept.reduce((sum, { frame }) => sum + frame.length + ENTRY_BYTES, 0);
  }

  after(seq: Seq): Buffer[] | undefined {
    const at = [{ seq: BEGIN }, ...this.sent].findIndex((one) => compareSeq(one.seq, seq) === 0);
    return at < this.#first ? undefined : this.sent.slice(at).map(({ frame }) => frame);
  }
}

const push = fc.record({
  channel: fc.nat(1),
  ahead: fc.integer({ min: 0, max: 2 }),
  bytes: fc.integer({ min: 1, max: 15 }),
});

test("STREAM-RESUME-1 STREAM-RESUME-2 what is kept is the end of all that was sent, within both bounds", () => {
  fc.assert(
    fc.property(fc.array(push, { maxLength: 40 }), (pushes) => {
      const bytes = new KeptBytes(BYTES_MAX);
      const channels = [0, 1].map(() => ({
        kept: new KeptUpdates(BEGIN, bytes, COUNT_MAX),
        list: new PlainList(),
        seq: BEGIN,
      }));
      for (const { channel: at, ahead, bytes: length } of pushes) {
        const [one, other] = at === 0 ? channels : [...channels].reverse();
        if (!one || !other) throw new Error("there are two");
        const { position, counter } = one.seq;
        one.seq =
          ahead === 0
            ? { position, counter: counter + 1 }
            : { position: position + ahead, counter: 0 };
        const frame = Buffer.alloc(length, one.list.sent.length);
        one.kept.push(one.seq, frame);
        one.list.push({ seq: one.seq, frame }, (own) => own + other.list.bytes > BYTES_MAX);

        expect(one.kept.count).toBe(one.list.kept.length);
        expect(bytes.used).toBe(one.list.bytes + other.list.bytes);
        for (const { kept, list } of channels) {
          for (const { seq } of [{ seq: BEGIN }, ...list.sent]) {
            expect(kept.after(seq)).toEqual(list.after(seq));
          }
        }
      }
    }),
    { seed: 7, numRuns: runs(80, 300) },
  );
});

test("STREAM-RESUME-1 what was never sent is not known", () => {
  const kept = new KeptUpdates(BEGIN, new KeptBytes());
  kept.push({ position: 7, counter: 1 }, Buffer.from("a"));
  kept.push({ position: 9, counter: 0 }, Buffer.from("b"));

  expect(kept.after(BEGIN)).toEqual([Buffer.from("a"), Buffer.from("b")]);
  expect(kept.after({ position: 9, counter: 0 })).toEqual([]);
  for (const seq of [
    { position: 4, counter: 0 },
    { position: 6, counter: 0 },
    { position: 7, counter: 0 },
    { position: 7, counter: 2 },
    { position: 9, counter: 1 },
    { position: 100, counter: 0 },
  ]) {
    expect(kept.after(seq)).toBeUndefined();
  }
});

test("STREAM-RESUME-2 a frame above all bounds is not kept, and a channel that ends gives its bytes back", () => {
  const bytes = new KeptBytes(2 * ENTRY_BYTES + 10);
  const [one, other] = [new KeptUpdates(BEGIN, bytes), new KeptUpdates(BEGIN, bytes)];
  one.push({ position: 6, counter: 0 }, Buffer.alloc(6));
  other.push({ position: 6, counter: 0 }, Buffer.alloc(5));

  expect([one.count, other.count, bytes.used]).toEqual([1, 0, ENTRY_BYTES + 6]);
  expect(other.after({ position: 6, counter: 0 })).toEqual([]);
  expect(other.after(BEGIN)).toBeUndefined();
  one.clear();
  expect(bytes.used).toBe(0);
});
