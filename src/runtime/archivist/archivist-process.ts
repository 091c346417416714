/**
 * The archivist as the server sees it: a child process that is told the durable position a few
 * times a second and is started again when it dies. When it says that the log cannot be followed,
 * the exchange stops. Trading never waits for it, and no more than one position and a few queries
 * wait in it.
 */

import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { GrowingPause } from "../../core/base/growing-pause.ts";
import type { Timer } from "../../core/base/timer.ts";
import type { FoundRows, Query } from "../history/history.ts";
import type { Archive } from "../history/joined-history.ts";
import type { CheckCount } from "../replica/checks.ts";
import { ArchiveQueries } from "./archive-queries.ts";
import { ArchiveWaits } from "./archive-waits.ts";
import { type Audited, Audits } from "./audits.ts";
import { type Explained, Explanations } from "./explanations.ts";
import { TellingPace } from "./telling-pace.ts";

/** From the server. `finish`: follow to there, make a snapshot, and end. */
export type ToArchivist =
  | { readonly type: "durable"; readonly position: number }
  | { readonly type: "finish"; readonly position: number }
  | { readonly type: "ask"; readonly number: number; readonly query: Query }
  | ExplainMessage
  | AuditMessage;

/** What is to be explained, from the log up to `position`. */
export interface ExplainMessage {
  readonly type: "explain";
  readonly number: number;
  readonly id: string;
  readonly position: number;
}

/** CORE-AUDIT-1: what each account has, as of `position` or later. */
export interface AuditMessage {
  readonly type: "audit";
  readonly number: number;
  readonly position: number;
}

/** The newest snapshot: its position, 0 while there is none, and its engine time. */
export interface SnapshotMark {
  readonly position: number;
  readonly timeMs: number;
}

/** From the archivist. `archived` answers each `durable`; after `differs` nothing is written. */
export type FromArchivist =
  | { readonly type: "archived"; readonly position: number; readonly snapshot: SnapshotMark }
  | { readonly type: "found"; readonly number: number; readonly found: FoundRows | undefined }
  | {
      readonly type: "explaining";
      readonly number: number;
      readonly done: number;
      readonly of: number;
    }
  | { readonly type: "explained"; readonly number: number; readonly explained: Explained }
  | { readonly type: "audited"; readonly number: number; readonly audited: Audited }
  /** The archivist replays a long log, and is not done yet. */
  | { readonly type: "busy" }
  /** HIST-SEAL-1: what a look at rows of the history found, if anything. */
  | { readonly type: "scrubbed"; readonly problem: string | undefined }
  | { readonly type: "differs"; readonly sentence: string };

const TELL_MS = 250;
/** One that dies is started again after a second, one that dies again and again ever later. */
const RESTART = { minMs: 1_000, maxMs: 60_000 } as const;
/** An archivist that lives this long, or has archived something, dies for the first time. */
const SOUND_AFTER_MS = 60_000;
/** The most lines that are passed on of what a child writes to stderr. */
const LINES_MAX = 100;
/** An archivist that owes an answer and was silent for so long hangs; a snapshot may take minutes. */
export const HUNG_MS = 600_000;
/** How long a process that was killed may take to be gone. */
const KILLED_MS = 2_000;

export interface ArchivistProcessOptions {
  readonly entry: URL;
  /** Behind the pid of the server, which the entry gets first. */
  readonly args: readonly string[];
  /** The end of the log now. */
  readonly durablePosition: () => number;
  readonly timer: Timer;
  /** The history store has everything up to here. */
  readonly onArchived: (position: number) => void;
  readonly onDiffers: (sentence: string) => void;
  readonly onStart: (pid: number) => void;
  /** Where checks on snapshots are counted. */
  readonly checks?: CheckCount;
  /** Where looks at rows of the history are counted. */
  readonly history?: CheckCount;
  readonly report: (sentence: string) => void;
}

export class ArchivistProcess implements Archive {
  readonly #options: ArchivistProcessOptions;
  readonly #queries: ArchiveQueries;
  readonly #explanations: Explanations;
  readonly #audits: Audits;
  readonly #waits: ArchiveWaits;
  readonly #tickTimer: NodeJS.Timeout;
  #child: ChildProcess | undefined;
  #restart: NodeJS.Timeout | undefined;
  readonly #pause = new GrowingPause(RESTART);
  #isFinishing = false;
  #hasDiffered = false;
  #isAnswered = true;
  #told = -1;
  readonly #pace = new TellingPace();
  /** Up to here the archivist has said that the history store has everything. */
  archived = 0;
  /** The newest snapshot that it spoke of. */
  snapshot: SnapshotMark | undefined;
  /** CORE-TRIP-5: each snapshot is checked before it is made, and whatever differs has failed. */
  readonly checks: CheckCount;
  #heardAtMs = 0;
  /** The last sentence about a damaged history. */
  #damage: string | undefined;
  #hasSpoken = false;
  /** How often an archivist was started. */
  starts = 0;

