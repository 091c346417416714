/**
 * The exchange at a follower: its state and views are the follower's own, its commands go to the core, and their
 * outcomes come from its own engine when it reaches their place in the log. To an API it is the exchange, as the
 * sequencer is to an API in the core's process. Rules FOLLOW-SUBMIT-1, FOLLOW-READ-1.
 */
import { assert } from "../base/assert.ts";
import { ByteWriter } from "../base/bytes.ts";
import type { Timer } from "../base/timer.ts";
import { type Command, encodeCommand } from "../engine/codec.ts";
import type { ExchangeEvent } from "../engine/events.ts";
import type { OutcomeOf } from "../engine/outcomes.ts";
import type { ExchangeState } from "../engine/state.ts";
import type { Archive } from "../history/joined-history.ts";
import type { UnarchivedRecords } from "../history/unarchived-records.ts";
import { drawLineName, joinLineNames } from "../log/line-names.ts";
import type { Batch, Cursor } from "../log/log.ts";
import type { Follower } from "../service/follower.ts";
import type { NotReady } from "../service/readiness.ts";
import type { Exchange, Submitted } from "../service/submission.ts";
import type { TouchedUsers } from "../service/touched-users.ts";
import { enterFor, type Waiting } from "../service/waiting.ts";
import type { Views } from "../views/views.ts";
import { CoreLink, type CoreListener, type OpenWire } from "./core-link.ts";
import type { FaultCounts, StrikeAnswer } from "./fault-frames.ts";
import { FollowedArchive } from "./followed-archive.ts";
import { FollowedStrikes } from "./followed-strikes.ts";
import {
  type CoreStatus,
  type HistoryFound,
  type HistoryQuestion,
  type Ticket,
  TO_CORE,
  type Welcomed,
  type Whereabouts,
  writeQuestion,
} from "./frames.ts";
import { ReadIndex } from "./read-index.ts";
import { Tickets } from "./tickets.ts";
import type { MakeWay } from "./wire.ts";

export interface FollowedExchangeOptions {
  readonly follower: Follower;
  readonly unarchived: UnarchivedRecords;
  readonly touched: TouchedUsers;
  readonly open: OpenWire;
  readonly mayOpen?: (() => boolean) | undefined;
  /** FOLLOW-FEED-2: reads the log by itself up to a place, and hands over every batch on the way. */
  readonly readOn: (
    from: Cursor,
    until: Cursor,
    follow: (batch: Batch) => void,
  ) => Promise<void> | void;
  /** Told of every batch that was fed, with its bytes, when all that waited for it are answered. */
  readonly onFed?: ((batch: Batch, bytes: Uint8Array) => void) | undefined;
  /** The version of the program. */
  readonly program: string;
  /** Which follower it is; 0 where none is told from another. */
  readonly number: number;
  /** The request clock. */
  readonly now: () => number;
  readonly clockwork: {
    /** In ms, of a clock that only goes on. */
    readonly now: () => number;
    readonly timer: Timer;
    readonly makeWay: MakeWay;
  };
  /** The core refuses it; without this, it cannot go on. */
  readonly onRefused?: ((sentence: string) => void) | undefined;
  /** It cannot go on: the log cannot be followed, or the core refuses it. */
  readonly onEnd: (reason: unknown) => void;
  readonly report: (sentence: string) => void;
}

export class FollowedExchange implements Exchange, CoreListener {
  readonly #options: FollowedExchangeOptions;
  readonly #tickets: Tickets;
  readonly #questions: ReadIndex;
  readonly #archive: FollowedArchive;
  readonly #link: CoreLink;
  readonly #command = new ByteWriter();
  #status: CoreStatus = "starting";
  #onFed: (() => void)[] = [];
  /** The first is for a node that leads before it was told any. */
  #lines: readonly string[] = [drawLineName()];
  /** SANDBOX-FAULT-1: the core's fault rules. */
  readonly strikes: FollowedStrikes;
  /** Of the newest batch that was applied here. */
  #epoch = 0;
  /** CLUSTER-SUBMIT-1: the epoch in which commands that are handed over stand in the log, or never; 0: any. */
  #handsTo = 0;
  /** FOLLOW-LIMIT-1: told what other followers have counted. */
  onCounted: (counts: Uint8Array) => void = () => undefined;

