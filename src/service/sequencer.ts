/**
 * The sequencer: where commands are put in order, given their time, made durable, applied and answered,
 * in this sequence and no other. While one batch is on its way to the disk the next collects; an
 * idle sequencer sends at once. Nothing that is not durable is ever visible. Rules LOG-DUR-1,
 * CORE-TIME-1, LOG-IDLE-1, LOG-FULL-1, LOG-FULL-2.
 */

import { assert } from "../base/assert.ts";
import { ByteWriter } from "../base/bytes.ts";
import type { CommandContext } from "../base/command-context.ts";
import { EventList } from "../base/event-list.ts";
import { engineTimeAt } from "../engine/clock.ts";
import { type Command, encodeCommand } from "../engine/codec.ts";
import { apply } from "../engine/engine.ts";
import type { ExchangeEvent } from "../engine/events.ts";
import type { OutcomeOf } from "../engine/outcomes.ts";
import type { ExchangeState } from "../engine/state.ts";
import { BATCH_COUNT_MAX } from "../log/batch.ts";
import { drawLineName } from "../log/line-names.ts";
import type { Appended, Cursor } from "../log/log.ts";
import type { Views } from "../views/views.ts";
import { isCancel, isTick } from "./command-kinds.ts";
import type { Core } from "./core.ts";
import { hindranceOf, type NotReady } from "./readiness.ts";
import { digestOf } from "./replay.ts";
import type { SequencerOptions } from "./sequencer-options.ts";
import type { EngineOutcome, Submitted } from "./submission.ts";
import { dueTicks, nextBoundaryMs } from "./ticks.ts";
import { answerAll, CommandQueue, stepIn, type Waiting } from "./waiting.ts";

export const BATCH_BYTES_MAX = 64 * 1024;

/** LOG-DUR-1: a command that was handed to the log and has no answer by then: 504. */
export const ANSWER_MS = 10_000;
const IDLE_MS = 1_000;
/** LOG-PG-3: so long a stop waits for the outcome of a batch. */
export const DOUBT_MS = 3_000;

export class Sequencer implements Core {
  readonly #options: SequencerOptions;
  readonly #waiting = new CommandQueue();
  readonly #listeners: ((event: ExchangeEvent) => void)[] = [];
  readonly #batchListeners: ((bytes: Uint8Array) => void)[] = [];
  readonly #events = new EventList<ExchangeEvent>();
  readonly #out = new ByteWriter(2 * BATCH_BYTES_MAX);
  #isAppending = false;
  #refusal: "stopping" | "halted" | "fenced" | "broken" | undefined;
  #callOffIdle: () => void = () => undefined;
  #onDrained: (() => void)[] = [];
  #onCaughtUp: (() => void) | undefined;
  #stopped: Promise<void> | undefined;
  /** SANDBOX-STATE-1: commands that come wait, and nothing is written. */
  #isHeld = false;
  /** It is being stopped, and an outcome that is not known is not waited for. */
  #hasGivenUp = false;
  /** The log is closed: not even what is due is written. */
  #isClosed = false;
  /** STREAM-RESUME-5: a start is another line. */
  readonly lines: readonly string[] = [drawLineName()];

  constructor(options: SequencerOptions) {
    this.#options = options;
    assert(options.state.position === options.log.end.position, "the state is at the log's end");
  }

  get state(): ExchangeState {
    return this.#options.state;
  }

  get views(): Views {
    return this.#options.views;
  }

  /** Where the log ends. */
  get end(): Cursor {
    return this.#options.log.end;
  }

  get waiting(): number {
    return this.#waiting.count;
  }

  /** LOG-DIGEST-1: nothing is accepted any more. */
  get isHalted(): boolean {
    return this.#refusal === "halted";
  }

  /** Why new orders are not taken, while they are not. */
  get notReady(): NotReady | undefined {
    return this.#refusal ?? hindranceOf(this.#options.log);
  }

  now(): number {
    return this.#options.now();
  }

  /** FOLLOW-READ-1: it is its own state that it answers from. */
  current(): undefined {
    return undefined;
  }

  onEvent(listener: (event: ExchangeEvent) => void): void {
    this.#listeners.push(listener);
  }

  /** FOLLOW-FEED-1: empty ones, too, when they are looked at and all that waited are answered. */
  onBatch(listener: (bytes: Uint8Array) => void): void {
    this.#batchListeners.push(listener);
  }

  submit<C extends Command>(
    command: C,
    notAfterMs = Number.POSITIVE_INFINITY,
  ): Promise<Submitted<OutcomeOf<C>>> {
    const submitted = this.#promise(command, notAfterMs);
    this.flush();
    return submitted;
  }

