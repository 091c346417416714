import { expect, test } from "vitest";
import { type FollowerAtDesk, FollowerDesk, PROGRAM } from "../../../test/support/follower-desk.ts";
import { IS_LONG, STRIDE } from "../../../test/support/runs.ts";
import {
  ALICE,
  answered,
  BOB,
  clientIdsIn,
  deposit,
  hashOfSequencer,
  order,
} from "../../../test/support/service-desk.ts";
import { type Command, encodeCommand } from "../../core/engine/codec.ts";
import { LINE_NAME } from "../../log/line-names.ts";
import { ANSWER_MS } from "../sequencer/sequencer.ts";
import { WAITING_MAX } from "../sequencer/waiting.ts";
import { RECONNECT_MS } from "./core-link.ts";
import { FOLLOWERS_MAX } from "./feeder.ts";
import { PAGES_MAX } from "./followed-archive.ts";
import { UNSENT_BYTES_MAX } from "./follower-link.ts";
import { FrameQueue } from "./frame-queue.ts";
import { TO_CORE, WIRE_VERSION, writeHello } from "./frames.ts";
import { QUESTIONS_MAX } from "./read-index.ts";
import { memoryWire } from "./wire.ts";

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("FOLLOW-FEED-1 a follower that begins with nothing comes to the state of the core", async () => {
  const desk = await FollowerDesk.open();

  const { exchange } = await desk.following();

  expect(exchange.notReady).toBeUndefined();
  expect(exchange.state.position).toBe(desk.core.sequencer.state.position);
  expect(hashOfSequencer(exchange)).toBe(hashOfSequencer(desk.core.sequencer));
});

test("FOLLOW-SUBMIT-1 a command through a follower has the outcome of its own engine, and its place", async () => {
  const desk = await FollowerDesk.open();
  const [one, other] = [await desk.following(), await desk.following()];
  const { position } = desk.core.sequencer.state;

  const sold = await one.exchange.submit(order(ALICE, "sell 0.5 @ 100", "maker"));
  const bought = await other.exchange.submit(order(BOB, "buy 0.5 @ 100", "taker"));

  expect(sold).toMatchObject({ kind: "done", position: position + 1, outcome: { ok: true } });
  expect(bought).toMatchObject({ kind: "done", position: position + 2 });
  expect(hashOfSequencer(other.exchange)).toBe(hashOfSequencer(desk.core.sequencer));
  await one.exchange.current();
  expect(hashOfSequencer(one.exchange)).toBe(hashOfSequencer(desk.core.sequencer));
});

test("FOLLOW-SUBMIT-1 a command is answered when its batch is durable, and not before", async () => {
  const desk = await FollowerDesk.open();
  const { exchange } = await desk.following();
  const { position } = exchange.state;
  desk.core.log.isHolding = true;

  const answer = answered(exchange.submit(order(ALICE, "buy 0.5 @ 100")));
  await settled();

  expect(answer.submitted).toBeUndefined();
  expect(exchange.state.position).toBe(position);
  await desk.core.log.release();
  await settled();
  expect(answer.submitted).toMatchObject({ kind: "done", position: position + 1 });
});

test("FOLLOW-SUBMIT-1 the commands of one turn, of all followers, go into one batch", async () => {
  const desk = await FollowerDesk.open();
  const [one, other] = [await desk.following(), await desk.following()];
  desk.core.log.handed.length = 0;

  const several = [order(ALICE, "buy 0.1 @ 100", "a"), order(ALICE, "buy 0.2 @ 100", "b")];
  await Promise.all([
    one.exchange.submitAll(several),
    other.exchange.submit(order(BOB, "buy 0.3 @ 100", "c")),
  ]);

  expect(desk.core.log.handed.map(({ count }) => count)).toEqual([3]);
});

test("a command that is too late, or that the engine refuses, is answered as in the core", async () => {
  const desk = await FollowerDesk.open();
  const { exchange } = await desk.following();

  const late = await exchange.submit(order(ALICE, "buy 0.5 @ 100"), desk.core.time.wallMs() - 1);
  const refused = await exchange.submit(order(ALICE, "buy 5000000 @ 100"));

  expect(late).toEqual({ kind: "late" });
  expect(refused).toMatchObject({ kind: "done", outcome: { ok: false } });
});

