import { expect, test } from "vitest";
import { EVENTS_TOLD_MAX, EVENTS_WAITING_MAX, EventQueue } from "./event-queue.ts";

function filled(count: number, countMax?: number): EventQueue<number> {
  const queue = new EventQueue<number>(countMax);
  for (let at = 0; at < count; at++) queue.push(at, { position: at, counter: 1 });
  return queue;
}

test("STREAM-EVENTS-1 events leave in their order, at most 500 at a time, each once", () => {
  const queue = filled(1_200);
  const pieces = [queue.take(), queue.take(), queue.take()];

  expect(pieces.map((piece) => piece?.rows.length)).toEqual([500, 500, 200]);
  expect(pieces.map((piece) => piece?.seq.position)).toEqual([499, 999, 1_199]);
  expect(pieces.flatMap((piece) => piece?.rows ?? [])).toEqual(
    Array.from({ length: 1_200 }, (_, at) => at),
  );
  expect([queue.take(), queue.isEmpty]).toEqual([undefined, true]);
});

test("STREAM-EVENTS-1 the rows of one event are never parted, so that a number names one message", () => {
  const queue = filled(EVENTS_TOLD_MAX - 1);
  const seq = { position: 1_000, counter: 1 };
  for (const row of [7, 8, 9]) queue.push(row, seq);
  queue.push(10, { position: 1_001, counter: 1 });

  expect(queue.take()).toMatchObject({ seq });
  expect(queue.take()?.rows).toEqual([10]);
});

test("STREAM-EVENTS-1 more than it holds are dropped together, and what comes then is told again", () => {
  const queue = filled(EVENTS_WAITING_MAX + 2);

  expect(queue.count).toBe(0);
  expect(queue.take()).toEqual({
    rows: [],
    seq: { position: EVENTS_WAITING_MAX + 1, counter: 1 },
    isCut: true,
  });
  queue.push(5, { position: 200_000, counter: 1 });
  expect(queue.take()).toMatchObject({ rows: [5], isCut: false });
});
