/**
 * Clients that were told by another process what this one has not come to yet: it lags by milliseconds. They wait until it has,
 * or until that takes too long. As many wait as connections may have subscriptions. STREAM-RESUME-7.
 */
import type { Moment } from "./channel.ts";
import { ARRIVAL_MS } from "./socket/limits.ts";

interface Waiting {
  readonly position: number;
  readonly untilMs: number;
  readonly act: () => void;
}

export class Arrivals {
  readonly #moment: () => Moment;
  readonly #wake: () => void;
  readonly #waiting = new Set<Waiting>();

  constructor(moment: () => Moment, wake: () => void) {
    this.#moment = moment;
    this.#wake = wake;
  }

  get isWaiting(): boolean {
    return this.#waiting.size > 0;
  }

  isReached(position: number): boolean {
    return this.#moment().position >= position;
  }

  /** Acts once, when the position is reached or the time is up; not at all after the returned function is called. */
  wait(position: number, act: () => void): () => void {
    const waiting = { position, untilMs: this.#moment().nowMs + ARRIVAL_MS, act };
    this.#waiting.add(waiting);
    this.#wake();
    return () => void this.#waiting.delete(waiting);
  }

  /** Looked at in every beat. */
  turn({ position, nowMs }: Moment): void {
    for (const waiting of this.#waiting) {
      if (position < waiting.position && nowMs < waiting.untilMs) continue;
      this.#waiting.delete(waiting);
      waiting.act();
    }
  }
}
