/** The clock of a sandbox, as the engine sees it. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { EngineClock } from "./clock.ts";
import { ADVANCE_MS_MAX, engineTimeAt, isAdvancing } from "./clock.ts";
import type { Command } from "./codec.ts";
import { apply } from "./engine.ts";
import { readSnapshot, writeSnapshot } from "./snapshot/snapshot.ts";
import { type ExchangeState, emptyState } from "./state.ts";

const START_MS = 1_800_000_000_000;
const request = 7;

function opened(kind: "production" | "sandbox" = "sandbox"): ExchangeState {
  const state = emptyState();
  give(state, { type: "OpenDirectory", kind, format: 1, rules: 1 }, START_MS);
  return state;
}

function give(state: ExchangeState, command: Command, timeMs = state.timeMs) {
  return apply(state, command, { timeMs, events: [] });
}

const COMMANDS: readonly Command[] = [
  { type: "FreezeClock", request },
  { type: "AdvanceClock", toMs: START_MS + 5_000, byMs: 0, request },
  { type: "ResumeClock", nowMs: START_MS, request },
  { type: "LoadState", name: "monday", stateHash: new Uint8Array(32), request },
];

test.each(COMMANDS)("SANDBOX-STATE-6 a production directory refuses $type", (command) => {
  const state = opened("production");
  const before = writeSnapshot(state).slice();

  expect(give(state, command)).toEqual({ ok: false, reason: "not_a_sandbox" });
  expect(isSameButCounted(before, state)).toBe(true);
});

/** A refusal counts as a command, and changes nothing else. */
function isSameButCounted(before: Uint8Array, state: ExchangeState): boolean {
  const was = readSnapshot(before);
  return JSON.stringify(was.clock) === JSON.stringify(state.clock) && was.timeMs === state.timeMs;
}

test("SANDBOX-CLOCK-1 a frozen clock does not move, a running one keeps its lead, none goes back", () => {
  const state = opened();
  expect(engineTimeAt(state, START_MS + 9)).toBe(START_MS + 9);
  expect(engineTimeAt(state, START_MS - 9)).toBe(START_MS);

  give(state, { type: "FreezeClock", request });
  expect(engineTimeAt(state, START_MS + 9)).toBe(START_MS);

  give(state, { type: "ResumeClock", nowMs: START_MS - 1_000, request });
  expect(engineTimeAt(state, START_MS + 9)).toBe(START_MS + 1_009);

  give(state, { type: "FreezeClock", request });
  give(state, { type: "ResumeClock", nowMs: START_MS + 1_000, request });
  expect(engineTimeAt(state, START_MS + 9)).toBe(START_MS);
  expect(engineTimeAt(state, START_MS + 1_009)).toBe(START_MS + 9);
});

test("SANDBOX-CLOCK-2 only a frozen clock is advanced, forward, and not too far", () => {
  const state = opened();
  const advance = (byMs: number) =>
    give(state, { type: "AdvanceClock", toMs: START_MS + byMs, byMs: 0, request });

  expect(advance(1)).toMatchObject({ reason: "clock_running" });
  expect(give(state, { type: "ResumeClock", nowMs: START_MS, request })).toMatchObject({
    reason: "clock_running",
  });
  give(state, { type: "FreezeClock", request });
  expect(give(state, { type: "FreezeClock", request })).toMatchObject({ reason: "clock_frozen" });
  expect(advance(0)).toMatchObject({ reason: "time_not_ahead" });
  expect(advance(ADVANCE_MS_MAX + 1)).toMatchObject({ reason: "advance_too_far" });
  expect(isAdvancing(state)).toBe(false);
  expect(advance(ADVANCE_MS_MAX)).toMatchObject({ ok: true });
  expect(isAdvancing(state)).toBe(true);
});

test("SANDBOX-CLOCK-2 an advance by so much goes further than one that is on its way", () => {
  const state = opened();
  give(state, { type: "FreezeClock", request });
  give(state, { type: "AdvanceClock", toMs: 0, byMs: 1_000, request });

  give(state, { type: "AdvanceClock", toMs: 0, byMs: 500, request });

  expect(state.clock.targetMs).toBe(START_MS + 1_500);
  expect(give(state, { type: "AdvanceClock", toMs: 0, byMs: 0, request })).toMatchObject({
    reason: "time_not_ahead",
  });
});

test("SANDBOX-CLOCK-3 a step is taken only on the way, and only at its own time", () => {
  const state = opened();
  const reach = (stepMs: number, timeMs: number) =>
    give(state, { type: "ReachTime", timeMs: START_MS + stepMs }, START_MS + timeMs);

  expect(reach(0, 0)).toMatchObject({ reason: "tick_not_due" });
  give(state, { type: "FreezeClock", request });
  give(state, { type: "AdvanceClock", toMs: START_MS + 100, byMs: 0, request });
  expect(reach(40, 41)).toMatchObject({ reason: "tick_not_due" });
  expect(reach(60, 60)).toMatchObject({ ok: true });
  expect(reach(100, 100)).toMatchObject({ ok: true });
  expect(isAdvancing(state)).toBe(false);
  expect(reach(101, 101)).toMatchObject({ reason: "tick_not_due" });
});

test("SANDBOX-CLOCK-4 a resumed clock forgets what it was to reach", () => {
  const state = opened();
  give(state, { type: "FreezeClock", request });
  give(state, { type: "AdvanceClock", toMs: START_MS + 100, byMs: 0, request });

  give(state, { type: "ResumeClock", nowMs: START_MS + 3, request });

  expect(state.clock).toEqual({ frozen: 0, leadMs: -3, targetMs: 0 });
  expect(isAdvancing(state)).toBe(false);
});

test("LOG-SNAP-1 a clock in any state comes back from a snapshot, and folds into the digest", () => {
  const clock = fc.record<EngineClock>({
    frozen: fc.constantFrom(0, 1),
    leadMs: fc.integer({ min: -1e12, max: 1e12 }),
    targetMs: fc.nat(1e15),
  });
  fc.assert(
    fc.property(clock, (shown) => {
      const state = opened();
      Object.assign(state.clock, shown);

      expect(readSnapshot(writeSnapshot(state)).clock).toEqual(shown);
    }),
  );
  const digests = [0, 1].map((leadMs) => {
    const state = opened();
    give(state, { type: "FreezeClock", request });
    give(state, { type: "ResumeClock", nowMs: START_MS - leadMs, request });
    return [...state.digest].join();
  });
  expect(digests[0]).not.toBe(digests[1]);
});
