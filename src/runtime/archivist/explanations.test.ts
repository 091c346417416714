/** Explanations on their way to the archivist and back: one at a time, and none for ever. */
import { expect, test } from "vitest";
import { VirtualTime } from "../../../test/support/virtual-time.ts";
import { EXPLAIN_PATIENCE_MS, EXPLAIN_WANTED_MS, Explanations } from "./explanations.ts";

function desk() {
  const time = new VirtualTime(0);
  const sent: [number, string][] = [];
  const archivist = { isThere: true };
  const send = (number: number, id: string) => {
    if (archivist.isThere) sent.push([number, id]);
    return archivist.isThere;
  };
  return { time, sent, archivist, explanations: new Explanations({ send, timer: time.timer }) };
}

const TEXT = { ok: true, text: "{}" } as const;

test("EXPLAIN-PACE-1 one is asked at a time; the next is refused until it is answered", async () => {
  const { explanations, sent } = desk();
  const first = explanations.ask("abc");
  const second = await explanations.ask("def");

  expect(sent).toEqual([[1, "abc"]]);
  expect(second).toEqual({ ok: false, sentence: expect.stringMatching(/^Another explanation/) });
  explanations.explained(1, TEXT);
  expect(await first).toEqual(TEXT);
  void explanations.ask("def");
  expect(sent.at(-1)).toEqual([2, "def"]);
});

test("EXPLAIN-PACE-1 the archivist that dies takes the request with it, with a sentence", async () => {
  const { explanations, archivist } = desk();
  const asked = explanations.ask("abc");
  explanations.lost();
  archivist.isThere = false;

  const sentence = expect.stringMatching(/not running now/);
  expect(await asked).toEqual({ ok: false, sentence });
  expect(await explanations.ask("abc")).toEqual({ ok: false, sentence });
});

const underway = (id: string, done: number, of: number) => ({
  ok: true,
  text: JSON.stringify({ found: "underway", id, done, of, notes: [] }),
});

test("EXPLAIN-SOON-1 who waits for long is told how far it is, and gets it when it is made", async () => {
  const { explanations, time, sent } = desk();
  const first = explanations.ask("abc");
  explanations.progressed(1, { done: 1_000, of: 4_000 });
  await time.pass(EXPLAIN_PATIENCE_MS);
  const second = explanations.ask("abc");
  explanations.progressed(1, { done: 3_000, of: 4_000 });
  await time.pass(EXPLAIN_PATIENCE_MS);
  explanations.explained(1, TEXT);
  const third = explanations.ask("abc");

  expect(await first).toEqual(underway("abc", 1_000, 4_000));
  expect(await second).toEqual(underway("abc", 3_000, 4_000));
  expect(await third).toEqual(TEXT);
  expect(sent).toEqual([[1, "abc"]]);
});

test("EXPLAIN-SOON-1 what was fetched, and what nobody asks for, is made anew the next time", async () => {
  const { explanations, time, sent } = desk();
  const first = explanations.ask("abc");
  explanations.explained(1, TEXT);
  await first;
  void explanations.ask("abc");
  await time.pass(EXPLAIN_PATIENCE_MS);
  explanations.explained(2, TEXT);
  await time.pass(EXPLAIN_WANTED_MS);
  void explanations.ask("abc");

  expect(sent).toEqual([
    [1, "abc"],
    [2, "abc"],
    [3, "abc"],
  ]);
});

test("EXPLAIN-PACE-1 one that nobody asks for any more makes way, and its answer is passed over", async () => {
  const { explanations, time, sent } = desk();
  const left = explanations.ask("abc");
  await time.pass(EXPLAIN_PATIENCE_MS);
  const refused = await explanations.ask("def");
  await time.pass(EXPLAIN_WANTED_MS);
  const next = explanations.ask("def");
  explanations.explained(1, TEXT);
  explanations.explained(2, { ok: true, text: "second" });

  expect(await left).toEqual(underway("abc", 0, 0));
  expect(refused).toMatchObject({ ok: false });
  expect(await next).toEqual({ ok: true, text: "second" });
  expect(sent).toHaveLength(2);
});
