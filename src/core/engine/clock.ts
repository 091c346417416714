/**
 * A sandbox's own clock: it can be frozen, advanced boundary by boundary to a time that was asked for,
 * and resumed. The time asked for is in the state, so a restart goes on with it. Only engine time
 * is moved; requests are signed and limited by real time. Rules SANDBOX-CLOCK-1 to SANDBOX-CLOCK-4.
 */

import { type Accepted, accept, reject } from "../base/outcome.ts";
import { answers, type CommandOf, command, type DeclaredOutcome } from "../base/records/command.ts";
import { foldNumber } from "../base/records/digest.ts";
import { int, record, uint } from "../base/records/record.ts";
import type { ExchangeState } from "./state.ts";

/** The engine time at which the clock was changed. */
export interface ClockTime {
  readonly timeMs: number;
}

export const FreezeClock = command("FreezeClock", 4, {
  fields: { request: uint },
  answer: answers<ClockTime>(),
  rejects: ["not_a_sandbox", "clock_frozen"],
  events: [],
});
export type FreezeClock = CommandOf<typeof FreezeClock>;
/** Advances to a time, or by so much: the other field is 0. */
export const AdvanceClock = command("AdvanceClock", 5, {
  fields: { toMs: uint, byMs: uint, request: uint },
  answer: answers<ClockTime>(),
  rejects: ["not_a_sandbox", "clock_running", "time_not_ahead", "advance_too_far"],
  events: [],
});
export type AdvanceClock = CommandOf<typeof AdvanceClock>;
/** A step of an advance; the sequencer gives its batch this very time. */
export const ReachTime = command("ReachTime", 6, {
  fields: { timeMs: uint },
  answer: answers<ClockTime>(),
  rejects: ["tick_not_due"],
  events: [],
});
export type ReachTime = CommandOf<typeof ReachTime>;
/** `nowMs`: the time of the request clock; the lead is engine time less this time. */
export const ResumeClock = command("ResumeClock", 7, {
  fields: { nowMs: uint, request: uint },
  answer: answers<ClockTime>(),
  rejects: ["not_a_sandbox", "clock_running"],
  events: [],
});
export type ResumeClock = CommandOf<typeof ResumeClock>;

export interface EngineClock {
  /** 1 while the clock is frozen, else 0. */
  frozen: number;
  /** While the clock runs: engine time less request time. */
  leadMs: number;
  /** While the clock is frozen: the time it advances to; that of the state once it is reached. */
  targetMs: number;
}

export const clockRecord = record({ frozen: uint, leadMs: int, targetMs: uint });

/** SANDBOX-CLOCK-2: a year at once is enough, so that a mistyped time is not a century. */
export const ADVANCE_MS_MAX = 366 * 24 * 3_600_000;

export function newClock(): EngineClock {
  return { frozen: 0, leadMs: 0, targetMs: 0 };
}

/** SANDBOX-CLOCK-1: the time that a command would get when the request clock shows `nowMs`. */
export function engineTimeAt({ clock, timeMs }: ExchangeState, nowMs: number): number {
  return clock.frozen === 1 ? timeMs : Math.max(timeMs, nowMs + clock.leadMs);
}

/** Whether the clock has not yet reached the time that it advances to. */
export function isAdvancing({ clock, timeMs }: ExchangeState): boolean {
  return clock.frozen === 1 && clock.targetMs > timeMs;
}

export function freezeClock(state: ExchangeState): DeclaredOutcome<typeof FreezeClock> {
  const { kind, clock } = state;
  if (kind !== "sandbox") return reject("not_a_sandbox");
  if (clock.frozen === 1) return reject("clock_frozen");

  return set(state, { frozen: 1, leadMs: 0, targetMs: state.timeMs });
}

/** SANDBOX-CLOCK-2 */
export function advanceClock(
  state: ExchangeState,
  command: AdvanceClock,
): DeclaredOutcome<typeof AdvanceClock> {
  const { clock, timeMs } = state;
  const fromMs = Math.max(clock.targetMs, timeMs);
  const toMs = command.byMs > 0 ? fromMs + command.byMs : command.toMs;
  if (state.kind !== "sandbox") return reject("not_a_sandbox");
  if (clock.frozen === 0) return reject("clock_running");
  if (toMs <= timeMs) return reject("time_not_ahead", { had: `${timeMs}`, needed: `${toMs}` });
  if (toMs - timeMs > ADVANCE_MS_MAX) return reject("advance_too_far");

  return set(state, { ...clock, targetMs: toMs });
}

/** SANDBOX-CLOCK-3: the step's batch has this time already, so nothing else changes. */
export function reachTime(
  { clock, timeMs }: ExchangeState,
  step: ReachTime,
): DeclaredOutcome<typeof ReachTime> {
  const isDue = clock.frozen === 1 && step.timeMs === timeMs && timeMs <= clock.targetMs;
  return isDue ? accept({ timeMs }) : reject("tick_not_due");
}

/** SANDBOX-CLOCK-4: the clock goes on from its time; the rest of an advance is forgotten. */
export function resumeClock(
  state: ExchangeState,
  { nowMs }: ResumeClock,
): DeclaredOutcome<typeof ResumeClock> {
  if (state.kind !== "sandbox") return reject("not_a_sandbox");
  if (state.clock.frozen === 0) return reject("clock_running");

  return set(state, { frozen: 0, leadMs: state.timeMs - nowMs, targetMs: 0 });
}

function set(state: ExchangeState, { frozen, leadMs, targetMs }: EngineClock): Accepted<ClockTime> {
  Object.assign(state.clock, { frozen, leadMs, targetMs });
  for (const part of [frozen, leadMs, targetMs]) foldNumber(state.digest, part);
  return accept({ timeMs: state.timeMs });
}
