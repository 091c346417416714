/**
 * A node of a cluster. It follows the leader: it is fed its batches, hands commands over to it and answers from its own
 * state. When nobody leads it takes over: the same state then has a sequencer. To everything around it, APIs, streams,
 * gateways, archivist, it is one exchange all the time. Rules CLUSTER-CLAIM-1, CLUSTER-READ-1, CLUSTER-FOLLOW-1.
 */
import type { Command } from "../engine/codec.ts";
import type { ExchangeEvent } from "../engine/events.ts";
import type { OutcomeOf } from "../engine/outcomes.ts";
import type { ExchangeState } from "../engine/state.ts";
import type { Cursor } from "../log/log.ts";
import type { CheckedSessions } from "../log/postgres/checked-sessions.ts";
import { endSessionsOf, type LeaderSight, type TermId } from "../log/postgres/leader-table.ts";
import { isDoubt } from "../log/postgres/settlement.ts";
import type { Core } from "../service/core.ts";
import type { NotReady } from "../service/readiness.ts";
import { digestOf } from "../service/replay.ts";
import type { SequencerOptions } from "../service/sequencer-options.ts";
import type { Submitted } from "../service/submission.ts";
import type { Waiting } from "../service/waiting.ts";
import type { Views } from "../views/views.ts";
import { type ClockReadings, type Clocks, readClocks } from "./clocks.ts";
import { LeaderFeed, type LeaderFeedOptions } from "./leader-feed.ts";
import { lookAt } from "./leader-look.ts";
import { LeaderWatch } from "./leader-watch.ts";
import type { NodeRole, NodeStanding } from "./node-standing.ts";
import { Term } from "./term.ts";

/** Between two looks at who leads. */
export const LOOK_MS = 200;
/** CLUSTER-RESIGN-1: who has resigned lets the others go first. */
const STAND_BACK_MS = 5_000;

export interface NodeOptions
  extends LeaderFeedOptions,
    Pick<SequencerOptions, "meter" | "inspect" | "onBroken"> {
  /** To look who leads, and for beats. */
  readonly sessions: CheckedSessions;
  /** CLUSTER-READ-2: what a lease goes by. */
  readonly clocks: Clocks;
  /** CLUSTER-CLOCK-1: why its clock may not give the log its time; undefined when it may. */
  readonly clockProblem: () => string | undefined;
}

/** What is done around a node when its role changes. */
export interface NodeDuties {
  /** Where other nodes reach it. */
  readonly address: string;
  /** It leads: what a new exchange needs is made. No other node is taken before. */
  lead(term: TermId): Promise<void>;
  /** It leads no more: nothing comes in any more from other nodes, and what only a leader does ends. */
  follow(): void;
}

