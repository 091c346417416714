/**
 * One term of a leader: the sequencer, the lease it answers reads by, and the beats that say that it is there. It is over when
 * another has taken over, or when the leader resigns; either way what waits is answered first. Rules CLUSTER-READ-1,
 * CLUSTER-RESIGN-1.
 */

import type { NotReady } from "../../contract/not-ready.ts";
import type { CheckedSessions } from "../../log/postgres/checked-sessions.ts";
import { beat, type TermId, vacate } from "../../log/postgres/leader-table.ts";
import type { PostgresLog } from "../../log/postgres/postgres-log.ts";
import { isDoubt } from "../../log/postgres/settlement.ts";
import { Sequencer } from "../sequencer/sequencer.ts";
import type { SequencerOptions } from "../sequencer/sequencer-options.ts";
import { type ClockReadings, type Clocks, readClocks } from "./clocks.ts";
import { Lease } from "./lease.ts";
import { TermLog } from "./term-log.ts";

/** Between two beats. */
export const BEAT_MS = 500;

export interface TermOptions extends Omit<SequencerOptions, "log" | "epoch"> {
  readonly log: PostgresLog;
  readonly id: TermId;
  /** For beats: an append that hangs does not keep them. */
  readonly sessions: CheckedSessions;
  readonly clocks: Clocks;
  /** When the claim was sent. */
  readonly claimed: ClockReadings;
  readonly mayGiveUp: () => boolean;
  /** Another has taken over. */
  readonly onOver: () => void;
  readonly onAskedToResign: () => void;
}

export class Term {
  readonly id: TermId;
  readonly sequencer: Sequencer;
  readonly lease: Lease;
  readonly #options: TermOptions;
  #isOver = false;

  constructor(options: TermOptions) {
    const { log, id, clocks, timer, claimed, mayGiveUp } = options;
    this.#options = options;
    this.id = id;
    this.lease = new Lease({ clocks, timer }, claimed);
    const termLog = new TermLog({
      log,
      clocks,
      onConfirmed: (sent) => this.lease.confirm(sent),
      onFenced: () => this.#lost(),
      mayGiveUp,
    });
    this.sequencer = new Sequencer({ ...options, log: termLog, epoch: id.epoch });
    this.#beatLater();
  }

  /** Why it takes no orders, while it does not. */
  get notReady(): NotReady | undefined {
    return this.sequencer.notReady ?? (this.lease.isFresh ? undefined : "in_doubt");
  }

  #beatLater(): void {
    this.#options.timer(BEAT_MS, () => {
      if (!this.#isOver) void this.#beat().finally(() => this.#beatLater());
    });
  }

  async #beat(): Promise<void> {
    const { sessions, clocks, onAskedToResign, onBroken } = this.#options;
    const sent = readClocks(clocks);
    try {
      const heard = await beat(await sessions.get(), this.id);
      if (heard === "over") this.#lost();
      else this.lease.confirm(sent);
      if (heard === "asked to resign") onAskedToResign();
    } catch (error) {
      sessions.drop();
      if (!isDoubt(error)) onBroken(error);
    }
  }

  #lost(): void {
    if (this.#isOver) return;
    this.#silence();
    this.#options.onOver();
  }

  /** No more beats, and no more reads: another may lead from now on. */
  #silence(): void {
    this.#isOver = true;
    this.lease.end();
  }

  /** LOG-DIGEST-1: its state is not to be trusted; another takes over, if its own is sound. */
  halt(): void {
    this.#silence();
    this.sequencer.halt();
  }

  /** Answers what waits. Resolves when nothing is under way any more. */
  async end(): Promise<void> {
    this.#silence();
    await this.sequencer.stop();
  }

  /** CLUSTER-RESIGN-1: says that nobody leads, unless another does, so that the next takes over at once. */
  async vacate(): Promise<void> {
    const { sessions } = this.#options;
    try {
      await vacate(await sessions.get(), this.id);
    } catch (error) {
      // The others notice the silence instead.
      sessions.drop();
      if (!isDoubt(error)) throw error;
    }
  }
}