test("FOLLOW-READ-1 a follower that lags is current only when it has what was acknowledged elsewhere", async () => {
  const desk = await FollowerDesk.open();
  const lagging = await desk.following();
  lagging.wire.isSlow = true;
  await desk.core.sequencer.submit(deposit(ALICE, "seen"));

  const current = lagging.exchange.current();
  let isCurrent: boolean | undefined;
  void current.then((answer) => {
    isCurrent = answer;
  });
  await settled();

  expect(isCurrent).toBeUndefined();
  expect(lagging.exchange.state.position).toBe(desk.core.sequencer.state.position - 1);
  lagging.wire.release();
  expect(await current).toBe(true);
  expect(lagging.exchange.state.position).toBe(desk.core.sequencer.state.position);
});

test("FOLLOW-READ-1 one question is for all that ask in a turn, and the next turn asks anew", async () => {
  const desk = await FollowerDesk.open();
  const { exchange, wire } = await desk.following();
  wire.isSlow = true;

  const [first, same] = [exchange.current(), exchange.current()];
  await settled();
  const later = exchange.current();

  expect(same).toBe(first);
  expect(later).not.toBe(first);
  wire.release();
  expect(await Promise.all([first, later])).toEqual([true, true]);
});

test("FOLLOW-READ-1 a question without an answer ends after ten seconds", async () => {
  const desk = await FollowerDesk.open();
  const { exchange, wire } = await desk.following();
  wire.isSlow = true;

  const current = exchange.current();
  await settled();
  await desk.core.time.pass(ANSWER_MS);

  expect(await current).toBe(false);
});

test("FOLLOW-SUBMIT-2 a command whose position is not known when the wire ends is unknown, and stands in the log once", async () => {
  const desk = await FollowerDesk.open();
  const { exchange, wire } = await desk.following();
  desk.core.log.isHolding = true;
  const answer = answered(exchange.submit(order(ALICE, "buy 0.5 @ 100", "cut")));
  await settled();

  wire.cut();
  await settled();
  await desk.core.log.release();

  expect(answer.submitted).toBeUndefined();
  expect(clientIdsIn(desk.core.log).filter((id) => id === "cut")).toHaveLength(1);
  await desk.core.time.pass(RECONNECT_MS);
  expect(answer.submitted).toEqual({ kind: "unknown" });
  expect(await exchange.current()).toBe(true);
  expect(exchange.state.position).toBe(desk.core.sequencer.state.position);
});

test("FOLLOW-SUBMIT-2 after the 504 nothing comes in over the wire that ended", async () => {
  const desk = await FollowerDesk.open();
  const late: (() => void)[] = [];
  const [old, cores] = memoryWire((goOn) => late.push(goOn));
  cores.listen(desk.feeder.accept(cores.wire));
  const { exchange, wire } = await desk.following();
  const hello = {
    wire: WIRE_VERSION,
    program: PROGRAM,
    number: 1,
    cursor: desk.core.sequencer.end,
  };
  const frames = new FrameQueue(old.wire, queueMicrotask);
  frames.add(TO_CORE.HELLO, (out) => writeHello(out, hello));
  frames.flush();
  for (const goOn of late.splice(0)) goOn();
  frames.add(TO_CORE.COMMAND, (out) => {
    out.uint(1);
    out.uint(0);
    encodeCommand(out, order(ALICE, "buy 0.5 @ 100", "late"));
  });
  frames.flush();

  wire.cut();
  for (let tries = 0; tries < 3; tries++) await desk.core.time.pass(RECONNECT_MS);
  await exchange.caughtUp();
  for (const goOn of late.splice(0)) goOn();
  await settled();

  expect(clientIdsIn(desk.core.log)).not.toContain("late");
});

test("FOLLOW-SUBMIT-2 a command whose position is known is answered when the follower comes there over another wire", async () => {
  const desk = await FollowerDesk.open();
  const { exchange, wire } = await desk.following();
  wire.bytesLeft = ticketBytes(1, desk.core.sequencer.state.position + 1);

  const answer = answered(exchange.submit(order(ALICE, "buy 0.5 @ 100", "known")));
  await settled();

  expect(wire.ends).toHaveLength(1);
  expect(answer.submitted).toBeUndefined();
  await desk.core.time.pass(RECONNECT_MS);
  expect(answer.submitted).toMatchObject({ kind: "done", outcome: { ok: true } });
});

