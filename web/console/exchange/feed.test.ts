/** The event feed has an end. */
import { expect, test } from "vitest";
import { FEED_MAX, Feed } from "./feed.ts";

test("the newest 200 entries are kept, newest first, each with a number of its own", () => {
  const feed = new Feed(() => 77);
  for (let i = 0; i < FEED_MAX + 5; i++) feed.note({ kind: "note", text: `${i}` });

  const entries = feed.entries.value;

  expect(entries).toHaveLength(FEED_MAX);
  expect([entries[0]?.text, entries.at(-1)?.text]).toEqual(["204", "5"]);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(FEED_MAX);
  expect(entries[0]?.time).toBe(77);
});

test("what is cleared stays cleared, and numbers go on", () => {
  const feed = new Feed(() => 0);
  feed.note({ kind: "note", text: "of another user" });
  feed.clear();
  feed.note({ kind: "note", text: "mine", time: 5 });

  expect(feed.entries.value).toEqual([{ kind: "note", text: "mine", time: 5, id: 2 }]);
});