  constructor(options: ArchivistProcessOptions) {
    this.#options = options;
    this.checks = options.checks ?? { ran: 0, failed: 0 };
    const send = (number: number, query: Query) => this.#send({ type: "ask", number, query });
    this.#queries = new ArchiveQueries({ send, timer: options.timer });
    this.#explanations = new Explanations({
      send: (number, id) => this.#sendExplain(number, id),
      timer: options.timer,
    });
    this.#audits = new Audits({
      send: (number) => this.#sendAudit(number),
      timer: options.timer,
    });
    this.#waits = new ArchiveWaits(options.timer);
    this.#start();
    this.#tickTimer = setInterval(() => this.#tick(), TELL_MS).unref();
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  #start(): void {
    const child = this.#fork();
    if (!child) return;
    this.#child = child;
    this.starts++;
    this.#told = -1;
    this.#isAnswered = true;
    this.#heardAtMs = performance.now();
    if (child.pid !== undefined) this.#options.onStart(child.pid);
    const soundTimer = setTimeout(() => this.#pause.reset(), SOUND_AFTER_MS).unref();
    child.on("message", (message: FromArchivist) => {
      this.#heardAtMs = performance.now();
      this.#hear(message);
    });
    child.on("error", (error) => this.#options.report(`the archivist: ${error.message}`));
    if (child.stderr) this.#passOn(child.stderr);
    // Not `exit`, which may come before the last lines.
    child.on("close", (code, signal) => {
      clearTimeout(soundTimer);
      this.#child = undefined;
      this.#explanations.lost();
      this.#audits.lost();
      this.#ended(`${signal ?? code}`);
    });
    this.#tell();
    this.#queries.sendAgain();
  }

  /** A machine that has no room for another process now may have it later. */
  #fork(): ChildProcess | undefined {
    const { entry, args } = this.#options;
    // Rows of history travel as they are: as JSON every quote of them would be escaped and back.
    const options: ForkOptions = {
      execArgv: ["--enable-source-maps"],
      serialization: "advanced",
      // What a library says on its own, and a last stack, goes into the program's log.
      stdio: ["ignore", "inherit", "pipe", "ipc"],
    };
    try {
      return fork(entry, [`${process.pid}`, ...args], options);
    } catch (error) {
      this.#ended((error as Error).message);
      return undefined;
    }
  }

  /** So many lines of each child are passed on; a store that is damaged all over would say more. */
  #passOn(stderr: Readable): void {
    let left = LINES_MAX;
    createInterface(stderr).on("line", (line) => {
      if (left-- > 0 && line.trim() !== "") this.#options.report(`the archivist: ${line}`);
    });
  }

  ask<T>(query: Query, position: number, join: (found: FoundRows) => T): Promise<T | undefined> {
    return this.#queries.ask(query, position, join);
  }

  /**
   * Resolves when the history has everything up to `position`, or with false after `patienceMs`. The archivist
   * is told at once, and again with each answer: who holds the log back must not wait for ticks.
   */
  comeTo(position: number, patienceMs: number): Promise<boolean> {
    if (position <= this.archived) return Promise.resolve(true);
    const hasCome = this.#waits.await(position, patienceMs);
    this.#tell();
    return hasCome;
  }

  /** Explains what was decided about a request or an order. */
  explain(id: string): Promise<Explained> {
    return this.#explanations.ask(id);
  }

  #sendExplain(number: number, id: string): boolean {
    const position = this.#options.durablePosition();
    this.#send({ type: "explain", number, id, position });
    return this.#child?.connected ?? false;
  }

  /** CORE-AUDIT-1 */
  audit(): Promise<Audited> {
    return this.#audits.ask();
  }

  #sendAudit(number: number): boolean {
    this.#send({ type: "audit", number, position: this.#options.durablePosition() });
    return this.#child?.connected ?? false;
  }

  #hear(message: FromArchivist): void {
    switch (message.type) {
      case "archived":
        this.#noteSnapshot(message.snapshot);
        this.#archivedTo(message.position);
        return;
      case "found":
        this.#queries.found(message.number, message.found);
        return;
      case "explaining":
        this.#explanations.progressed(message.number, message);
        return;
      case "explained":
        this.#explanations.explained(message.number, message.explained);
        return;
      case "audited":
        this.#audits.audited(message.number, message.audited);
        return;
      case "busy":
        return;
      case "scrubbed":
        this.#noteScrub(message.problem);
        return;
      case "differs":
        this.#hasDiffered = true;
        this.checks.ran++;
        this.checks.failed++;
        this.#options.onDiffers(message.sentence);
    }
  }

  /** HIST-SEAL-1: said once for each thing that is wrong, and counted each time. */
  #noteScrub(problem: string | undefined): void {
    const { history } = this.#options;
    if (history) history.ran++;
    if (problem === undefined) return;
    if (history) history.failed++;
    if (problem !== this.#damage)
      this.#options.report(`${problem}; bourse rebuild-history mends it`);
    this.#damage = problem;
  }

  /** The first snapshot that is named may have been made by an earlier archivist. */
  #noteSnapshot(snapshot: SnapshotMark): void {
    const isAnother = snapshot.position !== (this.snapshot?.position ?? 0);
    if (isAnother && this.#hasSpoken) this.checks.ran++;
    this.#hasSpoken = true;
    if (snapshot.position > 0) this.snapshot = snapshot;
  }

  #archivedTo(position: number): void {
    this.archived = position;
    this.#isAnswered = true;
    this.#pause.reset();
    this.#queries.archived(position);
    this.#options.onArchived(position);
    this.#waits.archived(position);
    if (this.#waits.size > 0) this.#tell();
  }

  /** Unless there was a difference: another archivist would find the same. */
  #ended(how: string): void {
    if (this.#isFinishing || this.#hasDiffered) return;
    const delayMs = this.#pause.next();
    const when = `it is started again in ${delayMs / 1_000} s`;
    this.#options.report(`the archivist ended (${how}); ${when}`);
    this.#restart = setTimeout(() => this.#start(), delayMs).unref();
  }

  #tick(): void {
    const position = this.#options.durablePosition();
    // Whoever waits for a page waits for what it is to be told.
    const isAwaited = this.#queries.size + this.#waits.size > 0;
    if (this.#pace.isDue(position, isAwaited)) this.#tell();
    const isOver = this.#hasDiffered || this.#isFinishing || this.#child === undefined;
    if (isOver || this.#isAnswered || performance.now() - this.#heardAtMs < HUNG_MS) return;
    this.#heardAtMs = performance.now();
    this.#options.report(`the archivist has said nothing for ${HUNG_MS / 1_000} s; it is killed`);
    this.#child?.kill("SIGKILL");
  }

  /**
   * Positions that the archivist had no time for are passed over: the newest is enough. The last one is sent
   * again until it is archived, for which the batch behind it must be there.
   */
  #tell(): void {
    const position = this.#options.durablePosition();
    if (!this.#isAnswered || this.#hasDiffered) return;
    if (position === this.#told && position === this.archived) return;
    this.#told = position;
    this.#pace.told(position);
    this.#isAnswered = false;
    this.#send({ type: "durable", position });
  }

  #send(message: ToArchivist): void {
    if (this.#child?.connected) this.#child.send(message, () => undefined);
  }

  /** The exchange is stopping: a signal to the whole group may end it first, and that is no news. */
  expectEnd(): void {
    this.#isFinishing = true;
  }

  /** SANDBOX-STATE-2: its log is given up, so it ends at once; the store on disk bears that. */
  async abandon(): Promise<void> {
    this.expectEnd();
    clearInterval(this.#tickTimer);
    clearTimeout(this.#restart);
    const child = this.#child;
    if (!child) return;
    const closed = new Promise((resolve) => child.once("close", resolve));
    child.kill("SIGKILL");
    await closed;
  }

  /**
   * Lets it finish with a snapshot of the end. One that takes longer than `patienceMs` is killed: the
   * next start replays a little more, and nothing is left behind.
   */
  async finish(patienceMs: number): Promise<void> {
    this.expectEnd();
    clearInterval(this.#tickTimer);
    clearTimeout(this.#restart);
    const child = this.#child;
    if (!child) return;
    const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
    this.#send({ type: "finish", position: this.#options.durablePosition() });
    await within(ended, patienceMs);
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await within(ended, KILLED_MS); // Also a kill waits for a disk that stands still.
  }
}

/** Waits for it, but no longer than that. */
async function within(ended: Promise<void>, mostMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, mostMs);
  });
  await Promise.race([ended, enough]);
  clearTimeout(timer);
}
