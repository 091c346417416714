/** A key that was kept or offered is taken only whole. */
import { expect, test } from "vitest";
import { keyIn, OFFERS_MAX, offersIn } from "./kept-key.ts";

test("a kept key is read back, with or without the name of its user", () => {
  expect(keyIn('{"apiKey":"a","secret":"s"}')).toEqual({ apiKey: "a", secret: "s" });
  expect(keyIn('{"apiKey":"a","secret":"s","user":"u"}')).toEqual({
    apiKey: "a",
    secret: "s",
    user: "u",
  });
});

test.each([
  "",
  "null",
  "[]",
  "{",
  '{"apiKey":"a"}',
  '{"apiKey":"a","secret":7}',
  '{"apiKey":"","secret":"s"}',
])("what is no key is none: %s", (text) => {
  expect(keyIn(text)).toBeUndefined();
});

test("offers without a user, a key or a secret are left out, and there are eight at most", () => {
  const good = { user: "demo1", apiKey: "a", secret: "s" };
  const many = Array.from({ length: OFFERS_MAX + 1 }, () => good);

  expect(offersIn(JSON.stringify({ keys: [good, { apiKey: "a", secret: "s" }, null] }))).toEqual([
    good,
  ]);
  expect(offersIn(JSON.stringify({ keys: many }))).toHaveLength(OFFERS_MAX);
  expect(offersIn("<html>")).toEqual([]);
});
