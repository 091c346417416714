/**
 * For how long a leader may answer from its state: two seconds from the moment at which it sent the last append or beat that
 * was confirmed. Who takes over waits for three seconds of silence first, so a leader that does not know yet that it was
 * taken over from answers nothing old. Rule CLUSTER-READ-1.
 */
import type { Timer } from "../base/timer.ts";
import { ANSWER_MS } from "../service/sequencer.ts";

export const LEASE_MS = 2_000;

export interface LeaseOptions {
  /** In ms, of a clock that only goes on, also while the process stands still. */
  readonly now: () => number;
  readonly timer: Timer;
}

export class Lease {
  readonly #options: LeaseOptions;
  #sentMs: number;
  #isOver = false;
  readonly #waiting = new Set<(isCurrent: boolean) => void>();

  /** `sentMs` is when the claim was sent. */
  constructor(options: LeaseOptions, sentMs: number) {
    this.#options = options;
    this.#sentMs = sentMs;
  }

  /** Since the last that was confirmed was sent. */
  get ageMs(): number {
    return this.#options.now() - this.#sentMs;
  }

  get isFresh(): boolean {
    return !this.#isOver && this.ageMs < LEASE_MS;
  }

  /** What was sent then is confirmed. */
  confirm(sentMs: number): void {
    this.#sentMs = Math.max(this.#sentMs, sentMs);
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
