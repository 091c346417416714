/**
 * The commands that wait, and the next batch that is made of them: first what is due, then what waits, oldest first, as much as a
 * batch takes. Rules CORE-TIME-1, CORE-TICK-1, LOG-FULL-1.
 */
import { ByteWriter } from "../../core/base/records/bytes.ts";
import { engineTimeAt } from "../../core/engine/clock.ts";
import { type Command, encodeCommand } from "../../core/engine/codec.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import { BATCH_COUNT_MAX } from "../../log/batch.ts";
import type { BatchDraft, Log } from "../../log/log.ts";
import { digestOf } from "../replica/replay.ts";
import { dueTicks, nextBoundaryMs } from "./ticks.ts";
import { CommandQueue, stepIn, type Waiting } from "./waiting.ts";

export const BATCH_BYTES_MAX = 64 * 1024;

interface BatchMakerOptions {
  readonly state: ExchangeState;
  readonly log: Pick<Log, "isShortOfSpace">;
  readonly now: () => number;
  readonly onBroken: (reason: unknown) => void;
}

/** What is written together. */
export interface NextBatch {
  readonly commands: readonly Waiting[];
  /** Its payload is gone with the next batch. */
  readonly draft: BatchDraft;
}

export class BatchMaker {
  readonly #options: BatchMakerOptions;
  readonly #waiting = new CommandQueue();
  readonly #out = new ByteWriter(2 * BATCH_BYTES_MAX);

  constructor(options: BatchMakerOptions) {
    this.#options = options;
  }

  get count(): number {
    return this.#waiting.count;
  }

  /** False when there is no room. */
  push(waiting: Waiting): boolean {
    return this.#waiting.push(waiting);
  }

  /** Undefined when nothing is due and nothing waits. */
  next(): NextBatch | undefined {
    this.#turnAwayLate();
    const timeMs = this.#nextTimeMs();
    this.#out.reset();
    const ticks = this.#dueTicks(timeMs);
    for (const tick of ticks) encodeCommand(this.#out, tick);
    const commands: Waiting[] = ticks.map((command) => ({ command, ...UNASKED }));
    this.#collect(commands);
    return commands.length > 0 ? this.#drafted(commands, timeMs) : undefined;
  }

  /** LOG-IDLE-1: a batch without commands. */
  empty(): NextBatch {
    this.#out.reset(); // It may still hold a batch that found no space.
    return this.#drafted([], this.#options.state.timeMs);
  }

  #drafted(commands: readonly Waiting[], timeMs: number): NextBatch {
    const { state } = this.#options;
    const digested = { digestPosition: state.position, digest: digestOf(state) };
    const draft = { timeMs, count: commands.length, ...digested, payload: this.#out.view() };
    return { commands, draft };
  }

  /** Turns away all that waits. */
  refuseAll(): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      next.answer({ kind: "unavailable" });
    }
  }

  /** CORE-TIME-1, SANDBOX-CLOCK-3: a step of a frozen clock brings its time along. */
  #nextTimeMs(): number {
    const { state, now } = this.#options;
    const { timeMs, clock } = state;
    const step = stepIn(this.#waiting.first);
    if (!step || clock.frozen === 0) return engineTimeAt(state, now());
    // What came before it in the sequencer may have brought a boundary nearer.
    const furthestMs = Math.min(clock.targetMs, nextBoundaryMs(state));
    const isOnTheWay = step.timeMs >= timeMs && step.timeMs <= furthestMs;
    return isOnTheWay ? step.timeMs : timeMs;
  }

  /** LOG-FULL-1: seconds wait for space; they are never made up. */
  #dueTicks(timeMs: number): Command[] {
    const { state, log } = this.#options;
    const ticks = dueTicks(state, timeMs, BATCH_COUNT_MAX);
    if (!log.isShortOfSpace || state.clock.frozen === 1) return ticks; // SANDBOX-CLOCK-3
    return ticks.filter(({ type }) => type !== "SecondTick");
  }

  /** Runs before the time is decided: the first command that is in time decides it. */
  #turnAwayLate(): void {
    const nowMs = this.#options.now();
    const isLate = () => nowMs > (this.#waiting.first?.notAfterMs ?? Number.POSITIVE_INFINITY);
    while (isLate()) this.#waiting.shift()?.answer({ kind: "late" });
  }

  /** Moves what waits into the batch, and turns away what has become late meanwhile. */
  #collect(batch: Waiting[]): void {
    const nowMs = this.#options.now();
    while (batch.length < BATCH_COUNT_MAX && this.#out.length < BATCH_BYTES_MAX) {
      // A step begins a batch: what came before it has the time before it.
      if (stepIn(this.#waiting.first) && batch.some(({ answer }) => answer !== UNASKED.answer))
        return;
      const next = this.#waiting.shift();
      if (!next) return;
      if (nowMs > next.notAfterMs) {
        next.answer({ kind: "late" });
        continue;
      }
      if (this.#encode(next)) batch.push(next);
    }
  }

  /** A command that has no bytes is our own bug: it is refused, and the process stops. */
  #encode({ command, answer }: Waiting): boolean {
    const start = this.#out.length;
    try {
      encodeCommand(this.#out, command);
      return true;
    } catch (error) {
      this.#out.reset(start);
      answer({ kind: "unavailable" });
      this.#options.onBroken(error);
      return false;
    }
  }
}

const UNASKED = { notAfterMs: Number.POSITIVE_INFINITY, answer: () => undefined };
