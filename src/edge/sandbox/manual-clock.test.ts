/** A frozen clock that is led on: every boundary in order, none skipped, whatever interrupts it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { DESK_CONTRACT } from "../../../test/support/futures-desk.ts";
import {
  ALICE,
  batchesOf,
  deposit,
  HOUR_MS,
  mustDo,
  OPENING_MS,
  openMarketOn,
  openOn,
  order,
  SequencerDesk,
} from "../../../test/support/service-desk.ts";
import { SimulatedDisk } from "../../../test/support/simulated-disk.ts";
import { VirtualTime } from "../../../test/support/virtual-time.ts";
import { type Command, decodeCommands } from "../../core/engine/codec.ts";
import type { Log } from "../../log/log.ts";
import { type ClockFollower, ManualClock } from "./manual-clock.ts";

const request = 3;
const FREEZE: Command = { type: "FreezeClock", request };
const LISTING: Command = {
  ...DESK_CONTRACT,
  type: "AddContract",
  name: "E-BTC-USDT",
  base: 1,
  quote: 2,
  marginCoin: 2,
  request: 0,
} as Command;

const advance = (toMs: number): Command => ({ type: "AdvanceClock", toMs, byMs: 0, request });

/** A sequencer at `OPENING_MS` whose clock is frozen. */
async function frozenDesk(...before: Command[]): Promise<SequencerDesk> {
  const desk = await SequencerDesk.open();
  desk.log.isHolding = false;
  for (const command of [...before, FREEZE]) await mustDo(desk.sequencer, command);
  desk.log.handed.length = 0;
  return desk;
}

interface Ticked {
  readonly type: Command["type"];
  readonly timeMs: number;
}

function tickedIn(log: Pick<Log, "read">): Ticked[] {
  return batchesOf(log).flatMap((batch) =>
    [...decodeCommands(batch.payload, batch.count)].map(({ type }) => ({
      type,
      timeMs: batch.timeMs,
    })),
  );
}

const timesOf = (ticked: readonly Ticked[], type: Command["type"]) =>
  ticked.filter((one) => one.type === type).map(({ timeMs }) => timeMs);

test("SANDBOX-CLOCK-1 while the clock is frozen every command has its time, and no hour ticks", async () => {
  const desk = await frozenDesk();
  const frozenMs = desk.sequencer.state.timeMs;

  await desk.time.pass(3 * HOUR_MS);
  const submitted = await desk.sequencer.submit(deposit(ALICE, "late"));

  expect(submitted).toMatchObject({ kind: "done", timeMs: frozenMs });
  expect(desk.sequencer.now()).toBeGreaterThanOrEqual(frozenMs + 3 * HOUR_MS);
});

test("SANDBOX-CLOCK-3 an advance ticks every hour at its own time, and arrives", async () => {
  const desk = await frozenDesk();
  const startMs = desk.sequencer.state.timeMs;
  const clock = new ManualClock(desk.sequencer, undefined);
  await mustDo(desk.sequencer, advance(startMs + 3 * HOUR_MS + 5));

  await clock.arrived();

  const hours = [1, 2, 3].map((n) => startMs - (startMs % HOUR_MS) + n * HOUR_MS);
  const ticked = tickedIn(desk.log);
  expect(timesOf(ticked, "HourTick")).toEqual(hours);
  expect(timesOf(ticked, "ReachTime")).toEqual([...hours, startMs + 3 * HOUR_MS + 5]);
  expect(desk.sequencer.state.timeMs).toBe(startMs + 3 * HOUR_MS + 5);
  expect(desk.sequencer.state.clock.frozen).toBe(1);
});

test("SANDBOX-CLOCK-3 with a contract every second ticks, none is passed over", async () => {
  const desk = await frozenDesk(LISTING);
  const startMs = desk.sequencer.state.timeMs;
  await mustDo(desk.sequencer, advance(startMs + 5 * 60_000));

  await new ManualClock(desk.sequencer, undefined).arrived();

  const seconds = timesOf(tickedIn(desk.log), "SecondTick").filter((timeMs) => timeMs > startMs);
  const first = startMs - (startMs % 1_000) + 1_000;
  expect(seconds).toEqual(Array.from({ length: 300 }, (_, n) => first + n * 1_000));
});

test("SANDBOX-CLOCK-3 a follower acts at every multiple of its pace, at that very time", async () => {
  const desk = await frozenDesk();
  const startMs = desk.sequencer.state.timeMs;
  let count = 0;
  const follower: ClockFollower = {
    everyMs: 200,
    follow: () => [deposit(ALICE, `step-${++count}`)],
  };
  await mustDo(desk.sequencer, advance(startMs + 2_100));

  await new ManualClock(desk.sequencer, follower).arrived();

  const deposits = timesOf(tickedIn(desk.log), "Deposit").filter((timeMs) => timeMs > startMs);
  const first = startMs - (startMs % 200) + 200;
  const steps = Math.floor((startMs + 2_100 - first) / 200) + 1;
  expect(deposits).toEqual(Array.from({ length: steps }, (_, n) => first + n * 200));
});

