/**
 * Leads a frozen clock to the time it was told to reach: every second, every hour and every step of
 * the demo's traders comes at its own time, one after the other, none skipped (SANDBOX-CLOCK-3). The
 * time to be reached is in the state, so after a restart the clock goes on; a sequencer that refuses
 * for a while only makes it wait.
 */

import { isAdvancing } from "../../core/engine/clock.ts";
import type { Command } from "../../core/engine/codec.ts";
import type { Exchange } from "../../runtime/replica/submission.ts";
import { nextBoundaryMs } from "../../runtime/sequencer/ticks.ts";

/** Acts at times of its own while the clock is led: the demo's market. */
export interface ClockFollower {
  /** It acts at every multiple of this. */
  readonly everyMs: number;
  /** The commands of its next action. */
  follow(): readonly Command[];
}

export class ManualClock {
  readonly #exchange: Exchange;
  readonly #follower: ClockFollower | undefined;
  #isOnItsWay = false;
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  constructor(exchange: Exchange, follower: ClockFollower | undefined) {
    this.#exchange = exchange;
    this.#follower = follower;
  }

  /** Sets out for the time that is to be reached, unless it is on its way. Called again and again. */
  go(): void {
    if (this.#isOnItsWay || this.#isStopped || !isAdvancing(this.#exchange.state)) return;
    this.#isOnItsWay = true;
    this.#running = this.#lead().finally(() => {
      this.#isOnItsWay = false;
    });
  }

  /** Resolves when it has arrived, or can go no further now. */
  async arrived(): Promise<void> {
    this.go();
    await this.#running;
  }

  /** No step begins after this; resolves when the last one is answered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
  }

  async #lead(): Promise<void> {
    const { state } = this.#exchange;
    while (!this.#isStopped && isAdvancing(state)) {
      const timeMs = Math.min(state.clock.targetMs, this.#nextMs());
      const step: Command = { type: "ReachTime", timeMs };
      const [reached] = await this.#exchange.submitAll([step, ...this.#followAt(timeMs)]);
      if (reached?.kind !== "done") return; // Out of disk, or stopping: the next call tries again.
    }
  }

  #nextMs(): number {
    const { state } = this.#exchange;
    const { everyMs } = this.#follower ?? {};
    const boundaryMs = nextBoundaryMs(state);
    if (everyMs === undefined) return boundaryMs;
    return Math.min(boundaryMs, state.timeMs - (state.timeMs % everyMs) + everyMs);
  }

  #followAt(timeMs: number): readonly Command[] {
    const follower = this.#follower;
    return follower && timeMs % follower.everyMs === 0 ? follower.follow() : [];
  }
}
