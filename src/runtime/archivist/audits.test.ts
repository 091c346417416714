/** Audits on their way: one at a time, for all who ask meanwhile, and none waits for ever. */
import { expect, test } from "vitest";
import { VirtualTime } from "../../../test/support/virtual-time.ts";
import { ASKERS_MAX, AUDIT_PATIENCE_MS, Audits } from "./audits.ts";

function auditsOn(changes: { isThere?: boolean } = {}) {
  const time = new VirtualTime(0);
  const sent: number[] = [];
  const send = (number: number) => {
    sent.push(number);
    return changes.isThere ?? true;
  };
  return { time, sent, audits: new Audits({ send, timer: time.timer }) };
}

const DONE = { ok: true, text: "{}" } as const;

test("CORE-AUDIT-3 a request that comes while one is made gets the same, and the next begins a new one", async () => {
  const { audits, sent } = auditsOn();
  const asked = [audits.ask(), audits.ask()];
  expect(sent).toEqual([1]);

  audits.audited(1, DONE);
  expect(await Promise.all(asked)).toEqual([DONE, DONE]);

  const next = audits.ask();
  expect(sent).toEqual([1, 2]);
  audits.audited(1, { ok: true, text: "old" });
  audits.audited(2, DONE);
  expect(await next).toBe(DONE);
});

test("CORE-AUDIT-3 CORE-BOUND-1 no more than 64 wait, and the next is told so", async () => {
  const { audits } = auditsOn();
  const asked = Array.from({ length: ASKERS_MAX }, () => audits.ask());

  expect(await audits.ask()).toEqual({ ok: false, sentence: "Too many ask at once." });
  audits.audited(1, DONE);
  expect(new Set(await Promise.all(asked))).toEqual(new Set([DONE]));
});

test("CORE-AUDIT-3 an audit without an answer ends in time, with a sentence", async () => {
  const { audits, time } = auditsOn();
  const asked = audits.ask();

  await time.pass(AUDIT_PATIENCE_MS);

  expect(await asked).toMatchObject({ ok: false, sentence: expect.stringContaining("in time") });
  const again = audits.ask();
  audits.audited(2, DONE);
  expect(await again).toBe(DONE);
});

test("CORE-AUDIT-3 an archivist that is not there, or that ends, is told", async () => {
  const gone = { ok: false, sentence: expect.stringContaining("is not running now") };
  expect(await auditsOn({ isThere: false }).audits.ask()).toEqual(gone);
  const { audits } = auditsOn();
  const asked = audits.ask();

  audits.lost();

  expect(await asked).toEqual(gone);
});
