/** Explanations on their way to the archivist and back: one at a time, and none for ever. */
import { expect, test } from "vitest";
import { VirtualTime } from "../../../test/support/virtual-time.ts";
import { EXPLAIN_LIMIT_MS, EXPLAIN_PATIENCE_MS, Explanations } from "./explanations.ts";

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

test("EXPLAIN-PACE-1 no request waits longer than the patience, and a late answer is passed over", async () => {
  const { explanations, time, sent } = desk();
  const asked = explanations.ask("abc");
  await time.pass(EXPLAIN_PATIENCE_MS);
  const next = explanations.ask("def");
  explanations.explained(1, TEXT);
  explanations.explained(2, { ok: true, text: "second" });

  expect(EXPLAIN_LIMIT_MS).toBeLessThan(EXPLAIN_PATIENCE_MS);
  expect(await asked).toEqual({ ok: false, sentence: expect.stringMatching(/in time/) });
  expect(await next).toEqual({ ok: true, text: "second" });
  expect(sent).toHaveLength(2);
});
