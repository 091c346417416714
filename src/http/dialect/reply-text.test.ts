import { expect, test } from "vitest";
import { ReplyText } from "./reply-text.ts";

test("a reply is its parts in their order", () => {
  const reply = new ReplyText();

  const text = reply.begin().ascii('{"a":"').steps(150, 2).ascii('","b":').steps(7, 0).ascii("}");

  expect(text.take()).toBe('{"a":"1.5","b":7}');
});

test("NUM-DEC-1 a sum is written exactly on both sides of 2^53", () => {
  const reply = new ReplyText().begin();

  for (const units of [0n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 80n]) reply.units(units, 5).ascii(" ");

  expect(reply.take()).toBe("0 90071992547.40991 90071992547.40992 12089258196146291747.06176 ");
});

test("what was begun and never taken is not in the next reply", () => {
  const reply = new ReplyText();
  reply.begin().ascii("half a re");

  expect(reply.begin().ascii("{}").take()).toBe("{}");
});

test("the room grows with the reply, also by more than it has", () => {
  const reply = new ReplyText();
  const long = "x".repeat(100_000);

  reply.begin();
  for (let i = 0; i < 5_000; i++) reply.steps(i, 0).ascii(",");
  const text = reply.ascii(long).take();

  const expected = `${Array.from({ length: 5_000 }, (_, i) => `${i},`).join("")}${long}`;
  expect(text === expected).toBe(true);
});
