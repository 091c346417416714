/**
 * How a node comes to lead, and how that ends: it claims; the state that it has followed with leads for a term; then it is a
 * follower again. Rules CLUSTER-CLAIM-1, CLUSTER-SUBMIT-1, CLUSTER-RESIGN-1.
 */

import type { NotReady } from "../../contract/not-ready.ts";
import type { ExchangeState } from "../../core/engine/state.ts";
import { endSessionsOf, type LeaderSight, type TermId } from "../../log/postgres/leader-table.ts";
import { digestOf } from "../replica/replay.ts";
import { type ClockReadings, readClocks } from "./clocks.ts";
import type { LeaderFeed, LeaderFeedOptions } from "./leader-feed.ts";
import type { NodeRole } from "./node-standing.ts";
import { Term, type TermOptions } from "./term.ts";
import type { Trouble } from "./trouble.ts";

/** CLUSTER-RESIGN-1: who has resigned lets the others go first. */
const STAND_BACK_MS = 5_000;

/** What is done around a node when its role changes. */
export interface NodeDuties {
  /** Where other nodes reach it. */
  readonly address: string;
  /** It leads: what a new exchange needs is made. No other node is taken before. */
  lead(term: TermId): Promise<void>;
  /** It leads no more: nothing comes in any more from other nodes, and what only a leader does ends. */
  follow(): void;
}

/** Why a node takes part no more. */
export type NodeRefusal = Extract<NotReady, "halted" | "stopping">;

export interface LeadershipOptions
  extends Pick<LeaderFeedOptions, "node" | "follower" | "clockwork" | "report">,
    Pick<TermOptions, "log" | "sessions" | "clocks" | "now" | "onBroken" | "meter" | "inspect"> {
  /** CLUSTER-CLOCK-1: why its clock may not give the log its time; undefined when it may. */
  readonly clockProblem: () => string | undefined;
}

/** What a node is asked and told when it comes to lead and ceases to. */
export interface LeadershipListener {
  refusal(): NodeRefusal | undefined;
  /** A batch is durable and applied. */
  batch(bytes: Uint8Array): void;
  /** It leads, and has made ready. */
  leads(): Promise<void>;
  /** It leads no more, and who does is not known. */
  follows(): void;
}

interface Parts {
  readonly feed: LeaderFeed;
  readonly trouble: Trouble;
  readonly listener: LeadershipListener;
}

const DISK_FULL = "this node does not take over: its disk is full";

interface Hindrance {
  readonly about: "disk" | "clock";
  readonly sentence: string;
}

export class Leadership {
  readonly #options: LeadershipOptions;
  readonly #parts: Parts;
  /** From when it is started on. */
  duties: NodeDuties | undefined;
  #term: Term | undefined;
  /** The term is ending. */
  #isEnding = false;
  #isClaiming = false;
  #standsBackUntilMs = 0;

  constructor(options: LeadershipOptions, parts: Parts) {
    this.#options = options;
    this.#parts = parts;
  }

  /** To its very end; undefined while the node follows. */
  get term(): Term | undefined {
    return this.#term;
  }

  /** The one that it leads in: not one that is ending. */
  get running(): Term | undefined {
    return this.#isEnding ? undefined : this.#term;
  }

  get isClaiming(): boolean {
    return this.#isClaiming;
  }

  get role(): NodeRole {
    if (this.#isClaiming) return "claiming";
    if (!this.#term) return "following";
    return this.#options.log.isInDoubt ? "settling" : "leading";
  }

  /** CLUSTER-CLAIM-1: what keeps it from taking over, as long as it takes part. */
  get hindrance(): Hindrance | undefined {
    const { clockProblem, log } = this.#options;
    if (log.isShortOfSpace) return { about: "disk", sentence: DISK_FULL };
    const sentence = clockProblem();
    return sentence === undefined ? undefined : { about: "clock", sentence };
  }

  /** Takes over, unless something keeps it from that, or another is faster. */
  async claim(sight: LeaderSight): Promise<void> {
    const { listener, trouble } = this.#parts;
    if (listener.refusal() || this.#standsBack) return;
    const { hindrance } = this;
    if (hindrance !== undefined) {
      trouble.say(hindrance.sentence, hindrance.about);
      return;
    }
    this.#isClaiming = true;
    try {
      await this.#claim(sight);
    } finally {
      this.#isClaiming = false;
    }
  }

  get #standsBack(): boolean {
    return this.#options.clockwork.now() < this.#standsBackUntilMs;
  }

  /** CLUSTER-CLAIM-1: the claim is an empty batch behind the last one; another's batch there, or a beat, and it fails. */
  async #claim(seen: LeaderSight): Promise<void> {
    const { log, clocks, node, sessions, follower } = this.#options;
    const { feed } = this.#parts;
    feed.exchange.drop();
    await feed.catchUp();
    await endSessionsOf(await sessions.get(), seen.node === node ? "" : seen.node);
    const claimed = readClocks(clocks);
    const address = this.duties?.address ?? "";
    const id = await log.takeOver(proofOf(follower.state), { node, address, seen });
    if (id) await this.#lead(id, claimed);
  }

  async #lead(id: TermId, claimed: ClockReadings): Promise<void> {
    const { log, follower, node, report } = this.#options;
    const { feed, listener } = this.#parts;
    follower.moveTo(log.end);
    feed.exchange.claimed(id.epoch);
    listener.batch(log.lastBatch);
    if (listener.refusal()) return;
    const term = this.#termOf(id, claimed);
    term.sequencer.onBatch((bytes) => listener.batch(bytes));
    this.#term = term;
    await term.sequencer.catchUp();
    report(`node ${node} leads the cluster in epoch ${id.epoch}`);
    await this.duties?.lead(id);
    await listener.leads();
  }

  #termOf(id: TermId, claimed: ClockReadings): Term {
    const { follower, clockwork } = this.#options;
    const term = new Term({
      ...this.#options,
      id,
      replica: follower.replica,
      claimed,
      timer: clockwork.timer,
      mayGiveUp: () => this.#parts.listener.refusal() === "stopping",
      onOver: () => void this.#stepDown(term),
      onAskedToResign: () => void this.resign(),
    });
    return term;
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
      this.duties?.follow();
      await term.vacate();
      follower.moveTo(log.end);
      this.#parts.listener.follows();
      this.#term = undefined;
      report(`node ${node} leads no more (epoch ${term.id.epoch})`);
    } catch (error) {
      onBroken(error);
    } finally {
      this.#isEnding = false;
    }
  }
}

/** An empty batch whose digest says what state it was written from. */
function proofOf(state: ExchangeState) {
  const { timeMs, position } = state;
  const digest = digestOf(state);
  return { timeMs, count: 0, digestPosition: position, digest, payload: new Uint8Array(0) };
}
