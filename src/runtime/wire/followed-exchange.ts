/**
 * The exchange at a follower: its state and views are the follower's own, its commands go to the core, and their
 * outcomes come from its own engine when it reaches their place in the log. To an API it is the exchange, as the
 * sequencer is to an API in the core's process. Rules FOLLOW-SUBMIT-1, FOLLOW-READ-1.
 */

import type { NotReady } from "../../contract/not-ready.ts";
import type { Command } from "../../core/engine/codec.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import type { OutcomeOf } from "../../core/engine/outcomes.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import type { Views } from "../../core/views/views.ts";
import { drawLineName, joinLineNames } from "../../log/line-names.ts";
import type { EntriesPosted } from "../history/ledger-entries.ts";
import type { Exchange, Submitted } from "../replica/submission.ts";
import { enterAllFor, enterFor, type Waiting } from "../sequencer/waiting.ts";
import { CoreLink, type CoreLinkOptions, type CoreListener } from "./core-link.ts";
import type { FaultCounts, StrikeAnswer } from "./fault-frames.ts";
import { FollowedArchive } from "./followed-archive.ts";
import { FollowedLog, type FollowedLogOptions } from "./followed-log.ts";
import { FollowedStrikes } from "./followed-strikes.ts";
import {
  type CoreStatus,
  type HistoryFound,
  type Ticket,
  TO_CORE,
  type Welcomed,
  type Whereabouts,
} from "./frames.ts";
import { Handover } from "./handover.ts";
import { ReadIndex } from "./read-index.ts";
import type { ToCore } from "./to-core.ts";

export interface FollowedExchangeOptions
  extends Omit<FollowedLogOptions, "core" | "witness" | "onApplied">,
    Pick<CoreLinkOptions, "open" | "mayOpen" | "program" | "number" | "report"> {
  /** The request clock. */
  readonly now: () => number;
  readonly clockwork: Pick<CoreLinkOptions, "now" | "timer" | "makeWay">;
  /** The core refuses it; without this, it cannot go on. */
  readonly onRefused?: ((sentence: string) => void) | undefined;
}

export class FollowedExchange implements Exchange, CoreListener {
  readonly #options: FollowedExchangeOptions;
  readonly #link: CoreLink;
  /** The way to the core. */
  readonly #core: ToCore = {
    isOpen: () => this.#link.isFed && !this.#options.follower.isHalted,
    send: (kind, write) => this.#link.send(kind, write),
  };
  readonly log: FollowedLog;
  readonly #handover: Handover;
  readonly #questions: ReadIndex;
  /** The history, which the archivist beside the core keeps. */
  readonly archive: FollowedArchive;
  /** SANDBOX-FAULT-1: the core's fault rules. */
  readonly strikes = new FollowedStrikes(this.#core);
  #status: CoreStatus = "starting";
  #onWelcome: (() => void)[] = [];
  /** The first is for a node that leads before it was told any. */
  #lines: readonly string[] = [drawLineName()];
  /** FOLLOW-LIMIT-1: told what other followers have counted. */
  onCounted: (counts: Uint8Array) => void = () => undefined;

  constructor(options: FollowedExchangeOptions) {
    const { clockwork, follower } = options;
    this.#options = options;
    const { now, timer } = clockwork;
    const asking = { core: this.#core, state: follower.state, now, timer };
    this.#questions = new ReadIndex(asking);
    this.archive = new FollowedArchive(asking);
    this.#handover = new Handover(asking);
    this.log = new FollowedLog({
      ...options,
      core: this.#core,
      witness: this.#handover,
      onApplied: ({ epoch }) => this.#handover.applied(epoch),
    });
    this.#link = new CoreLink({ ...options, ...clockwork, listener: this });
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

  onPosted(listener: (posted: EntriesPosted) => void): () => void {
    return this.#options.follower.replica.onPosted(listener);
  }

  current(): Promise<boolean> {
    return this.#questions.current();
  }

  submit<C extends Command>(
    command: C,
    notAfterMs = Number.POSITIVE_INFINITY,
  ): Promise<Submitted<OutcomeOf<C>>> {
    return enterFor(this, command, notAfterMs);
  }

  enter(waiting: Waiting): void {
    this.#handover.hand(waiting);
  }

  submitAll<C extends Command>(
    commands: readonly C[],
    notAfterMs = Number.POSITIVE_INFINITY,
  ): Promise<Submitted<OutcomeOf<C>>[]> {
    return enterAllFor(this, commands, notAfterMs);
  }

  /** Resolves when the follower is fed and has all that was durable when it was welcomed. */
  async caughtUp(): Promise<void> {
    for (;;) {
      if (!this.#link.isFed) await new Promise<void>((fed) => this.#onWelcome.push(fed));
      if (await this.current()) return;
    }
  }

  /** What the wires before have left open is settled behind what this one brings first: there may be a claim in it. */
  welcomed({ status, epoch }: Welcomed): void {
    this.#status = status;
    const settleLost = this.#handover.welcomed(epoch);
    void this.#questions.ask().then((isCurrent) => isCurrent && settleLost());
    for (const fed of this.#onWelcome.splice(0)) fed();
  }

  claimed(epoch: number): void {
    this.#handover.claimed(epoch);
  }

  ticket(ticket: Ticket): void {
    this.#handover.spoken(ticket);
  }

  at(whereabouts: Whereabouts): void {
    this.#questions.at(whereabouts);
  }

  status(status: CoreStatus): void {
    this.#status = status;
  }

  found(found: HistoryFound): void {
    this.archive.found(found);
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
    if (this.#core.isOpen()) this.#core.send(TO_CORE.COUNTS, (out) => out.append(counts));
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
    return this.isFed ? this.#handover.epoch : 0;
  }

  /** Ends the wire; another is opened. */
  drop(): void {
    this.#link.drop();
  }

  lost(): void {
    this.#handover.lost();
    this.#questions.lost();
    this.archive.lost();
    this.strikes.lost();
  }

  left(): void {
    this.#questions.left();
  }

  close(): void {
    this.#link.close();
  }
}
