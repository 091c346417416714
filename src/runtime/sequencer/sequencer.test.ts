/** What the sequencer promises about durability: nothing is visible before, and the answers are true. */
import { expect, test } from "vitest";
import {
  ALICE,
  BOB,
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
import { BATCH_COUNT_MAX } from "../../log/batch.ts";
import { stateHashOf } from "../../tools/audit/verify.ts";
import { BATCH_BYTES_MAX } from "./batch-maker.ts";
import { ANSWER_MS, DOUBT_MS } from "./sequencer.ts";
import { WAITING_MAX } from "./waiting.ts";

const SECOND_MS = 1_000;
const COMMAND_BYTES_MAX = 16 * 1024;

/** What a client could see of an exchange. */
function visible({ sequencer, events, unarchived }: SequencerDesk) {
  return {
    hash: hashOfSequencer(sequencer),
    events: events.length,
    trades: sequencer.views.trades.newest(1, 10),
    ended: unarchived.size,
  };
}

test("LOG-DUR-1 before the batch is durable there is no answer, no change, no view and no event", async () => {
  const desk = await SequencerDesk.open();
  const sell = desk.submit(order(ALICE, "sell 1 @ 100"));
  await desk.log.release();
  const before = visible(desk);

  const buy = desk.submit(order(BOB, "buy 1 @ 100", "mine"));
  await desk.time.pass(9_999);
  const meanwhile = visible(desk);
  await desk.log.release();

  expect(sell.submitted?.kind).toBe("done");
  expect(meanwhile).toEqual(before);
  expect(desk.log.handed.at(-1)?.commands).toMatchObject([{ clientId: "mine" }]);
  expect(buy.submitted).toMatchObject({ kind: "done", outcome: { ok: true } });
  expect(desk.sequencer.views.trades.newest(1, 10)).toHaveLength(1);
  expect(desk.events.map(({ type }) => type)).toContain("Traded");
});

test("LOG-DUR-1 done means exactly once: it is in the log once, and replay agrees with what is live", async () => {
  const desk = await SequencerDesk.open();
  const answers = Array.from({ length: 20 }, (_, i) =>
    desk.submit(order(i % 2 ? ALICE : BOB, `${i % 3 ? "buy" : "sell"} 0.5 @ 10${i % 4}`, `c-${i}`)),
  );

  await desk.log.release();
  await desk.log.release();

  expect(new Set(kindsOf(answers))).toEqual(new Set(["done"]));
  expect(clientIdsIn(desk.log).sort()).toEqual(answers.map((_, i) => `c-${i}`).sort());
  expect(stateHashOf(desk.replayed())).toBe(hashOfSequencer(desk.sequencer));
});

test("LOG-DUR-1 a refusal of the engine is durable and done, too", async () => {
  const desk = await SequencerDesk.open();

  const broke = desk.submit(order(ALICE, "buy 1000000 @ 1000000"));
  await desk.log.release();

  expect(broke.submitted).toMatchObject({
    kind: "done",
    outcome: { ok: false, reason: "insufficient_balance" },
  });
  expect(desk.events).toEqual([]);
});

test("LOG-DUR-1 one append is outstanding, and what comes meanwhile goes into the next as one", async () => {
  const desk = await SequencerDesk.open();

  const answers = Array.from({ length: 100 }, (_, i) => desk.submit(deposit(ALICE, `d-${i}`)));
  await settle();
  expect(desk.log.handed.map(({ count }) => count)).toEqual([1]);
  await desk.log.release();
  expect(desk.log.handed.map(({ count }) => count)).toEqual([1, 99]);
  expect(kindsOf(answers).filter((kind) => kind === "done")).toHaveLength(1);
  await desk.log.release();

  expect(kindsOf(answers).every((kind) => kind === "done")).toBe(true);
  expect(desk.log.isOutstanding).toBe(false);
});

test("LOG-DUR-1 a batch has at most 512 commands", async () => {
  const desk = await SequencerDesk.open();
  const answers = Array.from({ length: 1_300 }, (_, i) => desk.submit(cancel(ALICE, i + 1)));

  while (desk.log.isOutstanding) await desk.log.release();

  expect(desk.log.handed.map(({ count }) => count)).toEqual([1, 512, 512, 275]);
  expect(BATCH_COUNT_MAX).toBe(512);
  expect(new Set(kindsOf(answers))).toEqual(new Set(["done"]));
});

test("LOG-DUR-1 a batch that has 64 KiB takes no further command", async () => {
  const desk = await SequencerDesk.open();
  const items = Array.from({ length: 10 }, (_, i) => ({
    side: "buy" as const,
    kind: "limit" as const,
    quantity: "1",
    price: "1",
    clientId: `${i}`.padEnd(64, "x"),
  }));
  const batch: Command = {
    type: "PlaceBatch",
    user: ALICE,
    key: ALICE,
    request: 0,
    pair: 1,
    items,
  };
  const answers = Array.from({ length: 300 }, () => desk.submit(batch));

  while (desk.log.isOutstanding) await desk.log.release();

  const full = desk.log.handed.slice(1, -1);
  expect(full.length).toBeGreaterThan(1);
  for (const { bytes, count } of full) {
    expect(bytes).toBeGreaterThanOrEqual(BATCH_BYTES_MAX);
    expect(bytes).toBeLessThan(BATCH_BYTES_MAX + COMMAND_BYTES_MAX);
    expect(count).toBeLessThan(BATCH_COUNT_MAX);
  }
  expect(new Set(kindsOf(answers))).toEqual(new Set(["done"]));
});

test("LOG-DUR-1 CORE-BOUND-1 with 8,192 waiting the next is unavailable and never in the log", async () => {
  const desk = await SequencerDesk.open();
  const taken = Array.from({ length: 1 + WAITING_MAX }, (_, i) =>
    desk.submit(order(ALICE, "buy 0.1 @ 1", `c-${i}`)),
  );

  const refused = desk.submit(order(ALICE, "buy 0.1 @ 1", "one-too-many"));
  await settle();
  expect(refused.submitted).toEqual({ kind: "unavailable" });
  await desk.log.release();
  const taken2 = desk.submit(order(ALICE, "buy 0.1 @ 1", "there-is-room-again"));
  while (desk.log.isOutstanding) await desk.log.release();

  expect(new Set(kindsOf([...taken, taken2]))).toEqual(new Set(["done"]));
  expect(clientIdsIn(desk.log)).toHaveLength(WAITING_MAX + 2);
  expect(clientIdsIn(desk.log)).not.toContain("one-too-many");
});

test("LOG-DUR-1 a stopping sequencer is unavailable; what waited is still done, and the log is closed", async () => {
  const desk = await SequencerDesk.open();
  const first = desk.submit(order(ALICE, "buy 1 @ 1", "first"));
  const waiting = desk.submit(order(ALICE, "buy 1 @ 1", "waiting"));

  let isStopped = false;
  const stop = desk.sequencer.stop().then(() => {
    isStopped = true;
  });
  const late = desk.submit(order(ALICE, "buy 1 @ 1", "late"));
  while (desk.log.isOutstanding) {
    expect(isStopped).toBe(false);
    await desk.log.release();
  }
  await stop;

  expect(kindsOf([first, waiting, late])).toEqual(["done", "done", "unavailable"]);
  expect(clientIdsIn(desk.log)).toEqual(["first", "waiting"]);
  expect(desk.log.handed.at(-1)?.count).toBe(0); // LOG-IDLE-1
  desk.log.isHolding = false;
  await expect(desk.log.append(0, 1, { ...EMPTY })).rejects.toThrow("open for appending");
  expect(desk.time.pending).toBe(0);
});

const EMPTY = {
  timeMs: 0,
  count: 0,
  digestPosition: 0,
  digest: { high: 0, low: 0 },
  payload: new Uint8Array(),
};

test("LOG-DIGEST-1 a halt turns away what waits, writes nothing more and can be stopped", async () => {
  const desk = await SequencerDesk.open();
  const first = desk.submit(deposit(ALICE, "in flight"));
  const second = desk.submit(deposit(ALICE, "waiting"));

  desk.sequencer.halt();
  await desk.log.release();
  await desk.time.pass(5_000);

  expect(kindsOf([first, second])).toEqual(["done", "unavailable"]);
  expect(desk.log.handed).toHaveLength(1);
  await Promise.all([desk.sequencer.stop(), desk.sequencer.stop()]);
});

test("LOG-DUR-1 LOG-DIGEST-1 a halted sequencer is unavailable for everything, cancels included", async () => {
  const desk = await SequencerDesk.open();
  const before = hashOfSequencer(desk.sequencer);

  desk.sequencer.halt();
  const answers = [
    desk.submit(order(ALICE, "buy 1 @ 1")),
    desk.submit(cancel(ALICE, 1)),
    desk.submit(deposit(ALICE, "d")),
  ];
  await settle();

  expect(kindsOf(answers)).toEqual(["unavailable", "unavailable", "unavailable"]);
  expect(desk.log.handed).toEqual([]);
  expect(hashOfSequencer(desk.sequencer)).toBe(before);
});

test("LOG-DUR-1 a fenced append is unavailable, as is what waited, and nothing is taken after it", async () => {
  const desk = await SequencerDesk.open();
  const sent = desk.submit(order(ALICE, "buy 1 @ 1", "sent"));
  const waiting = desk.submit(order(ALICE, "buy 1 @ 1", "waiting"));

  await desk.log.release("fenced");
  const after = desk.submit(order(ALICE, "buy 1 @ 1", "after"));
  await settle();

  expect(kindsOf([sent, waiting, after])).toEqual(["unavailable", "unavailable", "unavailable"]);
  expect(clientIdsIn(desk.log)).toEqual([]);
  expect(desk.broken).toEqual([]);
  await desk.time.pass(10 * SECOND_MS);
  expect(desk.log.handed).toHaveLength(1);
});

test("LOG-DUR-1 a sequencer that was fenced with an open batch can still be stopped", async () => {
  const desk = await SequencerDesk.open();
  desk.submit(deposit(ALICE, "d"));
  await desk.log.release();
  desk.submit(deposit(ALICE, "e"));
  await desk.log.release("fenced");

  const stop = desk.sequencer.stop();
  for (let turn = 0; turn < 3 && desk.log.isOutstanding; turn++) await desk.log.release("fenced");

  await stop;
});

test("LOG-DUR-1 not answered within 10 s of being handed to the log is unknown, and said once", async () => {
  const desk = await SequencerDesk.open();
  const handed = desk.submit(deposit(ALICE, "handed"));

  await desk.time.pass(9_999);
  expect(kindsOf([handed])).toEqual([undefined]);
  await desk.time.pass(1);
  expect(kindsOf([handed])).toEqual(["unknown"]);
  await desk.log.release();

  expect(kindsOf([handed])).toEqual(["unknown"]);
  expect(desk.sequencer.state.movements.byId.has("handed")).toBe(true);
  expect(desk.broken).toEqual([]);
  expect(desk.time.pending).toBe(1); // The idle timer; that of the answer was called off.
});

test.each(["unknown" as const, new Error("EIO")])(
  "LOG-DUR-1 a write that failed (%s) is unknown, changes nothing, and the process must stop",
  async (failure) => {
    const desk = await SequencerDesk.open();
    const before = hashOfSequencer(desk.sequencer);
    const sent = desk.submit(order(ALICE, "buy 1 @ 1", "sent"));

    await desk.log.release(failure);
    const after = desk.submit(order(ALICE, "buy 1 @ 1", "after"));
    await desk.time.pass(10 * SECOND_MS);

    expect(kindsOf([sent, after])).toEqual(["unknown", "unavailable"]);
    expect(desk.broken).toHaveLength(1);
    expect(hashOfSequencer(desk.sequencer)).toBe(before);
    expect(desk.log.handed).toHaveLength(1); // Never tried again.
    await desk.sequencer.stop();
  },
);

test("LOG-DUR-1 what waited when a write failed was never in the log, and is told so", async () => {
  const desk = await SequencerDesk.open();
  desk.submit(deposit(ALICE, "sent"));
  const waiting = desk.submit(deposit(ALICE, "waiting"));

  await desk.log.release("unknown");

  expect(waiting.submitted).toEqual({ kind: "unavailable" });
});

test("LOG-DUR-1 a sequencer whose write fails while it stops, stops", async () => {
  const desk = await SequencerDesk.open();
  const sent = desk.submit(deposit(ALICE, "sent"));

  const stop = desk.sequencer.stop();
  await desk.log.release("unknown");
  await stop;

  expect(sent.submitted).toEqual({ kind: "unknown" });
  expect(desk.broken).toHaveLength(1);
});

test("LOG-DUR-1 too late when it is numbered is late and never in the log; in time is in time", async () => {
  const desk = await SequencerDesk.open();
  const nowMs = desk.time.wallMs();
  desk.submit(deposit(ALICE, "before"));
  const late = desk.submit(order(ALICE, "buy 1 @ 1", "late"), nowMs + 4_999);
  const inTime = desk.submit(order(ALICE, "buy 1 @ 1", "in-time"), nowMs + 5_000);

  await desk.time.pass(5_000);
  await desk.log.release();
  await desk.time.pass(9_000);
  await desk.log.release(); // The window is closed by now, but it was numbered in time.

  expect(kindsOf([late, inTime])).toEqual(["late", "done"]);
  expect(clientIdsIn(desk.log)).toEqual(["in-time"]);
});

test("LOG-DUR-1 when all that waited is late, nothing is written", async () => {
  const desk = await SequencerDesk.open();

  const late = desk.submit(order(ALICE, "buy 1 @ 1", "late"), desk.time.wallMs() - 1);
  await settle();

  expect(late.submitted).toEqual({ kind: "late" });
  expect(desk.log.handed).toEqual([]);
});

test("CORE-SEQ-1 commands are applied in the order they came, each with all it causes", async () => {
  const desk = await SequencerDesk.open();
  desk.submit(order(ALICE, "sell 1 @ 100", "maker"));
  const answers = [
    desk.submit(order(BOB, "buy 1 @ 100", "taker")),
    desk.submit(cancel(ALICE, 1)),
    desk.submit(order(BOB, "buy 1 @ 100", "rests")),
    desk.submit(cancel(BOB, 3)),
  ];

  await desk.log.release();
  await desk.log.release();

  const ok = answers.map(({ submitted }) => submitted?.kind === "done" && submitted.outcome.ok);
  expect(ok).toEqual([true, false, true, true]);
  const types = desk.events.map(({ type }) => type);
  expect(types.indexOf("Traded")).toBeLessThan(types.lastIndexOf("OrderRested"));
});

test("LOG-DUR-2 nobody waits longer for a write that stands still: its commands are unknown, those behind it not in the log", async () => {
  const desk = await SequencerDesk.open();
  const written = desk.submit(order(ALICE, "sell 1 @ 100", "written"));
  await desk.time.pass(ANSWER_MS - 1);
  const behind = desk.submit(order(ALICE, "sell 1 @ 101", "behind"));
  await settle();
  expect([written.submitted, behind.submitted]).toEqual([undefined, undefined]);
  expect(desk.sequencer.notReady).toBeUndefined();

  await desk.time.pass(1);
  const later = desk.submit(order(ALICE, "sell 1 @ 102", "later"));
  await settle();
  expect(written.submitted).toEqual({ kind: "unknown" });
  expect(kindsOf([behind, later])).toEqual(["unavailable", "unavailable"]);
  expect(desk.sequencer.notReady).toBe("in_doubt");

  await desk.log.release();
  expect(desk.sequencer.notReady).toBeUndefined();
  const again = desk.submit(order(ALICE, "sell 1 @ 103", "again"));
  await desk.log.release();
  expect(again.submitted).toMatchObject({ kind: "done", outcome: { ok: true } });
  expect(clientIdsIn(desk.log)).toEqual(["written", "again"]);
  expect(stateHashOf(desk.replayed())).toBe(hashOfSequencer(desk.sequencer));
});

test("LOG-PG-3 while an outcome is not known, new commands are refused and those in the batch are unknown after ten seconds", async () => {
  const desk = await SequencerDesk.open();
  const first = desk.submit(order(ALICE, "sell 1 @ 100"));
  const waiting = desk.submit(order(ALICE, "sell 1 @ 101"));
  desk.log.isInDoubt = true;

  const second = desk.submit(order(BOB, "buy 1 @ 100"));
  await settle();
  expect(second.submitted).toEqual({ kind: "unavailable" });
  expect(desk.sequencer.notReady).toBe("in_doubt");
  await desk.time.pass(ANSWER_MS);
  expect(first.submitted).toEqual({ kind: "unknown" });
  expect(waiting.submitted).toEqual({ kind: "unavailable" }); // LOG-DUR-2

  desk.log.isInDoubt = false;
  await desk.log.release();
  expect(desk.sequencer.notReady).toBeUndefined();
  expect(desk.submit(order(BOB, "buy 1 @ 100")).submitted).toBeUndefined();
});

test("LOG-PG-3 a stop does not wait for ever for an outcome, and what waited is unknown", async () => {
  const desk = await SequencerDesk.open();
  const placed = desk.submit(order(ALICE, "sell 1 @ 100"));
  const behind = desk.submit(order(ALICE, "sell 1 @ 101"));
  desk.log.isInDoubt = true;

  let isStopped = false;
  const stop = desk.sequencer.stop().then(() => {
    isStopped = true;
  });
  await desk.time.pass(DOUBT_MS - 1);
  expect(isStopped).toBe(false);
  await desk.time.pass(1);
  await stop;

  expect(placed.submitted).toEqual({ kind: "unknown" });
  expect(behind.submitted).toEqual({ kind: "unavailable" });
  expect(desk.broken).toEqual([]);
});
