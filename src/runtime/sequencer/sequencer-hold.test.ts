/** A sequencer that is held, stopped, or met by steps of a frozen clock at bad moments. */
import { expect, test } from "vitest";
import { DESK_CONTRACT } from "../../../test/support/futures-desk.ts";
import {
  ALICE,
  deposit,
  HOUR_MS,
  mustDo,
  SequencerDesk,
} from "../../../test/support/service-desk.ts";
import type { Command } from "../../core/engine/codec.ts";
import { ManualClock } from "../../edge/sandbox/manual-clock.ts";

const request = 1;
const FREEZE: Command = { type: "FreezeClock", request };
const LISTING = {
  ...DESK_CONTRACT,
  type: "AddContract",
  name: "E-BTC-USDT",
  base: 1,
  quote: 2,
  marginCoin: 2,
  request: 0,
} as Command;

async function openDesk(...commands: Command[]): Promise<SequencerDesk> {
  const desk = await SequencerDesk.open();
  desk.log.isHolding = false;
  for (const command of commands) await mustDo(desk.sequencer, command);
  return desk;
}

/** Leads the clock from now on to so many ms ahead. */
async function leading(desk: SequencerDesk, byMs: number): Promise<number> {
  const startMs = desk.sequencer.state.timeMs;
  await mustDo(desk.sequencer, { type: "AdvanceClock", toMs: 0, byMs, request });
  desk.log.handed.length = 0;
  return startMs;
}

function timesOf(desk: SequencerDesk, type: Command["type"], startMs: number): number[] {
  return desk.log.handed.flatMap(({ timeMs, commands }) =>
    commands.filter((command) => command.type === type).map(() => timeMs - startMs),
  );
}

test("LOG-DUR-1 after the stop nothing is written, not even an hour that is due", async () => {
  const desk = await openDesk();
  await desk.sequencer.stop();
  await desk.time.pass(2 * HOUR_MS);
  const { length } = desk.log.handed;

  expect(await desk.sequencer.submit(deposit(ALICE, "late"))).toEqual({ kind: "unavailable" });
  expect(await desk.sequencer.submitAll([deposit(ALICE, "later")])).toEqual([
    { kind: "unavailable" },
  ]);
  expect([desk.log.handed.length, desk.broken]).toEqual([length, []]);
});

test("SANDBOX-STATE-1 a sequencer that is halted, stopping or held already is not held, and no caller hangs", async () => {
  const halted = await openDesk();
  halted.sequencer.halt();
  expect(await halted.sequencer.hold()).toBeUndefined();

  const twice = await openDesk();
  const [first, second] = await Promise.all([twice.sequencer.hold(), twice.sequencer.hold()]);
  expect([typeof first, second]).toEqual(["function", undefined]);

  const stopped = await openDesk();
  void stopped.sequencer.submit(deposit(ALICE, "x"));
  const [, held] = await Promise.all([stopped.sequencer.stop(), stopped.sequencer.hold()]);
  expect(held).toBeUndefined();

  const before = await openDesk();
  const [release] = await Promise.all([before.sequencer.hold(), before.sequencer.stop()]);
  expect(typeof release).toBe("function");
});

test("SANDBOX-CLOCK-3 what has become late in front of a step does not cost it its time", async () => {
  const desk = await openDesk(FREEZE);
  const startMs = await leading(desk, 400);
  let steps = 0;
  const follow = () => [deposit(ALICE, `step-${++steps}`)];
  const clock = new ManualClock(desk.sequencer, { everyMs: 200, follow });
  const release = await desk.sequencer.hold();
  const late = desk.sequencer.submit(deposit(ALICE, "late"), desk.sequencer.now());
  const arrived = clock.arrived();
  await desk.time.pass(10);

  release?.();

  expect(await late).toEqual({ kind: "late" });
  await arrived;
  expect(timesOf(desk, "ReachTime", startMs)).toEqual([200, 400]);
  expect(steps).toBe(2);
});

test("SANDBOX-CLOCK-3 a disk that is full on the way makes it wait, and skips no second", async () => {
  const desk = await openDesk(LISTING, FREEZE);
  const startMs = await leading(desk, 3_000);
  desk.log.isHolding = true;
  void desk.sequencer.submit(deposit(ALICE, "x"));
  const clock = new ManualClock(desk.sequencer, undefined);
  clock.go();
  desk.log.isShortOfSpace = true;
  await desk.log.release();
  if (desk.log.isOutstanding) await desk.log.release();
  Object.assign(desk.log, { isShortOfSpace: false, isHolding: false });
  if (desk.log.isOutstanding) await desk.log.release();

  await clock.arrived();

  expect(timesOf(desk, "SecondTick", startMs)).toHaveLength(3);
});

test("SANDBOX-CLOCK-3 a contract that is listed on the way has its seconds from there on", async () => {
  const desk = await openDesk(FREEZE);
  const startMs = await leading(desk, 10_000);
  desk.log.isHolding = true;
  void desk.sequencer.submit(LISTING);
  const clock = new ManualClock(desk.sequencer, undefined);
  clock.go();
  await desk.log.release();
  desk.log.isHolding = false;
  if (desk.log.isOutstanding) await desk.log.release();

  await clock.arrived();

  expect(timesOf(desk, "SecondTick", startMs).length).toBeGreaterThan(9);
});

test("SANDBOX-CLOCK-4 a clock that is resumed while a step is on its way runs on at once", async () => {
  const desk = await openDesk(FREEZE);
  await leading(desk, 10 * HOUR_MS);
  const clock = new ManualClock(desk.sequencer, undefined);
  desk.log.isHolding = true;
  clock.go();
  const nowMs = desk.sequencer.now();
  const resumed = desk.sequencer.submit({ type: "ResumeClock", nowMs, request });
  await desk.log.release();
  await desk.log.release();
  desk.log.isHolding = false;
  if (desk.log.isOutstanding) await desk.log.release();
  await resumed;
  const resumedAtMs = desk.sequencer.state.timeMs;

  await desk.time.pass(60_000);
  await desk.sequencer.submit(deposit(ALICE, "a minute later"));

  expect(desk.sequencer.state.timeMs - resumedAtMs).toBe(60_000);
});