  constructor(options: FollowedExchangeOptions) {
    const { clockwork } = options;
    this.#options = options;
    this.#tickets = new Tickets(clockwork);
    const send = (number: number) => this.#link.send(TO_CORE.ASK, (out) => out.uint(number));
    this.#questions = new ReadIndex({ ...clockwork, send });
    const { timer } = clockwork;
    this.#archive = new FollowedArchive({ timer, send: (question) => this.#askHistory(question) });
    this.strikes = new FollowedStrikes({
      isOpen: () => this.#isOpen,
      send: (kind, write) => this.#link.send(kind, write),
    });
    this.#watch();
    this.#link = new CoreLink({ ...options, ...clockwork, listener: this });
  }

  /** Takes from the replica what the sequencer would tell. */
  #watch(): void {
    const { follower, unarchived, touched } = this.#options;
    const { replica } = follower;
    const { state } = replica;
    replica.unarchived = unarchived;
    replica.onTouched = touched.note;
    let timeMs = 0;
    replica.witness = {
      meets: (command, metMs) => {
        timeMs = metMs;
        this.#tickets.meets(command);
      },
      leaves: (outcome) => {
        if (outcome) this.#tickets.applied(state.position, outcome, timeMs);
      },
    };
  }

  get state(): ExchangeState {
    return this.#options.follower.state;
  }

  get views(): Views {
    return this.#options.follower.replica.views;
  }

  get notReady(): NotReady | undefined {
    if (this.#options.follower.isHalted) return "halted";
    if (!this.#link.isFed) return "starting";
    return this.#status === "" ? undefined : this.#status;
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  /** STREAM-RESUME-5: it goes on where it was, so that the names of before still mean the same. */
  named(lines: readonly string[]): void {
    this.#lines = joinLineNames(lines, this.#lines);
  }

  now(): number {
    return this.#options.now();
  }

  onEvent(listener: (event: ExchangeEvent) => void): void {
    this.#options.follower.replica.onEvent(listener);
  }

  /** FOLLOW-READ-1 */
  current(): Promise<boolean> {
    return this.#isOpen ? this.#questions.ask() : Promise.resolve(false);
  }

  /** The history, which the archivist beside the core keeps. */
  get archive(): Archive {
    return this.#archive;
  }

  #askHistory(question: HistoryQuestion): boolean {
    if (!this.#isOpen) return false;
    this.#link.send(TO_CORE.HISTORY, (out) => writeQuestion(out, question));
    return true;
  }

  get #isOpen(): boolean {
    return this.#link.isFed && !this.#options.follower.isHalted;
  }

  submit<C extends Command>(
    command: C,
    notAfterMs = Number.POSITIVE_INFINITY,
  ): Promise<Submitted<OutcomeOf<C>>> {
    return enterFor(this, command, notAfterMs);
  }

  /** FOLLOW-SUBMIT-1: hands a command over; it leaves at the end of this turn. */
  enter({ command, notAfterMs, answer }: Waiting): void {
    const number = this.#isOpen
      ? this.#tickets.draw({ command, answer, epoch: this.#handsTo })
      : undefined;
    if (number === undefined) answer({ kind: "unavailable" });
    else this.#hand(number, command, notAfterMs);
  }

  submitAll<C extends Command>(
    commands: readonly C[],
    notAfterMs?: number,
  ): Promise<Submitted<OutcomeOf<C>>[]> {
    return Promise.all(commands.map((command) => this.submit(command, notAfterMs)));
  }

  #hand(number: number, command: Command, notAfterMs: number): void {
    this.#command.reset();
    encodeCommand(this.#command, command);
    this.#link.send(TO_CORE.COMMAND, (out) => {
      out.uint(number);
      out.uint(notAfterMs === Number.POSITIVE_INFINITY ? 0 : notAfterMs);
      out.append(this.#command.view());
    });
  }

  /** Resolves when the follower is fed and has all that was durable when it was welcomed. */
  async caughtUp(): Promise<void> {
    for (;;) {
      if (!this.#link.isFed) await new Promise<void>((fed) => this.#onFed.push(fed));
      if (await this.current()) return;
    }
  }

  cursor(): Cursor {
    return this.#options.follower.cursor;
  }

  async readTo(end: Cursor): Promise<void> {
    try {
      await this.#options.readOn(this.cursor(), end, (batch) => this.follow(batch));
    } catch (error) {
      // What cannot be read may have been moved away; another begins at a newer snapshot.
      this.#options.onEnd(error);
    }
  }

  /** Applies a batch that was not fed: one that a reader has held against the chain. */
  follow(batch: Batch): void {
    this.#orEnd(() => {
      this.#options.follower.follow(batch);
      this.#applied(batch);
    });
  }

  /** What the wires before have left open is settled behind what this one brings first: there may be a claim in it. */
  welcomed({ status, epoch }: Welcomed): void {
    this.#status = status;
    this.#handsTo = epoch;
    const settleLost = this.#tickets.rejoined();
    void this.#questions.ask().then((isCurrent) => isCurrent && settleLost());
    for (const fed of this.#onFed.splice(0)) fed();
  }

  feed(bytes: Uint8Array): void {
    this.#orEnd(() => {
      const batch = this.#options.follower.feed(bytes);
      if (!batch) return;
      this.#applied(batch);
      this.#options.onFed?.(batch, bytes);
    });
  }

  /** CLUSTER-SUBMIT-1: a batch of a later epoch ends what may come of those before. */
  #applied({ epoch }: Batch): void {
    this.#tickets.settle();
    if (epoch > this.#epoch) this.claimed(epoch);
  }

  /** CLUSTER-SUBMIT-1: nothing of an epoch before this one comes into the log any more. */
  claimed(epoch: number): void {
    this.#epoch = epoch;
    this.#tickets.claimed(epoch);
  }

  /** LOG-DIGEST-1: the core hears why, and the exchange halts. */
  #orEnd(work: () => void): void {
    if (this.#options.follower.isHalted) return;
    try {
      work();
    } catch (error) {
      const sentence = error instanceof Error ? error.message : String(error);
      this.#link.send(TO_CORE.DIFFERS, (out) => out.text(sentence.slice(0, 1_000)));
      this.#options.onEnd(error);
    }
  }

  ticket(ticket: Ticket): void {
    this.#tickets.take(ticket);
  }

  at({ number, position }: Whereabouts): void {
    const isFed = position === undefined || position <= this.state.position;
    assert(isFed, "all that is durable was fed before it is spoken of");
    this.#questions.at(number, position !== undefined);
  }

  status(status: CoreStatus): void {
    this.#status = status;
  }

  found(found: HistoryFound): void {
    this.#archive.found(found);
  }

  archived(position: number): void {
    this.#options.unarchived.archived(position);
  }

  faults(counts: FaultCounts): void {
    this.strikes.counts = counts;
  }

  struck(answer: StrikeAnswer): void {
    this.strikes.answered(answer);
  }

  counted(counts: Uint8Array): void {
    this.onCounted(counts);
  }

  /** FOLLOW-LIMIT-1: tells all other followers what was counted here. */
  tellCounts(counts: Uint8Array): void {
    if (this.#isOpen) this.#link.send(TO_CORE.COUNTS, (out) => out.append(counts));
  }

  refused(sentence: string): void {
    const { onRefused, onEnd } = this.#options;
    if (onRefused) onRefused(sentence);
    else onEnd(new Error(sentence));
  }

  /** Whether it is fed, or may be at any moment. */
  get hasWire(): boolean {
    return this.#link.hasWire;
  }

  get isFed(): boolean {
    return this.#link.isFed;
  }

  /** For how long nothing has come over the wire. */
  get silentMs(): number {
    return this.#link.silentMs;
  }

  /** CLUSTER-SUBMIT-1: of the core that feeds it; 0 where it is none of a cluster, or there is none. */
  get handsTo(): number {
    return this.isFed ? this.#handsTo : 0;
  }

  /** Ends the wire; another is opened. */
  drop(): void {
    this.#link.drop();
  }

  lost(): void {
    this.#tickets.lost();
    this.#questions.lost();
    this.#archive.lost();
    this.strikes.lost();
  }

  left(): void {
    this.#questions.left();
  }

  close(): void {
    this.#link.close();
  }
}