/** Goes on until the wire is open again, and the follower has caught up over it. */
async function caughtUp(desk: FollowerDesk, { exchange, wire }: FollowerAtDesk): Promise<void> {
  for (let tries = 0; tries < 3; tries++) await desk.core.time.pass(RECONNECT_MS);
  wire.bytesLeft = Number.POSITIVE_INFINITY;
  expect(await exchange.current()).toBe(true);
}

/** How long the frame is that says where a command stands: length, kind, number, answer, position. */
function ticketBytes(number: number, position: number): number {
  expect(number).toBeLessThan(128);
  expect(position).toBeLessThan(128);
  return 4 + 1 + 1 + 1 + 1;
}

test("FOLLOW-SUBMIT-2 a wire that is cut at any byte loses nothing and does nothing twice", async () => {
  for (let cutAt = 1; cutAt < (IS_LONG ? 700 : 330); cutAt += STRIDE) {
    const desk = await FollowerDesk.open();
    const follower = await desk.following();
    const { exchange, wire } = follower;
    wire.bytesLeft = cutAt;

    const answers = [1, 2, 3].map((number) =>
      answered(exchange.submit(order(ALICE, `buy 0.${number} @ 100`, `id-${number}`))),
    );
    await caughtUp(desk, follower);

    const logged = clientIdsIn(desk.core.log);
    for (const [at, { submitted }] of answers.entries()) {
      const times = logged.filter((id) => id === `id-${at + 1}`).length;
      if (submitted?.kind === "done") expect(times, `cut at ${cutAt}`).toBe(1);
      else expect([submitted?.kind, times <= 1], `cut at ${cutAt}`).toEqual(["unknown", true]);
    }
    expect(hashOfSequencer(exchange)).toBe(hashOfSequencer(desk.core.sequencer));
  }
});

test("FOLLOW-SUBMIT-2 a command without an answer is unknown after ten seconds, and a late ticket changes nothing", async () => {
  const desk = await FollowerDesk.open();
  const { exchange, wire } = await desk.following();
  wire.isSlow = true;
  const answer = answered(exchange.submit(order(ALICE, "buy 0.5 @ 100")));
  await settled();

  await desk.core.time.pass(ANSWER_MS);
  expect(answer.submitted).toEqual({ kind: "unknown" });

  wire.release();
  expect(await exchange.current()).toBe(true);
});

test("FOLLOW-SUBMIT-3 without a wire nothing is taken, and nothing of it is ever in the log", async () => {
  const desk = await FollowerDesk.open();
  const { exchange, wire } = await desk.following();
  wire.isReachable = false;
  wire.cut();
  await settled();

  expect(await exchange.submit(order(ALICE, "buy 0.5 @ 100", "never"))).toEqual({
    kind: "unavailable",
  });
  expect(await exchange.current()).toBe(false);
  expect(exchange.notReady).toBe("starting");

  wire.isReachable = true;
  await desk.core.time.pass(RECONNECT_MS);
  await exchange.caughtUp();
  expect(clientIdsIn(desk.core.log)).not.toContain("never");
});

test("FOLLOW-SUBMIT-3 so many commands wait for an answer, and no more", async () => {
  const desk = await FollowerDesk.open();
  const { exchange } = await desk.following();
  desk.core.log.isHolding = true;
  const many: Command[] = Array.from({ length: WAITING_MAX }, () => order(ALICE, "buy 0.5 @ 100"));
  void exchange.submitAll(many);

  expect(await exchange.submit(order(ALICE, "buy 0.5 @ 100"))).toEqual({ kind: "unavailable" });
});

test("FOLLOW-FEED-2 a follower that was away goes on from where it was", async () => {
  const desk = await FollowerDesk.open();
  const { exchange, wire } = await desk.following();
  wire.isReachable = false;
  wire.cut();
  for (let count = 0; count < 20; count++) {
    await desk.core.sequencer.submit(order(ALICE, `buy 0.${1 + (count % 9)} @ 100`));
  }

  wire.isReachable = true;
  await desk.core.time.pass(RECONNECT_MS);
  await exchange.caughtUp();

  expect(hashOfSequencer(exchange)).toBe(hashOfSequencer(desk.core.sequencer));
});

test("FOLLOW-FEED-2 a follower of another version is refused with a sentence, and none comes of it", async () => {
  const desk = await FollowerDesk.open();

  const { ends } = desk.follow({ program: "9.9.9" });
  await settled();

  expect(String(ends[0])).toContain(`This is version ${PROGRAM}`);
  expect(desk.feeder.count).toBe(0);
});

