import { expect, test } from "vitest";
import { CountNews, NEWS_MAX, UNTOLD_MAX } from "./counts-exchange.ts";

const note = (news: CountNews, key: string) =>
  news.note({ table: "addresses", key, count: 1, endsAtMs: 5 });

test("FOLLOW-LIMIT-1 what is counted for a key before it is told is one count", () => {
  const news = new CountNews();
  note(news, "a");
  note(news, "a");

  expect(news.take()).toEqual([{ table: "addresses", key: "a", count: 2, endsAtMs: 5 }]);
  expect(news.take()).toEqual([]);
});

test("CORE-BOUND-1 beyond so many untold keys no more are noted", () => {
  const news = new CountNews();
  for (let key = 0; key <= UNTOLD_MAX; key++) note(news, `${key}`);

  let told = 0;
  for (let taken = news.take(); taken.length > 0; taken = news.take()) {
    expect(taken.length).toBeLessThanOrEqual(NEWS_MAX);
    told += taken.length;
  }
  expect(told).toBe(UNTOLD_MAX);
});
