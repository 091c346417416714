/** Time in the sequencer: where it comes from, that it never goes back, and how the hours tick. */
import { expect, test } from "vitest";
import { DESK_CONTRACT } from "../../../test/support/futures-desk.ts";
import {
  ALICE,
  BOB,
  batchesOf,
  deposit,
  HOUR_MS,
  hashOfSequencer,
  OPENING_MS,
  order,
  SequencerDesk,
} from "../../../test/support/service-desk.ts";
import { settle } from "../../../test/support/virtual-time.ts";
import { type Command, decodeCommands } from "../../core/engine/codec.ts";
import { brokenInvariants } from "../../core/engine/invariants/invariants.ts";
import { DELIST_STEP } from "../../core/engine/spot/cancel-order.ts";
import { enterCountdown } from "../../core/engine/spot/countdowns.ts";
import { emptyState } from "../../core/engine/state.ts";
import { stateHashOf } from "../../tools/audit/verify.ts";
import { dueTicks, nextBoundaryMs, nextTickMs } from "./ticks.ts";

/** A desk that lets every append through. */
async function openDesk(): Promise<SequencerDesk> {
  const desk = await SequencerDesk.open();
  desk.log.isHolding = false;
  return desk;
}

function commandsOf(desk: SequencerDesk): Command[] {
  return desk.log.handed.flatMap(({ commands }) => commands);
}

/** The hours that were sent, counted from the opening. */
function hoursOf(desk: SequencerDesk): number[] {
  return commandsOf(desk).flatMap((command) =>
    command.type === "HourTick" ? [(command.hourMs - OPENING_MS) / HOUR_MS] : [],
  );
}

