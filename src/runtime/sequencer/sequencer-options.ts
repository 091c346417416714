/** What the sequencer is made with, and what it tells its meter. */
import type { Timer } from "../../core/base/timer.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import type { Log } from "../../log/log.ts";
import type { Replica } from "../replica/replay.ts";

export interface SequencerOptions {
  readonly log: Log;
  readonly epoch: number;
  /** At the end of the log; the sequencer leads it on. */
  readonly replica: Replica;
  readonly now: () => number;
  readonly timer: Timer;
  /** The process must stop: a fault, or a write whose outcome is unknown. */
  readonly onBroken: (reason: unknown) => void;
  /** Looks at what a batch did before any client is told; throws when something does not add up. */
  readonly inspect?: ((state: ExchangeState) => void) | undefined;
  readonly meter?: SequencerMeter | undefined;
}

/** Told how large the batches are and how long they take, in ms of any clock that only goes on. */
export interface SequencerMeter {
  now(): number;
  appended(count: number, tookMs: number): void;
  applied(count: number, tookMs: number): void;
}
