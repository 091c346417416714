/**
 * A node of a cluster. It follows the leader: it is fed its batches, hands commands over to it and answers from its own
 * state. When nobody leads it takes over: the same state then has a sequencer. To everything around it, APIs, streams,
 * gateways, archivist, it is one exchange all the time. Rules CLUSTER-CLAIM-1, CLUSTER-READ-1, CLUSTER-FOLLOW-1.
 */

import type { NotReady } from "../../contract/not-ready.ts";
import type { Command } from "../../core/engine/codec.ts";
import type { ExchangeEvent } from "../../core/engine/events.ts";
import type { OutcomeOf } from "../../core/engine/outcomes.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import type { Views } from "../../core/views/views.ts";
import type { Cursor } from "../../log/log.ts";
import { isDoubt } from "../../log/postgres/settlement.ts";
import type { EntriesPosted } from "../history/ledger-entries.ts";
import type { Submitted } from "../replica/submission.ts";
import type { Core } from "../sequencer/core.ts";
import type { Waiting } from "../sequencer/waiting.ts";
import { LeaderFeed, type LeaderFeedListener, type LeaderFeedOptions } from "./leader-feed.ts";
import {
  Leadership,
  type LeadershipListener,
  type LeadershipOptions,
  type NodeDuties,
  type NodeRefusal,
} from "./leadership.ts";
import { Lookout, type LookoutListener } from "./lookout.ts";
import { type NodeStanding, standingOfFollower, standingOfLeader } from "./node-standing.ts";
import { Trouble } from "./trouble.ts";

export interface NodeOptions extends LeaderFeedOptions, LeadershipOptions {}

export class Node implements Core {
  readonly #options: NodeOptions;
  readonly #feed: LeaderFeed;
  readonly #leadership: Leadership;
  readonly #lookout: Lookout;
  readonly #trouble: Trouble;
  readonly #batchListeners: ((bytes: Uint8Array) => void)[] = [];
  #refusal: NodeRefusal | undefined;
  #onReady: (() => void)[] = [];
  #stopped: Promise<void> | undefined;