test("FOLLOW-FEED-2 a follower of another log is refused with a sentence", async () => {
  const [here, elsewhere] = [await FollowerDesk.open(), await FollowerDesk.open()];
  const stray = await elsewhere.following();
  await elsewhere.core.sequencer.submit(deposit(BOB, "elsewhere"));
  await here.core.sequencer.submit(deposit(ALICE, "here"));
  await stray.exchange.caughtUp();

  stray.wire.elsewhere = here.feeder;
  stray.wire.cut();
  await settled();
  await elsewhere.core.time.pass(RECONNECT_MS);

  expect(String(stray.ends[0])).toContain("of another log");
});

test("FOLLOW-FEED-1 a follower that is sent another batch than the next halts, and the core hears of it", async () => {
  const desk = await FollowerDesk.open();
  const { exchange, ends, wire, follower } = await desk.following();
  wire.isSlow = true;
  await desk.core.sequencer.submit(deposit(ALICE, "first"));
  await settled();

  exchange.log.feed(await nextBatch(desk));

  expect(String(ends[0])).toContain("expected position");
  expect(follower.isHalted).toBe(true);
  expect(exchange.notReady).toBe("halted");
  await settled();
  expect(desk.differences).toHaveLength(1);
  expect(await exchange.submit(deposit(ALICE, "never"))).toEqual({ kind: "unavailable" });
});

async function nextBatch(desk: FollowerDesk): Promise<Uint8Array> {
  await desk.core.sequencer.submit(deposit(ALICE, "second"));
  return desk.core.log.lastBatch.slice();
}

test("FOLLOW-FEED-3 a follower that reads nothing is cut off, comes back and catches up", async () => {
  const desk = await FollowerDesk.open();
  const { exchange, wire } = await desk.following();
  Object.defineProperty(wire.coreEnds[0], "waiting", { get: () => UNSENT_BYTES_MAX + 1 });

  await desk.core.sequencer.submit(deposit(ALICE, "more"));
  await settled();
  expect(desk.reports.join()).toContain("does not keep up");

  await desk.core.time.pass(RECONNECT_MS);
  await exchange.caughtUp();
  expect(hashOfSequencer(exchange)).toBe(hashOfSequencer(desk.core.sequencer));
});

test("CORE-BOUND-1 so many followers are fed, and one more is refused with a sentence", async () => {
  const desk = await FollowerDesk.open();
  for (let count = 0; count < FOLLOWERS_MAX; count++) desk.follow();
  await settled();
  expect(desk.feeder.count).toBe(FOLLOWERS_MAX);

  const { ends } = desk.follow();
  await settled();

  expect(String(ends[0])).toContain("too many followers");
  expect(desk.feeder.count).toBe(FOLLOWERS_MAX);
});

test("CORE-BOUND-1 so many questions and pages wait for the core, and no more", async () => {
  const desk = await FollowerDesk.open();
  const { exchange, wire } = await desk.following();
  wire.isSlow = true;
  const query = {
    kind: "order",
    area: "spot",
    user: ALICE,
    market: 1,
    limit: 1,
    fromId: 0,
  } as const;
  const page = () => exchange.archive.ask(query, 0, (found) => found.rows);
  for (let count = 0; count < QUESTIONS_MAX; count++) {
    void exchange.current();
    await Promise.resolve();
    exchange.left();
  }
  for (let count = 0; count < PAGES_MAX; count++) void page();

  expect(await exchange.current()).toBe(false);
  expect(await page()).toBeUndefined();
});

test("STREAM-RESUME-5 all followers call their line as the core does, and keep its former name when it is called otherwise", async () => {
  const desk = await FollowerDesk.open();
  const [one, two] = [await desk.following(), await desk.following()];
  const { sequencer } = desk.core;
  const [first = ""] = sequencer.lines;
  expect(first).toMatch(LINE_NAME);
  expect([one, two].map(({ exchange }) => exchange.lines[0])).toEqual([first, first]);

  Object.assign(sequencer, { lines: ["0123abcd", first] });
  desk.feeder.beat();
  await desk.core.time.pass(1);

  for (const { exchange } of [one, two]) {
    expect(exchange.lines.slice(0, 2)).toEqual(["0123abcd", first]);
    expect(exchange.lines).toHaveLength(3);
  }
});