export class Node implements Core {
  readonly #options: NodeOptions;
  readonly #feed: LeaderFeed;
  readonly #watch = new LeaderWatch();
  readonly #batchListeners: ((bytes: Uint8Array) => void)[] = [];
  #duties: NodeDuties | undefined;
  #term: Term | undefined;
  /** The term is ending. */
  #isEnding = false;
  #isClaiming = false;
  #standsBackUntilMs = 0;
  #refusal: "halted" | "stopping" | undefined;
  #lastSaid = "";
  #onReady: (() => void)[] = [];
  #stopped: Promise<void> | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: NodeOptions) {
    this.#options = options;
    this.#feed = new LeaderFeed(options, {
      mayFollow: () => !this.#term && !this.#isClaiming && !this.#refusal,
      batch: (bytes) => this.#tellBatch(bytes),
      failed: (error) => this.#failed(error),
      differs: (reason) => this.#differs(reason),
    });
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

  get role(): NodeRole {
    if (this.#isClaiming) return "claiming";
    if (!this.#term) return "following";
    return this.#options.log.isInDoubt ? "settling" : "leading";
  }

  get notReady(): NotReady | undefined {
    if (this.#refusal) return this.#refusal;
    if (this.#term && !this.#isEnding) return this.#problemOf(this.#term);
    const { exchange, isRefused } = this.#feed;
    if (exchange.isFed) return exchange.notReady;
    return isRefused ? "other_version" : "no_leader";
  }

  #problemOf({ sequencer, lease }: Term): NotReady | undefined {
    return sequencer.notReady ?? (lease.isFresh ? undefined : "in_doubt");
  }

  now(): number {
    return this.#options.now();
  }

  /** CLUSTER-CLAIM-1: whether it would take over. */
  get canLead(): boolean {
    const { log, clockProblem } = this.#options;
    return !this.#refusal && !log.isShortOfSpace && clockProblem() === undefined;
  }

  /** The epoch that it leads in; undefined while it follows. */
  get leads(): number | undefined {
    return this.#isEnding ? undefined : this.#term?.id.epoch;
  }

  /** Where the copy of the log ends: what others on this machine may read of it. */
  get copyEnd(): Cursor {
    return this.#options.log.end;
  }

  /** What is to be said of it: to other nodes, to people and to Prometheus. */
  get standing(): NodeStanding {
    const { node, clockwork } = this.#options;
    const { sight, lagCommands, lagMs } = this.#feed;
    const term = this.#term;
    return {
      node,
      role: this.role,
      epoch: term?.id.epoch ?? sight?.epoch ?? 0,
      leader: term ? node : (sight?.node ?? ""),
      lagCommands: term ? 0 : lagCommands,
      lagMs: term ? 0 : Math.round(lagMs),
      beatAgeMs: Math.round(term?.lease.ageMs ?? this.#watch.silentMs(clockwork.now())),
    };
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
    this.#duties = duties;
    this.#lookLater(0);
    return new Promise((ready) => this.#onReady.push(ready));
  }

  #lookLater(delayMs: number): void {
    this.#options.clockwork.timer(delayMs, () => {
      if (this.#refusal) return;
      this.#looking = this.#term ? Promise.resolve() : this.#look();
      void this.#looking.finally(() => this.#lookLater(LOOK_MS));
    });
  }

  /** One look at who leads, and what follows from it. */
  async #look(): Promise<void> {
    const { sessions, log, clockwork } = this.#options;
    try {
      const sight = await lookAt(await sessions.get(), log);
      this.#feed.see(sight);
      const isSilent = this.#watch.see(sight, clockwork.now());
      if (isSilent || sight.node === "") await this.#claim(sight);
      else if (this.#feed.isBehindWithoutWire) await this.#feed.catchUp();
      this.#say("");
      // Not waited for: a leader that says nothing must not keep this node from looking.
      void this.#tellReady();
    } catch (error) {
      this.#watch.interrupted();
      sessions.drop();
      this.#failed(error);
    }
  }

  /** What PostgreSQL does not answer now is asked again; anything else cannot be gone on from. */
  #failed(error: unknown): void {
    if (this.#refusal === "stopping") return;
    if (isDoubt(error)) this.#say(`PostgreSQL cannot be asked: ${error.message}`);
    else if (this.#options.log.isShortOfSpace) this.#say(`no space: ${(error as Error).message}`);
    else this.#differs(error);
    this.#feed.exchange.drop();
  }

  /** One sentence is said once, however often it holds. */
  #say(sentence: string): void {
    if (sentence !== "" && sentence !== this.#lastSaid) this.#options.report(sentence);
    this.#lastSaid = sentence;
  }

  async #tellReady(): Promise<void> {
    if (this.#onReady.length === 0 || this.state.kind === "unopened") return;
    const { isRefused, exchange } = this.#feed;
    const isServing = this.#term !== undefined || (exchange.isFed && (await this.current()));
    if (isServing || isRefused) for (const ready of this.#onReady.splice(0)) ready();
  }

  /** CLUSTER-CLAIM-1: the claim is an empty batch behind the last one; another's batch there, or a beat, and it fails. */
  async #claim(sight: LeaderSight): Promise<void> {
    const { log, clocks, node, sessions } = this.#options;
    const problem = this.#whyNotClaim();
    if (problem !== undefined) {
      this.#say(problem);
      return;
    }
    this.#isClaiming = true;
    try {
      this.#feed.exchange.drop();
      await this.#feed.catchUp();
      await endSessionsOf(await sessions.get(), sight.node === node ? "" : sight.node);
      const claimed = readClocks(clocks);
      const address = this.#duties?.address ?? "";
      const id = await log.takeOver(proofOf(this.state), { node, address, seen: sight });
      if (id) await this.#lead(id, claimed);
    } finally {
      this.#isClaiming = false;
    }
  }

  #whyNotClaim(): string | undefined {
    const { clockProblem, log, clockwork } = this.#options;
    if (this.#refusal || this.#duties === undefined) return "";
    if (clockwork.now() < this.#standsBackUntilMs) return "";
    if (log.isShortOfSpace) return "this node does not take over: its disk is full";
    return clockProblem();
  }

  async #lead(id: TermId, claimed: ClockReadings): Promise<void> {
    const { log, follower, node, report, clockwork } = this.#options;
    follower.moveTo(log.end);
    this.#feed.exchange.claimed(id.epoch);
    this.#tellBatch(log.lastBatch);
    if (this.#refusal) return;
    const term = new Term({
      ...this.#options,
      id,
      replica: follower.replica,
      claimed,
      timer: clockwork.timer,
      mayGiveUp: () => this.#refusal === "stopping",
      onOver: () => void this.#stepDown(term),
      onAskedToResign: () => void this.resign(),
    });
    term.sequencer.onBatch((bytes) => this.#tellBatch(bytes));
    this.#term = term;
    await term.sequencer.catchUp();
    report(`node ${node} leads the cluster in epoch ${id.epoch}`);
    await this.#duties?.lead(id);
    await this.#tellReady();
  }

  /** CLUSTER-RESIGN-1 */
  async resign(): Promise<void> {
    const term = this.#term;
    if (!term) return;
    this.#standsBackUntilMs = this.#options.clockwork.now() + STAND_BACK_MS;
    await this.#stepDown(term);
  }

  /** CLUSTER-SUBMIT-1: when nothing is under way any more the other nodes are let go, and then another may lead. */
  async #stepDown(term: Term): Promise<void> {
    if (this.#term !== term || this.#isEnding) return;
    const { follower, log, node, report, onBroken } = this.#options;
    this.#isEnding = true;
    try {
      await term.end();
      this.#duties?.follow();
      await term.vacate();
      follower.moveTo(log.end);
      this.#watch.interrupted();
      this.#feed.forget();
      this.#term = undefined;
      report(`node ${node} leads no more (epoch ${term.id.epoch})`);
    } catch (error) {
      onBroken(error);
    } finally {
      this.#isEnding = false;
    }
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
    await this.#looking;
  }
}

/** An empty batch whose digest says what state it was written from. */
function proofOf(state: ExchangeState) {
  const { timeMs, position } = state;
  const digest = digestOf(state);
  return { timeMs, count: 0, digestPosition: position, digest, payload: new Uint8Array(0) };
}
