import { expect, test } from "vitest";
import { type Cursor, GENESIS } from "../../log/log.ts";
import { RecentBatches } from "./recent-batches.ts";

/** A log of frames of ten bytes each; the place behind the n-th. */
function logOf(count: number, bytesMax?: number) {
  const recent = new RecentBatches(GENESIS, bytesMax);
  for (let number = 1; number <= count; number++) {
    recent.add(new Uint8Array(10).fill(number), placeOf(number));
  }
  return recent;
}

function placeOf(number: number): Cursor {
  if (number === 0) return GENESIS;
  const hash = new Uint8Array(32).fill(number);
  return { position: number, segment: 1, offset: number * 10, hash };
}

test("FOLLOW-FEED-2 a follower gets what lies behind its place", () => {
  const recent = logOf(3);

  expect(recent.framesFrom(GENESIS)).toHaveLength(3);
  expect(recent.framesFrom(placeOf(2))).toEqual([new Uint8Array(10).fill(3)]);
  expect(recent.framesFrom(placeOf(3))).toEqual([]);
  expect(recent.end).toEqual(placeOf(3));
});

test("FOLLOW-FEED-2 so many bytes are kept; who is before them is behind", () => {
  const recent = logOf(1_000, 95);

  expect(recent.bytes).toBe(90);
  expect(recent.framesFrom(placeOf(990))).toBe("behind");
  expect(recent.framesFrom(placeOf(991))).toHaveLength(9);
});

test("FOLLOW-FEED-2 a batch that is larger than all that is kept is kept alone", () => {
  const recent = logOf(2, 5);

  expect(recent.framesFrom(placeOf(1))).toHaveLength(1);
});

test.each([
  ["another hash at its place", { ...placeOf(2), hash: new Uint8Array(32) }],
  ["a place between two batches that is none", { ...placeOf(2), offset: 21 }],
  ["another position at its place", { ...placeOf(2), position: 7 }],
])("FOLLOW-FEED-2 %s is of another log", (_, cursor) => {
  expect(logOf(3).framesFrom(cursor)).toBe("other");
});

test.each([
  ["a place behind the end", placeOf(9)],
  ["a later segment", { ...placeOf(1), segment: 2 }],
])("FOLLOW-FEED-2 %s is ahead", (_, cursor) => {
  expect(logOf(3).framesFrom(cursor)).toBe("ahead");
});