  constructor(options: NodeOptions) {
    this.#options = options;
    this.#trouble = new Trouble(options.report);
    const listener: LeaderFeedListener & LeadershipListener & LookoutListener = {
      refusal: () => this.#refusal,
      mayFollow: () => this.role === "following" && !this.#refusal,
      batch: (bytes) => this.#tellBatch(bytes),
      leads: () => {
        this.#trouble.end();
        return this.#tellReady();
      },
      follows: () => this.#lookout.forget(),
      looked: (isLed) => this.#looked(isLed),
      failed: (error) => this.#failed(error),
      differs: (reason) => this.#differs(reason),
    };
    const feed = new LeaderFeed(options, listener);
    const leadership = new Leadership(options, { feed, trouble: this.#trouble, listener });
    this.#feed = feed;
    this.#leadership = leadership;
    this.#lookout = new Lookout(options, { feed, leadership, listener });
  }

  /** The one that it leads in, to its very end. */
  get #term() {
    return this.#leadership.term;
  }

  get state(): ExchangeState {
    return this.#options.follower.state;
  }

  get views(): Views {
    return this.#options.follower.replica.views;
  }

  get end(): Cursor {
    return this.#term ? this.#options.log.end : this.#options.follower.cursor;
  }

  get waiting(): number {
    return this.#term?.sequencer.waiting ?? 0;
  }

  get isHalted(): boolean {
    return this.#refusal === "halted";
  }

  get role(): NodeStanding["role"] {
    return this.#leadership.role;
  }

  get notReady(): NotReady | undefined {
    const { running } = this.#leadership;
    return this.#refusal ?? (running ? running.notReady : this.#feed.notReady);
  }

  now(): number {
    return this.#options.now();
  }

  /** CLUSTER-CLAIM-1: whether it would take over. */
  get canLead(): boolean {
    return !this.#refusal && this.#leadership.hindrance === undefined;
  }

  /** The epoch that it leads in; undefined while it follows. */
  get leads(): number | undefined {
    return this.#leadership.running?.id.epoch;
  }

  /** Where the copy of the log ends: what others on this machine may read of it. */
  get copyEnd(): Cursor {
    return this.#options.log.end;
  }

  /** What is to be said of it: to other nodes, to people and to Prometheus. */
  get standing(): NodeStanding {
    const who = { node: this.#options.node, role: this.role };
    if (this.#term) return standingOfLeader(who, this.#term);
    return standingOfFollower(who, this.#feed, this.#lookout.silentMs);
  }

  /** FOLLOW-LIMIT-1: told what was counted at the leader, or through it. */
  set onCounted(listener: (counts: Uint8Array) => void) {
    this.#feed.exchange.onCounted = listener;
  }

  /** FOLLOW-LIMIT-1: tells the leader what was counted here. */
  tellCounts(counts: Uint8Array): void {
    if (!this.#term) this.#feed.exchange.tellCounts(counts);
  }

  /** STREAM-RESUME-5: what it was told while it followed stays its line's name when it leads. */
  get lines(): readonly string[] {
    return this.#feed.exchange.lines;
  }

  /** CLUSTER-READ-1, FOLLOW-READ-1 */
  current(): Promise<boolean> | undefined {
    return this.#term ? this.#term.lease.current() : this.#feed.exchange.current();
  }

  onEvent(listener: (event: ExchangeEvent) => void): void {
    this.#options.follower.replica.onEvent(listener);
  }

  onPosted(listener: (posted: EntriesPosted) => void): () => void {
    return this.#options.follower.replica.onPosted(listener);
  }

  onBatch(listener: (bytes: Uint8Array) => void): void {
    this.#batchListeners.push(listener);
  }

  #tellBatch(bytes: Uint8Array): void {
    for (const listener of this.#batchListeners) listener(bytes);
  }

  submit<C extends Command>(command: C, notAfterMs?: number): Promise<Submitted<OutcomeOf<C>>> {
    return this.#exchange.submit(command, notAfterMs);
  }

  submitAll<C extends Command>(
    commands: readonly C[],
    notAfterMs?: number,
  ): Promise<Submitted<OutcomeOf<C>>[]> {
    return this.#exchange.submitAll(commands, notAfterMs);
  }

  enter(waiting: Waiting): void {
    if (this.#refusal) waiting.answer({ kind: "unavailable" });
    else this.#exchange.enter(waiting);
  }

  get #exchange() {
    return this.#term?.sequencer ?? this.#feed.exchange;
  }

  flush(): void {
    this.#term?.sequencer.flush();
  }

  /** CLUSTER-STATE-1: its log is not this machine's to hold. */
  async hold(): Promise<undefined> {
    return undefined;
  }

  /** Begins to follow, or to lead. Resolves when it can serve: it leads, or has all that the leader has. */
  start(duties: NodeDuties): Promise<void> {
    this.#leadership.duties = duties;
    this.#lookout.begin();
    return new Promise((ready) => this.#onReady.push(ready));
  }

  #looked(isLed: boolean): void {
    if (isLed) this.#trouble.end();
    // Not waited for: a leader that says nothing must not keep this node from looking.
    void this.#tellReady();
  }

  /** What PostgreSQL does not answer now is asked again; anything else cannot be gone on from. */
  #failed(error: unknown): void {
    if (this.#refusal === "stopping") return;
    if (isDoubt(error)) this.#trouble.say(`PostgreSQL cannot be asked: ${error.message}`);
    else if (this.#options.log.isShortOfSpace)
      this.#trouble.say(`no space: ${(error as Error).message}`);
    else this.#differs(error);
    this.#feed.exchange.drop();
  }

  async #tellReady(): Promise<void> {
    if (this.#onReady.length === 0 || this.state.kind === "unopened") return;
    const { isRefused, exchange } = this.#feed;
    const isServing = this.#term !== undefined || (exchange.isFed && (await this.current()));
    if (isServing || isRefused) for (const ready of this.#onReady.splice(0)) ready();
  }

  /** CLUSTER-RESIGN-1 */
  resign(): Promise<void> {
    return this.#leadership.resign();
  }

  /** LOG-DIGEST-1 */
  #differs(reason: unknown): void {
    const sentence = reason instanceof Error ? reason.message : String(reason);
    this.#options.report(`HALTED: ${sentence}. This node takes no more part; everything is kept.`);
    this.halt();
  }

  halt(): void {
    this.#refusal ??= "halted";
    this.#term?.halt();
    this.#feed.exchange.drop();
  }

  /** A leader resigns first. Resolves when the log is closed. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const { log, sessions } = this.#options;
    this.#refusal ??= "stopping";
    await this.resign();
    this.#feed.exchange.close();
    log.close();
    sessions.close();
    await this.#lookout.rested();
  }
}
