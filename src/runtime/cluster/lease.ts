/**
 * For how long a leader may answer from its state: two seconds, by whichever of its clocks has gone furthest, from the moment at
 * which it sent the last append or beat that was confirmed. Who takes over waits for three seconds of silence first, so a
 * leader that does not know yet that it was taken over from answers nothing old. Rules CLUSTER-READ-1, CLUSTER-READ-2.
 */
import type { Timer } from "../../core/base/timer.ts";
import { ANSWER_MS } from "../sequencer/sequencer.ts";
import { ageMs, type ClockReadings, type Clocks } from "./clocks.ts";

export const LEASE_MS = 2_000;

export interface LeaseOptions {
  readonly clocks: Clocks;
  readonly timer: Timer;
}

export class Lease {
  readonly #options: LeaseOptions;
  #sent: ClockReadings;
  #isOver = false;
  readonly #waiting = new Set<(isCurrent: boolean) => void>();

  /** `sent` is when the claim was sent. */
  constructor(options: LeaseOptions, sent: ClockReadings) {
    this.#options = options;
    this.#sent = sent;
  }

  /** Since the last that was confirmed was sent. */
  get ageMs(): number {
    return ageMs(this.#sent, this.#options.clocks);
  }

  get isFresh(): boolean {
    return !this.#isOver && this.ageMs < LEASE_MS;
  }

  /** What was sent then is confirmed. */
  confirm(sent: ClockReadings): void {
    // An append and a beat are under way at once: of the two the one that was sent later counts.
    if (sent.monotonicMs >= this.#sent.monotonicMs) this.#sent = sent;
    if (this.isFresh) this.#answer(true);
  }

  /** Undefined while it holds; else it is waited for the next that is confirmed, or for the end. */
  current(): Promise<boolean> | undefined {
    if (this.isFresh) return undefined;
    if (this.#isOver) return Promise.resolve(false);
    return new Promise((resolve) => {
      const answer = (isCurrent: boolean) => {
        callOff();
        this.#waiting.delete(answer);
        resolve(isCurrent);
      };
      const callOff = this.#options.timer(ANSWER_MS, () => answer(false));
      this.#waiting.add(answer);
    });
  }

  /** For ever: another may lead from now on. */
  end(): void {
    this.#isOver = true;
    this.#answer(false);
  }

  #answer(isCurrent: boolean): void {
    for (const answer of [...this.#waiting]) answer(isCurrent);
  }
}
