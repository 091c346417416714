/** The sequencer at rest and on a full disk: how it closes, what it still takes, how it resumes. */
import { expect, test } from "vitest";
import {
  ALICE,
  batchesOf,
  cancel,
  clientIdsIn,
  deposit,
  hashOfSequencer,
  kindsOf,
  order,
  SequencerDesk,
} from "../../../test/support/service-desk.ts";
import { settle } from "../../../test/support/virtual-time.ts";
import type { Command } from "../../core/engine/codec.ts";
import { stateHashOf } from "../../tools/audit/verify.ts";

const SECOND_MS = 1_000;

test("LOG-DUR-1 LOG-FULL-1 a full append is unavailable and leaves nothing; then the sequencer goes on", async () => {
  const desk = await SequencerDesk.open();
  const sent = desk.submit(order(ALICE, "buy 1 @ 1", "sent"));
  const waiting = desk.submit(order(ALICE, "buy 1 @ 1", "waiting"));

  await desk.log.release("full");
  const again = desk.submit(order(ALICE, "buy 1 @ 1", "again"));
  await desk.log.release();

  expect(kindsOf([sent, waiting, again])).toEqual(["unavailable", "unavailable", "done"]);
  expect(clientIdsIn(desk.log)).toEqual(["again"]);
  expect(stateHashOf(desk.replayed())).toBe(hashOfSequencer(desk.sequencer));
});

test("LOG-IDLE-1 LOG-FULL-1 the batch that closes after a full append is empty and can be replayed", async () => {
  const desk = await SequencerDesk.open();
  desk.submit(deposit(ALICE, "d"));
  await desk.log.release();
  desk.submit(order(ALICE, "buy 1 @ 1", "does-not-fit"));
  await desk.log.release("full");

  await desk.time.pass(SECOND_MS);

  expect(desk.log.handed.at(-1)).toMatchObject({ count: 0, bytes: 0 });
  await desk.log.release();
  expect(stateHashOf(desk.replayed())).toBe(hashOfSequencer(desk.sequencer));
});

test("LOG-FULL-1 short of space orders are unavailable, cancels go on, and then service resumes", async () => {
  const desk = await SequencerDesk.open();
  desk.log.isHolding = false;
  const resting = desk.submit(order(ALICE, "buy 1 @ 1", "resting"));
  const other = desk.submit(order(ALICE, "buy 1 @ 1", "other"));
  await Promise.all([resting.promise, other.promise]);

  desk.log.isShortOfSpace = true;
  const ids = [order(ALICE, "buy 1 @ 1", "refused"), deposit(ALICE, "refused")];
  const refused = ids.map((command) => desk.submit(command));
  const canceled = desk.submit(cancel(ALICE, 1));
  const byOperator = desk.submit({ type: "CancelByOperator", order: 2, request: 0 });
  const several = desk.submit({ ...cancel(ALICE, 0), type: "CancelBatch", orders: [1] } as Command);
  const ofMargin = desk.submit({ ...cancel(ALICE, 1), type: "CancelMarginOrder" } as Command);
  await desk.time.pass(5 * SECOND_MS);
  const handedShort = desk.log.handed.length;
  desk.log.isShortOfSpace = false;
  const resumed = desk.submit(order(ALICE, "buy 1 @ 1", "resumed"));
  await settle();

  expect(kindsOf(refused)).toEqual(["unavailable", "unavailable"]);
  const kinds = kindsOf([canceled, byOperator, several, ofMargin]);
  expect(kinds).toEqual(["done", "done", "done", "done"]);
  expect(resumed.submitted).toMatchObject({ kind: "done", outcome: { ok: true } });
  expect(clientIdsIn(desk.log)).toEqual(["resting", "other", "resumed"]);
  expect(desk.log.handed.slice(0, handedShort).every(({ count }) => count > 0)).toBe(true);
});

test("LOG-IDLE-1 a second after the last batch the log closes with an empty one, once", async () => {
  const desk = await SequencerDesk.open();
  desk.log.isHolding = false;
  desk.submit(deposit(ALICE, "a"));
  await desk.time.pass(999);
  expect(desk.log.handed.map(({ count }) => count)).toEqual([1]);
  desk.submit(deposit(ALICE, "b"));
  await desk.time.pass(999);
  expect(desk.log.handed.map(({ count }) => count)).toEqual([1, 1]);

  await desk.time.pass(1);
  const position = desk.sequencer.state.position;
  await desk.time.pass(60 * SECOND_MS);

  expect(desk.log.handed.map(({ count }) => count)).toEqual([1, 1, 0]);
  expect(batchesOf(desk.log).at(-1)).toMatchObject({ count: 0, digestPosition: position });
  expect(stateHashOf(desk.replayed())).toBe(hashOfSequencer(desk.sequencer));
});

test("LOG-IDLE-1 what comes while the empty batch is on its way waits for it and is done", async () => {
  const desk = await SequencerDesk.open();
  desk.submit(deposit(ALICE, "a"));
  await desk.log.release();
  await desk.time.pass(SECOND_MS);
  expect(desk.log.handed.at(-1)?.count).toBe(0);

  const next = desk.submit(deposit(ALICE, "b"));
  await desk.log.release();
  expect(next.submitted).toBeUndefined();
  await desk.log.release();

  expect(next.submitted?.kind).toBe("done");
});
