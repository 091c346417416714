/**
 * The sequencer: where commands are put in order, given their time, made durable, applied and answered,
 * in this sequence and no other. While one batch is on its way to the disk the next collects; an
 * idle sequencer sends at once. Nothing that is not durable is ever visible. Rules LOG-DUR-1,
 * CORE-TIME-1, LOG-IDLE-1, LOG-FULL-1, LOG-FULL-2.
 */

import type { NotReady } from "../../contract/not-ready.ts";
import { assert } from "../../core/base/assert.ts";
import type { Command } from "../../core/engine/codec.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import type { OutcomeOf } from "../../core/engine/outcomes.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import type { Views } from "../../core/views/views.ts";
import { drawLineName } from "../../log/line-names.ts";
import type { Appended, Cursor } from "../../log/log.ts";
import type { EntriesPosted } from "../history/ledger-entries.ts";
import type { Submitted } from "../replica/submission.ts";
import { applyBatch } from "./apply-batch.ts";
import { AtRest } from "./at-rest.ts";
import { BatchMaker, type NextBatch } from "./batch-maker.ts";
import { isCancel } from "./command-kinds.ts";
import type { Core } from "./core.ts";
import { hindranceOf } from "./log-hindrance.ts";
import type { SequencerOptions } from "./sequencer-options.ts";
import { SequencerStatus } from "./sequencer-state.ts";
import { answerAll, enterAllFor, enterFor, type Waiting } from "./waiting.ts";

/** LOG-DUR-1: a command that was handed to the log and has no answer by then: 504. */
export const ANSWER_MS = 10_000;
/** LOG-PG-3: so long a stop waits for the outcome of a batch. */
export const DOUBT_MS = 3_000;

export class Sequencer implements Core {
  readonly #options: SequencerOptions;
  readonly #batches: BatchMaker;
  readonly #status = new SequencerStatus();
  readonly #rest: AtRest;
  readonly #batchListeners: ((bytes: Uint8Array) => void)[] = [];
  /** The batch on its way to the disk; one that has no outcome after ANSWER_MS is overdue. */
  #write: "none" | "under way" | "overdue" = "none";
  /** What waits for the end of the batch that is under way. */
  #lookers: (() => void)[] = [];
  #stopped: Promise<void> | undefined;
  /** STREAM-RESUME-5: a start is another line. */
  readonly lines: readonly string[] = [drawLineName()];

  constructor(options: SequencerOptions) {
    const { replica, log } = options;
    this.#options = options;
    this.#batches = new BatchMaker({ ...options, state: replica.state });
    const mayWrite = () => this.#status.mayWrite;
    this.#rest = new AtRest({ ...options, mayWrite, close: () => this.#close() });
    assert(replica.state.position === log.end.position, "the state is at the log's end");
  }

  get state(): ExchangeState {
    return this.#options.replica.state;
  }

  get views(): Views {
    return this.#options.replica.views;
  }

  /** Where the log ends. */
  get end(): Cursor {
    return this.#options.log.end;
  }

  get waiting(): number {
    return this.#batches.count;
  }

  /** LOG-DIGEST-1: nothing is accepted any more. */
  get isHalted(): boolean {
    return this.#status.refusal === "halted";
  }

  /** Why new orders are not taken, while they are not. */
  get notReady(): NotReady | undefined {
    return this.#status.refusal ?? hindranceOf(this.#options.log, this.#write === "overdue");
  }

  now(): number {
    return this.#options.now();
  }

  /** FOLLOW-READ-1: it is its own state that it answers from. */
  current(): undefined {
    return undefined;
  }

  onEvent(listener: (event: ExchangeEvent) => void): void {
    this.#options.replica.onEvent(listener);
  }

  onPosted(listener: (posted: EntriesPosted) => void): () => void {
    return this.#options.replica.onPosted(listener);
  }

  /** FOLLOW-FEED-1: empty ones, too, when they are looked at and all that waited are answered. */
  onBatch(listener: (bytes: Uint8Array) => void): void {
    this.#batchListeners.push(listener);
  }

  submit<C extends Command>(
    command: C,
    notAfterMs = Number.POSITIVE_INFINITY,
  ): Promise<Submitted<OutcomeOf<C>>> {
    const submitted = enterFor(this, command, notAfterMs);
    this.flush();
    return submitted;
  }

  submitAll<C extends Command>(
    commands: readonly C[],
    notAfterMs = Number.POSITIVE_INFINITY,
  ): Promise<Submitted<OutcomeOf<C>>[]> {
    const submitted = enterAllFor(this, commands, notAfterMs);
    this.flush();
    return submitted;
  }

  /** Lets a command wait for the next batch, which `flush` sends; it is answered once. */
  enter(waiting: Waiting): void {
    const isTaken = this.#takes(waiting.command) && this.#batches.push(waiting);
    if (!isTaken) waiting.answer({ kind: "unavailable" });
  }

