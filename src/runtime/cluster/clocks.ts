/**
 * The clocks of a node's machine, and how long ago something was. None of them is trusted to go on: the monotonic clock may
 * stand while a machine sleeps, every clock of a guest while its host pauses it, and the wall clock is set by people. So the
 * age of something is what the clock says that has gone furthest since. Rule CLUSTER-READ-2.
 */
import type { TimeSource } from "../sequencer/clock.ts";

export interface Clocks extends TimeSource {
  /** Since the machine was started, in ms; it goes on while the machine sleeps. */
  bootMs(): number;
}

/** What every clock said at one time. */
export interface ClockReadings {
  readonly monotonicMs: number;
  readonly bootMs: number;
  readonly wallMs: number;
}

export function readClocks(clocks: Clocks): ClockReadings {
  return {
    monotonicMs: clocks.monotonicMs(),
    bootMs: clocks.bootMs(),
    wallMs: clocks.wallMs(),
  };
}

/** By the clock that has gone furthest: one that was set back, or has stood, makes nothing younger. */
export function ageMs(then: ClockReadings, clocks: Clocks): number {
  return Math.max(
    clocks.monotonicMs() - then.monotonicMs,
    clocks.bootMs() - then.bootMs,
    clocks.wallMs() - then.wallMs,
  );
}
