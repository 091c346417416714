/** The event feed has an end. */
import { expect, test } from "vitest";
import { FEED_MAX, FeedStore } from "./feed.ts";

test("the newest 200 entries are kept, newest first, each with a number of its own", () => {
  const feed = new FeedStore(() => 77);
  for (let i = 0; i < FEED_MAX + 5; i++) feed.note({ kind: "note", text: `${i}` });

  const entries = feed.entries.value;

  expect(entries).toHaveLength(FEED_MAX);
  expect([entries[0]?.text, entries.at(-1)?.text]).toEqual(["204", "5"]);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(FEED_MAX);
  expect(entries[0]?.time).toBe(77);
});

test("what is cleared stays cleared, and numbers go on", () => {
  const feed = new FeedStore(() => 0);
  feed.note({ kind: "note", text: "of another user" });
  feed.clear();
  feed.note({ kind: "note", text: "mine", time: 5 });

  expect(feed.entries.value).toEqual([{ kind: "note", text: "mine", time: 5, id: 2 }]);
});

test("what a history tells stands by its time, and what is known already is not told twice", () => {
  const feed = new FeedStore(() => 50);
  feed.note({ kind: "fill", text: "live", key: "trade 2" });
  const past = [
    { kind: "fill", text: "the same", key: "trade 2", time: 50 },
    { kind: "fill", text: "before", key: "trade 1", time: 40 },
    { kind: "fill", text: "missed", key: "trade 3", time: 60 },
  ] as const;
  feed.recall(past);
  feed.recall(past);
  feed.note({ kind: "fill", text: "told late", key: "trade 3" });

  expect(feed.entries.value.map(({ text }) => text)).toEqual(["missed", "live", "before"]);
});

test("histories do not make it longer than 200, and the newest stay", () => {
  const feed = new FeedStore(() => 0);
  const past = Array.from({ length: FEED_MAX + 50 }, (_, time) => ({
    kind: "fill" as const,
    text: `${time}`,
    key: `trade ${time}`,
    time,
  }));
  feed.recall(past);

  expect(feed.entries.value).toHaveLength(FEED_MAX);
  expect(feed.entries.value[0]?.text).toBe(`${FEED_MAX + 49}`);
});