  /** LOG-DUR-2; LOG-FULL-1: what is left of the disk belongs to cancels. */
  #takes(command: Command): boolean {
    const { log } = this.#options;
    if (this.#status.refusal !== undefined || log.isInDoubt || this.#write === "overdue")
      return false;
    return !log.isShortOfSpace || isCancel(command);
  }

  /** Sends what waits and what is due, unless a batch is on its way: then its end will. */
  flush(): void {
    if (this.#write !== "none" || !this.#status.mayWrite) return;
    const batch = this.#status.isHeld ? undefined : this.#batches.next();
    if (batch) this.#append(batch);
    else this.#rest.come();
  }

  #append(batch: NextBatch): void {
    const { log, epoch, replica, timer, onBroken, meter } = this.#options;
    const { commands, draft } = batch;
    const sentAtMs = meter?.now() ?? 0;
    this.#write = "under way";
    this.#rest.leave();
    const callOff = timer(ANSWER_MS, () => this.#beOverdue(commands));
    log
      .append(replica.state.position + 1, epoch, draft)
      .then((appended) => {
        meter?.appended(commands.length, meter.now() - sentAtMs);
        this.#appended(batch, appended);
      })
      .catch((reason: unknown) => {
        // Durable or not, nothing of it was acknowledged: the start after this one decides.
        const isNews = this.#status.take("break");
        answerAll(commands, { kind: "unknown" });
        this.#refuseAll();
        if (isNews) onBroken(reason);
      })
      .finally(callOff);
  }

  /** LOG-DUR-2: what waits behind is not in the log, so it may be sent again; nobody waits longer. */
  #beOverdue(commands: readonly Waiting[]): void {
    this.#write = "overdue";
    answerAll(commands, { kind: "unknown" });
    this.#batches.refuseAll();
  }

  #appended(batch: NextBatch, appended: Appended): void {
    if (appended === "unknown") throw new Error("a durable write failed");
    if (appended === "durable") {
      applyBatch(this.#options, batch);
      const { log } = this.#options;
      for (const listener of this.#batchListeners) listener(log.lastBatch);
      // A client that was answered and asks again at once comes into the next batch, not behind it.
      queueMicrotask(() => this.#goOn());
      return;
    }
    this.#write = "none";
    // LOG-DUR-1: "full" and "fenced" wrote nothing.
    answerAll(batch.commands, { kind: "unavailable" });
    if (appended === "fenced") this.#status.take("fence");
    this.#refuseAll();
  }

  #goOn(): void {
    this.#write = "none";
    for (const look of this.#lookers.splice(0)) look();
    if (this.#status.mayWrite) this.flush();
    else this.#refuseAll();
  }

  #close(): void {
    if (this.#write === "none" && this.#status.mayWrite) this.#append(this.#batches.empty());
  }

  #refuseAll(): void {
    for (const look of this.#lookers.splice(0)) look();
    this.#batches.refuseAll();
    this.#rest.come();
  }

  /** CORE-TICK-1: works off the boundaries that were missed, before the first request comes. */
  catchUp(): Promise<void> {
    const caughtUp = this.#rest.caughtUp();
    this.flush();
    return caughtUp;
  }

  /**
   * SANDBOX-STATE-1: lets nothing more into the log but the empty batch that closes it, so that state,
   * log and archive can come to rest at one position. What comes meanwhile waits for the release.
   */
  async hold(): Promise<(() => void) | undefined> {
    if (!this.#status.take("hold")) return undefined;
    await this.#rested();
    return () => {
      this.#status.take("release");
      this.flush();
    };
  }

  /**
   * Looks at state and log where they agree, which is between two batches, and leaves no trace in either. Undefined when that will not be
   * any more: the exchange is closing, or it is broken.
   */
  look<T>(read: () => T): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const look = () => {
        const isSound = this.#write === "none" && this.#status.mayWrite;
        try {
          resolve(isSound ? read() : undefined);
        } catch (error) {
          reject(error);
        }
      };
      if (this.#write === "none" || !this.#status.mayWrite) look();
      else this.#lookers.push(look);
    });
  }

  #rested(): Promise<void> {
    const rested = this.#rest.drained();
    this.flush();
    return rested;
  }

  /** Takes no more commands; what waits is still done. Resolves when the log is closed. */
  stop(): Promise<void> {
    this.#stopped ??= this.#drain();
    return this.#stopped;
  }

  async #drain(): Promise<void> {
    if (this.#status.take("stop")) {
      const callOff = this.#options.timer(DOUBT_MS, () => this.#giveUpDoubt());
      await this.#rested();
      callOff();
    }
    this.#status.take("close");
    this.#rest.leave();
    this.#options.log.close();
  }

  /** An outcome that is not known is not waited for, and no news. */
  #giveUpDoubt(): void {
    const { log } = this.#options;
    if (!log.isInDoubt) return;
    this.#status.take("close");
    log.giveUp?.();
  }

  /** LOG-DIGEST-1: something does not add up. Nothing is accepted any more, everything is kept. */
  halt(): void {
    if (this.#status.take("halt") && this.#write === "none") this.#refuseAll();
  }
}