test("SANDBOX-CLOCK-3 orders that come on the way get the time it has reached, never one ahead", async () => {
  const desk = await frozenDesk();
  const startMs = desk.sequencer.state.timeMs;
  await mustDo(desk.sequencer, advance(startMs + 10 * HOUR_MS));
  const clock = new ManualClock(desk.sequencer, undefined);
  const arrived = clock.arrived();

  const times: number[] = [];
  for (let n = 0; n < 5; n++) {
    const submitted = await desk.sequencer.submit(order(ALICE, "buy 0.1 @ 100", `o-${n}`));
    if (submitted.kind === "done") times.push(submitted.timeMs);
  }
  await arrived;

  expect(times).toHaveLength(5);
  expect(times.every((timeMs) => timeMs >= startMs && timeMs <= startMs + 10 * HOUR_MS)).toBe(true);
  const { state } = desk.replayed();
  expect(state.timeMs).toBe(startMs + 10 * HOUR_MS);
});

test("SANDBOX-CLOCK-3 a step that is not on the way does not move time", async () => {
  const desk = await frozenDesk();
  const startMs = desk.sequencer.state.timeMs;

  const submitted = await desk.sequencer.submit({ type: "ReachTime", timeMs: startMs + 1_000 });

  expect(submitted).toMatchObject({ outcome: { reason: "tick_not_due" }, timeMs: startMs });
});

test("SANDBOX-CLOCK-3 a way that is cut short anywhere is gone on with, boundary by boundary", async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 12 }), async (stepsBefore) => {
      const disk = new SimulatedDisk();
      const time = new VirtualTime(OPENING_MS);
      const first = await openMarketOn(disk, time);
      await mustDo(first.sequencer, FREEZE);
      const startMs = first.sequencer.state.timeMs;
      await mustDo(first.sequencer, advance(startMs + 12 * HOUR_MS));
      for (let step = 0; step < stepsBefore; step++) {
        await mustDo(first.sequencer, {
          type: "ReachTime",
          timeMs: nextHour(first.sequencer.state.timeMs),
        });
      }
      await first.sequencer.stop();

      const second = await openOn(disk, time);
      await second.sequencer.catchUp();
      await new ManualClock(second.sequencer, undefined).arrived();

      expect(second.sequencer.state.timeMs).toBe(startMs + 12 * HOUR_MS);
      expect(second.sequencer.state.hourMs).toBe(startMs - (startMs % HOUR_MS) + 12 * HOUR_MS);
      await second.sequencer.stop();
    }),
    { numRuns: 13, seed: 6 },
  );
});

function nextHour(timeMs: number): number {
  return timeMs - (timeMs % HOUR_MS) + HOUR_MS;
}

test("SANDBOX-CLOCK-1 a start with a clock that was led far ahead is not behind its log", async () => {
  const disk = new SimulatedDisk();
  const time = new VirtualTime(OPENING_MS);
  const first = await openMarketOn(disk, time);
  await mustDo(first.sequencer, FREEZE);
  await mustDo(first.sequencer, advance(first.sequencer.state.timeMs + 30 * HOUR_MS));
  await new ManualClock(first.sequencer, undefined).arrived();
  const leadMs = first.sequencer.state.timeMs - first.sequencer.now();
  await mustDo(first.sequencer, { type: "ResumeClock", nowMs: first.sequencer.now(), request });
  await first.sequencer.stop();

  const second = await openOn(disk, time);
  await time.pass(5_000);
  const submitted = await second.sequencer.submit(deposit(ALICE, "ahead"));

  expect(submitted).toMatchObject({ kind: "done", timeMs: time.wallMs() + leadMs });
  await second.sequencer.stop();
});

test("a sequencer that refuses makes the way wait, and the next call goes on", async () => {
  const desk = await frozenDesk();
  const startMs = desk.sequencer.state.timeMs;
  const clock = new ManualClock(desk.sequencer, undefined);
  await mustDo(desk.sequencer, advance(startMs + 2 * HOUR_MS));
  desk.log.isShortOfSpace = true;
  await clock.arrived();
  expect(desk.sequencer.state.timeMs).toBe(startMs);

  desk.log.isShortOfSpace = false;
  await clock.arrived();

  expect(desk.sequencer.state.timeMs).toBe(startMs + 2 * HOUR_MS);
});
