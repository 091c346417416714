/** What a client has missed, and what it costs to be told. */
import { expect, test } from "vitest";
import { writtenList } from "../../contract/writer.ts";
import { missedEvents, missedFrames, piecesOf } from "./missed.ts";
import { OWN_FORMAT } from "./own/message-format.ts";
import type { KeptEvent } from "./recent-events.ts";
import { restText } from "./rest-text.ts";
import { REWRITTEN_EVENTS_MAX } from "./socket/limits.ts";

const FROM = { position: 4, counter: 2 };
const ABOUT = { channel: "my.trades", timeMs: 9 };

function kept(count: number): KeptEvent[] {
  return Array.from({ length: count }, (_, at) => {
    return { event: { type: "CandlesImported" }, seq: { position: 5 + at, counter: 1 } };
  });
}

function missed(count: number, looked = count) {
  const found = kept(count);
  const rows = found.map(({ seq }, at) => ({ row: restText<number>(`${at}`), seq }));
  const write = () => piecesOf(rows, writtenList);
  return missedEvents({ found, looked, write }, FROM, OWN_FORMAT, ABOUT);
}

test("STREAM-RESUME-5 the first update stands behind the place that was named, and each behind the one before", () => {
  const written = missed(501)?.write();
  const messages = written?.frames.map((frame) => frame.toString().slice(frame.indexOf("{")));

  expect(messages?.map((text) => JSON.parse(text))).toMatchObject([
    { type: "update", prev: "4-2", seq: "504-1", time: 9 },
    { type: "update", prev: "504-1", seq: "505-1", data: [500] },
  ]);
  expect(written?.last).toEqual({ position: 505, counter: 1 });
  expect(missed(0)?.write()).toEqual({ frames: [], last: FROM });
});

test("STREAM-RESUME-4 a hundred count as one message, and so do 10,000 that were looked at", () => {
  expect([missed(99)?.price, missed(100)?.price, missed(250, 30_000)?.price]).toEqual([0, 1, 5]);
  expect(missedFrames(Array(250).fill(Buffer.alloc(0)), FROM).price).toBe(2);
});

test("STREAM-RESUME-6 so many are written anew, and no more", () => {
  expect(missed(REWRITTEN_EVENTS_MAX)?.price).toBe(101);
  expect(missed(REWRITTEN_EVENTS_MAX + 1)).toBeUndefined();
});