  submitAll<C extends Command>(
    commands: readonly C[],
    notAfterMs = Number.POSITIVE_INFINITY,
  ): Promise<Submitted<OutcomeOf<C>>[]> {
    const submitted = commands.map((command) => this.#promise(command, notAfterMs));
    this.flush();
    return Promise.all(submitted);
  }

  #promise<C extends Command>(command: C, notAfterMs: number): Promise<Submitted<OutcomeOf<C>>> {
    return new Promise((resolve) => {
      // The outcome of a command is given back to the command that it was applied for, and to no other.
      this.enter({ command, notAfterMs, answer: resolve as Waiting["answer"] });
    });
  }

  /** Lets a command wait for the next batch, which `flush` sends; it is answered once. */
  enter(waiting: Waiting): void {
    const isTaken = this.#takes(waiting.command) && this.#waiting.push(waiting);
    if (!isTaken) waiting.answer({ kind: "unavailable" });
  }

  /** LOG-FULL-1: what is left of the disk belongs to cancels. */
  #takes(command: Command): boolean {
    if (this.#refusal !== undefined || this.#options.log.isInDoubt) return false;
    return !this.#options.log.isShortOfSpace || isCancel(command);
  }

  /** Sends what waits and what is due, unless a batch is on its way: then its end will. */
  flush(): void {
    if (this.#isAppending || !this.#mayWrite()) return;
    if (!this.#isHeld) this.#turnAwayLate();
    const timeMs = this.#nextTimeMs();
    this.#out.reset();
    const ticks = this.#dueTicks(timeMs);
    for (const tick of ticks) encodeCommand(this.#out, tick);
    const batch: Waiting[] = ticks.map((command) => ({ command, ...UNASKED }));
    if (!this.#isHeld) this.#collect(batch);
    if (batch.length > 0) this.#append(batch, timeMs);
    else this.#rest();
  }

  /** CORE-TIME-1, SANDBOX-CLOCK-3: a step of a frozen clock brings its time along. */
  #nextTimeMs(): number {
    const { state } = this.#options;
    const { timeMs, clock } = state;
    const step = stepIn(this.#waiting.first);
    if (!step || clock.frozen === 0) return engineTimeAt(state, this.now());
    // What came before it in the sequencer may have brought a boundary nearer.
    const furthestMs = Math.min(clock.targetMs, nextBoundaryMs(state));
    const isOnTheWay = step.timeMs >= timeMs && step.timeMs <= furthestMs;
    return isOnTheWay ? step.timeMs : timeMs;
  }

  /** LOG-FULL-1: seconds wait for space; they are never made up. */
  #dueTicks(timeMs: number): Command[] {
    const { state, log } = this.#options;
    if (this.#isHeld) return [];
    const ticks = dueTicks(state, timeMs, BATCH_COUNT_MAX);
    if (!log.isShortOfSpace || state.clock.frozen === 1) return ticks; // SANDBOX-CLOCK-3
    return ticks.filter(({ type }) => type !== "SecondTick");
  }

  /** Runs before the time is decided: the first command that is in time decides it. */
  #turnAwayLate(): void {
    const nowMs = this.now();
    const isLate = () => nowMs > (this.#waiting.first?.notAfterMs ?? Number.POSITIVE_INFINITY);
    while (isLate()) this.#waiting.shift()?.answer({ kind: "late" });
  }

  /** Moves what waits into the batch, and turns away what has become late meanwhile. */
  #collect(batch: Waiting[]): void {
    const nowMs = this.now();
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

  #append(batch: readonly Waiting[], timeMs: number): void {
    const { log, epoch, state, timer, onBroken, meter } = this.#options;
    const sentAtMs = meter?.now() ?? 0;
    this.#isAppending = true;
    this.#callOffIdle();
    const callOff = timer(ANSWER_MS, () => answerAll(batch, { kind: "unknown" }));
    const draft = {
      timeMs,
      count: batch.length,
      digestPosition: state.position,
      digest: digestOf(state),
      payload: this.#out.view(),
    };
    log
      .append(state.position + 1, epoch, draft)
      .then((appended) => {
        meter?.appended(batch.length, meter.now() - sentAtMs);
        this.#appended(batch, timeMs, appended);
      })
      .catch((reason: unknown) => {
        // Durable or not, nothing of it was acknowledged: the start after this one decides.
        this.#refusal = "broken";
        answerAll(batch, { kind: "unknown" });
        this.#refuseAll();
        if (!this.#hasGivenUp) onBroken(reason);
      })
      .finally(callOff);
  }

  #appended(batch: readonly Waiting[], timeMs: number, appended: Appended): void {
    if (appended === "unknown") throw new Error("a durable write failed");
    if (appended === "durable") {
      this.#applyAll(batch, timeMs);
      // A client that was answered and asks again at once comes into the next batch, not behind it.
      queueMicrotask(() => this.#goOn());
      return;
    }
    this.#isAppending = false;
    // LOG-DUR-1: "full" and "fenced" wrote nothing.
    answerAll(batch, { kind: "unavailable" });
    if (appended === "fenced") this.#refusal = "fenced";
    this.#refuseAll();
  }

  #goOn(): void {
    this.#isAppending = false;
    if (this.#mayWrite()) this.flush();
    else this.#refuseAll();
  }

  /** No client is told of a batch before all of it has been looked at. */
  #applyAll(batch: readonly Waiting[], timeMs: number): void {
    const { state, inspect, meter, log } = this.#options;
    const startedAtMs = meter?.now() ?? 0;
    const context = { timeMs, events: this.#events };
    const first = state.position + 1;
    const outcomes = batch.map(({ command }) => this.#apply(command, context));
    inspect?.(state);
    meter?.applied(batch.length, meter.now() - startedAtMs);
    batch.forEach(({ answer }, at) => {
      answer({
        kind: "done",
        outcome: outcomes[at] as EngineOutcome,
        timeMs,
        position: first + at,
      });
    });
    for (const listener of this.#batchListeners) listener(log.lastBatch);
  }

  #apply(command: Command, context: CommandContext<ExchangeEvent>): EngineOutcome {
    const outcome = apply(this.#options.state, command, context);
    assert(outcome.ok || !isTick(command), "a tick that was sent is due"); // CORE-TICK-1
    this.#events.drain(this.#tell);
    return outcome;
  }

  readonly #tell = (event: ExchangeEvent): void => {
    const { state, views, unarchived } = this.#options;
    views.fold(event);
    unarchived.add(event, state.position);
    for (const listener of this.#listeners) listener(event);
  };

  /** LOG-IDLE-1: a second without work closes with an empty batch, so that damage is seen. */
  #rest(): void {
    this.#onCaughtUp?.();
    this.#onCaughtUp = undefined;
    const { log } = this.#options;
    if (log.endsEmpty || log.isShortOfSpace || !this.#mayWrite()) {
      for (const drained of this.#onDrained.splice(0)) drained();
      return;
    }
    const close = () => {
      if (this.#isAppending || !this.#mayWrite()) return;
      this.#out.reset(); // It may still hold a batch that found no space.
      this.#append([], this.state.timeMs);
    };
    this.#callOffIdle();
    if (this.#onDrained.length > 0) close();
    else this.#callOffIdle = this.#options.timer(IDLE_MS, close);
  }

  /** Not after a write whose outcome is unknown, nor to a log of another, nor on a wrong state. */
  #mayWrite(): boolean {
    if (this.#isClosed) return false;
    return this.#refusal === undefined || this.#refusal === "stopping";
  }

  #refuseAll(): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      next.answer({ kind: "unavailable" });
    }
    this.#rest();
  }

  /** CORE-TICK-1: works off the boundaries that were missed, before the first request comes. */
  catchUp(): Promise<void> {
    return new Promise((caughtUp) => {
      this.#onCaughtUp = caughtUp;
      this.flush();
    });
  }

  /**
   * SANDBOX-STATE-1: lets nothing more into the log but the empty batch that closes it, so that state,
   * log and archive can come to rest at one position. What comes meanwhile waits for the release.
   */
  async hold(): Promise<(() => void) | undefined> {
    if (this.#refusal !== undefined || this.#isHeld) return undefined;
    this.#isHeld = true;
    await this.#rested();
    return () => {
      this.#isHeld = false;
      this.flush();
    };
  }

  #rested(): Promise<void> {
    return new Promise((rested) => {
      this.#onDrained.push(rested);
      this.flush();
    });
  }

  /** Takes no more commands; what waits is still done. Resolves when the log is closed. */
  stop(): Promise<void> {
    this.#stopped ??= this.#drain();
    return this.#stopped;
  }

  async #drain(): Promise<void> {
    if (this.#mayWrite()) {
      this.#refusal ??= "stopping";
      this.#isHeld = false;
      const callOff = this.#options.timer(DOUBT_MS, () => this.#giveUpDoubt());
      await this.#rested();
      callOff();
    }
    this.#isClosed = true;
    this.#callOffIdle();
    this.#options.log.close();
  }

  #giveUpDoubt(): void {
    const { log } = this.#options;
    if (!log.isInDoubt) return;
    this.#hasGivenUp = true;
    log.giveUp?.();
  }

  /** LOG-DIGEST-1: something does not add up. Nothing is accepted any more, everything is kept. */
  halt(): void {
    if (!this.#mayWrite()) return;
    this.#refusal = "halted";
    if (!this.#isAppending) this.#refuseAll();
  }
}

const UNASKED = { notAfterMs: Number.POSITIVE_INFINITY, answer: () => undefined };