function from1To(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

test("CORE-TIME-1 the time of a batch is the clock's, the same for all its commands", async () => {
  const desk = await SequencerDesk.open();
  const nowMs = desk.time.wallMs();
  const answers = [1, 2, 3].map((n) => desk.submit(deposit(ALICE, `d-${n}`)));

  await desk.time.pass(250);
  await desk.log.release();
  await desk.time.pass(250);
  await desk.log.release();

  const times = answers.map(({ submitted }) => submitted?.kind === "done" && submitted.timeMs);
  expect(times).toEqual([nowMs, nowMs + 250, nowMs + 250]);
});

test("CORE-TIME-1 a clock that is set back does not take engine time back", async () => {
  const desk = await openDesk();
  const before = await desk.submit(deposit(ALICE, "before")).promise;
  const heldMs = desk.sequencer.state.timeMs;

  desk.time.jump(-30 * 60_000);
  const during = await desk.submit(deposit(ALICE, "during")).promise;
  await desk.time.pass(1_000);
  desk.time.jump(30 * 60_000);
  const after = await desk.submit(deposit(ALICE, "after")).promise;

  expect(before).toMatchObject({ kind: "done", timeMs: heldMs });
  expect(during).toMatchObject({ kind: "done", timeMs: heldMs });
  expect(after).toMatchObject({ kind: "done", timeMs: heldMs + 1_000 });
  const times = batchesOf(desk.log).map(({ timeMs }) => timeMs);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  expect(stateHashOf(desk.replayed())).toBe(hashOfSequencer(desk.sequencer));
});

test("CORE-TICK-1 an hour that is due goes before the orders of its batch", async () => {
  const desk = await SequencerDesk.open();
  await desk.time.pass(HOUR_MS - 2_000);
  desk.submit(order(ALICE, "buy 1 @ 1", "before-the-hour"));
  const waiting = desk.submit(order(ALICE, "buy 1 @ 1", "after-the-hour"));
  expect(desk.log.handed.at(-1)?.commands.map(({ type }) => type)).toEqual(["PlaceOrder"]);

  await desk.time.pass(1_000);
  await desk.log.release();
  await desk.log.release();

  const types = desk.log.handed.at(-1)?.commands.map(({ type }) => type);
  expect(types).toEqual(["HourTick", "PlaceOrder"]);
  expect(waiting.submitted?.kind).toBe("done");
  expect(desk.sequencer.state.hourMs).toBe(OPENING_MS + HOUR_MS);
});

test("CORE-TICK-1 hours missed tick one by one, in order, before the first request", async () => {
  const desk = await openDesk();

  await desk.time.pass(3 * HOUR_MS - 1_000);
  const first = desk.submit(order(ALICE, "buy 1 @ 1", "first"));
  await settle();

  expect(commandsOf(desk).map(({ type }) => type)).toEqual([
    "HourTick",
    "HourTick",
    "HourTick",
    "PlaceOrder",
  ]);
  expect(hoursOf(desk)).toEqual([1, 2, 3]);
  expect(first.submitted?.kind).toBe("done");
});

test.each([512, 513, 1_024, 1_300])(
  "CORE-TICK-1 %i missed hours all tick before the first request, each once",
  async (missed) => {
    const desk = await openDesk();
    desk.time.jump(missed * HOUR_MS - 1_000);

    const first = desk.submit(order(ALICE, "buy 1 @ 1", "first"));
    await settle();

    expect(hoursOf(desk)).toEqual(from1To(missed));
    expect(commandsOf(desk).at(-1)).toMatchObject({ clientId: "first" });
    expect(commandsOf(desk)).toHaveLength(missed + 1);
    expect(desk.log.handed.every(({ count }) => count <= 512)).toBe(true);
    expect(first.submitted).toMatchObject({ kind: "done", outcome: { ok: true } });
    expect(brokenInvariants(desk.sequencer.state)).toEqual([]);
    expect(stateHashOf(desk.replayed())).toBe(hashOfSequencer(desk.sequencer));
  },
);

test("CORE-TICK-1 catching up is over when the last missed hour has ticked", async () => {
  const desk = await SequencerDesk.open();
  desk.time.jump(600 * HOUR_MS);

  let isOver = false;
  const catchUp = desk.sequencer.catchUp().then(() => {
    isOver = true;
  });
  await desk.log.release();
  expect(isOver).toBe(false);
  await desk.log.release();
  await catchUp;

  expect(hoursOf(desk)).toEqual(from1To(600));
  expect(desk.sequencer.state.hourMs).toBe(OPENING_MS + 600 * HOUR_MS);
});

test("CORE-TICK-1 when nothing is due, nothing is written", async () => {
  const desk = await openDesk();

  desk.sequencer.flush();
  await desk.sequencer.catchUp();
  await desk.time.pass(HOUR_MS - 2_000);
  desk.sequencer.flush();
  await settle();

  expect(desk.log.handed).toEqual([]);
});

test("CORE-TICK-1 an hour ticks at its time by itself, once, however often the sequencer is asked", async () => {
  const desk = await openDesk();
  expect(nextTickMs(desk.sequencer.state)).toBe(OPENING_MS + HOUR_MS);
  await desk.time.pass(HOUR_MS - 1_000);
  expect(desk.time.wallMs()).toBe(nextTickMs(desk.sequencer.state));

  for (let i = 0; i < 3; i++) desk.sequencer.flush();
  await settle();
  desk.sequencer.flush();
  await desk.time.pass(5_000);

  expect(hoursOf(desk)).toEqual([1]);
  expect(nextTickMs(desk.sequencer.state)).toBe(OPENING_MS + 2 * HOUR_MS);
});

test("CORE-TICK-1 an hour sent twice is refused by the engine and stops the sequencer", async () => {
  const desk = await openDesk();
  await desk.time.pass(HOUR_MS);
  const hour: Command = { type: "HourTick", hourMs: OPENING_MS + HOUR_MS };
  desk.sequencer.flush();
  await settle();

  const again = desk.submit(hour);
  await settle();

  expect(again.submitted).toEqual({ kind: "unknown" });
  expect(desk.broken).toHaveLength(1);
  expect(String(desk.broken[0])).toContain("a tick that was sent is due");
});

test("CORE-TICK-1 a directory that is not open has no hours", () => {
  expect(dueTicks(emptyState(), OPENING_MS, 512)).toEqual([]);
});

test("CORE-TICK-1 a tick is in the log like any command", async () => {
  const desk = await openDesk();
  await desk.time.pass(HOUR_MS);

  desk.sequencer.flush();
  await settle();

  const last = batchesOf(desk.log).at(-1);
  expect([...decodeCommands(last?.payload ?? new Uint8Array(), last?.count ?? 0)]).toEqual([
    { type: "HourTick", hourMs: OPENING_MS + HOUR_MS },
  ]);
});

test("SPOT-DELIST-1 the sequencer goes on with a delisting until the book is empty, orders between", async () => {
  const desk = await openDesk();
  const count = 2 * DELIST_STEP + 1;
  for (let n = 0; n < count; n++) desk.submit(order(ALICE, "buy 0.0001 @ 1"));
  await settle();
  expect(desk.sequencer.state.orders.byId.size).toBe(count);

  const delisted = desk.submit({ type: "DelistPair", pair: 1, request: 0 });
  const late = desk.submit(order(BOB, "buy 0.0001 @ 1"));
  await settle();

  expect(delisted.submitted?.kind).toBe("done");
  expect(late.submitted).toMatchObject({ outcome: { ok: false } });
  expect(desk.sequencer.state.orders.byId.size).toBe(0);
  expect(desk.sequencer.state.catalogue.pairs[0]?.status).toBe("delisted");
  expect(commandsOf(desk).filter(({ type }) => type === "DelistPair")).toHaveLength(3);
});

const SECOND_MS = 1_000;
const CONTRACT: Command = {
  type: "AddContract",
  ...DESK_CONTRACT,
  fundingHours: 1,
  name: "E-BTC-USDT",
  base: 1,
  request: 0,
};
const INDEX: Command = {
  type: "SetIndex",
  asset: 1,
  source: "operator",
  weight: 1,
  price: 20_000n * 10n ** 18n,
  request: 0,
};

/** A desk with a contract whose index the operator has set; what was sent for that is forgotten. */
async function contractDesk(): Promise<SequencerDesk> {
  const desk = await openDesk();
  for (const command of [CONTRACT, INDEX]) await desk.submit(command).promise;
  await desk.time.pass(SECOND_MS);
  desk.log.handed.length = 0;
  return desk;
}

/** The seconds that were sent, counted from the opening. */
function secondsOf(desk: SequencerDesk): number[] {
  return commandsOf(desk).flatMap((command) =>
    command.type === "SecondTick" ? [(command.secondMs - OPENING_MS) / SECOND_MS] : [],
  );
}

test("FUT-TICK-1 without a contract no second ticks", async () => {
  const desk = await openDesk();

  await desk.time.pass(10 * SECOND_MS);

  expect(commandsOf(desk)).toEqual([]);
  expect(nextTickMs(desk.sequencer.state)).toBe(OPENING_MS + HOUR_MS);
});

test("FUT-TICK-1 with a contract every second ticks by itself, once", async () => {
  const desk = await contractDesk();

  for (let i = 0; i < 6; i++) await desk.time.pass(SECOND_MS / 2);

  expect(secondsOf(desk)).toEqual([3, 4, 5]);
  expect(nextTickMs(desk.sequencer.state)).toBe(OPENING_MS + 6 * SECOND_MS);
  expect(stateHashOf(desk.replayed())).toBe(hashOfSequencer(desk.sequencer));
});

test("FUT-TICK-1 a second that is due goes before the orders of its batch", async () => {
  const desk = await contractDesk();
  desk.time.jump(SECOND_MS);

  desk.submit(order(ALICE, "buy 1 @ 1", "after-the-second"));
  await settle();

  expect(commandsOf(desk).map(({ type }) => type)).toEqual(["SecondTick", "PlaceOrder"]);
});

test("FUT-TICK-1 CORE-TICK-1 FUT-FUND-9 after downtime the hours come one by one, then one second alone", async () => {
  const desk = await contractDesk();
  await desk.time.pass(60 * SECOND_MS);
  expect(desk.sequencer.state.futures.markets[0]?.premiumCount).toBe(1);
  desk.log.handed.length = 0;

  desk.time.jump(30 * HOUR_MS);
  await desk.sequencer.catchUp();
  await settle();

  expect(hoursOf(desk)).toEqual(from1To(30));
  expect(secondsOf(desk)).toEqual([30 * 3600 + 62]);
  expect(commandsOf(desk).at(-1)?.type).toBe("SecondTick");
  const market = desk.sequencer.state.futures.markets[0];
  // FUT-FUND-3: the one sample of before counted for the first hour, and that of now is the next.
  expect(market).toMatchObject({ premiumCount: 1, fundingRate: 0 });
  const funded = desk.events.filter(({ type }) => type === "FundingSettled");
  expect(funded.map((event) => "rate" in event && event.rate)).toEqual([
    10_000,
    ...Array.from({ length: 29 }, () => 0),
  ]);
  // FUT-FUND-9: all at one time, each with an hour of its own.
  expect(funded.map((event) => "dueMs" in event && (event.dueMs - OPENING_MS) / HOUR_MS)).toEqual(
    from1To(30),
  );
  expect(stateHashOf(desk.replayed())).toBe(hashOfSequencer(desk.sequencer));
});

test("FUT-TICK-1 when the last contract is delisted the seconds end", async () => {
  const desk = await contractDesk();

  await desk.submit({ type: "DelistContract", contract: 1, request: 0 }).promise;
  desk.log.handed.length = 0;
  await desk.time.pass(5 * SECOND_MS);

  expect(commandsOf(desk)).toEqual([]);
});

function countdown(user: number, afterMs: number): Command {
  return { type: "SetCountdown", user, key: user, request: 0, pair: 1, afterMs };
}

const TICKED: ReadonlySet<string> = new Set(["HourTick", "EndCountdown"]);

function endsOf(desk: SequencerDesk): number[] {
  return commandsOf(desk).flatMap((command) =>
    command.type === "EndCountdown" ? [command.user] : [],
  );
}

test("SPOT-COUNT-3 a countdown that is due goes before the orders of its batch, and cancels once", async () => {
  const desk = await openDesk();
  await desk.submit(order(ALICE, "buy 1 @ 90")).promise;
  await desk.submit(countdown(ALICE, 5_000)).promise;
  expect(nextTickMs(desk.sequencer.state)).toBe(desk.sequencer.state.timeMs + 5_000);
  await desk.time.pass(4_999);
  desk.sequencer.flush();
  expect(endsOf(desk)).toEqual([]);
  await desk.time.pass(1);

  const sale = await desk.submit(order(BOB, "sell 1 @ 90")).promise;

  expect(endsOf(desk)).toEqual([ALICE]);
  expect(sale).toMatchObject({ outcome: { answer: { status: "new" } } });
  expect(desk.sequencer.state.countdowns.byTime).toEqual([]);
  expect(stateHashOf(desk.replayed())).toBe(hashOfSequencer(desk.sequencer));
});

test("SPOT-COUNT-3 behind a downtime the countdowns end before the first request, those due first come first", async () => {
  const desk = await openDesk();
  for (const user of [ALICE, BOB]) await desk.submit(order(user, "buy 1 @ 90")).promise;
  await desk.submit(countdown(ALICE, 9_000)).promise;
  await desk.submit(countdown(BOB, 5_000)).promise;
  await desk.time.pass(2 * HOUR_MS);

  await desk.sequencer.catchUp();

  expect(endsOf(desk)).toEqual([BOB, ALICE]);
  const types = commandsOf(desk).flatMap(({ type }) => (TICKED.has(type) ? [type] : []));
  expect(types).toEqual(["EndCountdown", "EndCountdown", "HourTick", "HourTick"]);
  expect(desk.sequencer.state.orders.byId.size).toBe(0);
});

test("SPOT-COUNT-3 SANDBOX-CLOCK-3 a frozen clock that is led on stops where a countdown is due", () => {
  const state = emptyState();
  state.timeMs = OPENING_MS;
  expect(nextBoundaryMs(state)).toBe(OPENING_MS + HOUR_MS);
  enterCountdown(state.countdowns, { user: 1, pair: 1, dueMs: OPENING_MS + 70_000 });
  expect(nextBoundaryMs(state)).toBe(OPENING_MS + 70_000);
  state.timeMs += 70_000;

  expect(nextBoundaryMs(state)).toBe(OPENING_MS + HOUR_MS);
  expect(dueTicks({ ...state, kind: "sandbox", hourMs: OPENING_MS }, state.timeMs, 9)).toEqual([
    { type: "EndCountdown", user: 1, pair: 1 },
  ]);
});
