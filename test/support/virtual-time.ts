/**
 * Time that moves only when a test says so: a wall clock, a monotonic clock, and timers that ring
 * in the order of their times. No test of the service ever sleeps.
 */
import type { TimeSource } from "../../src/runtime/sequencer/clock.ts";

interface Set {
  readonly atMs: number;
  readonly ring: () => void;
}

export class VirtualTime implements TimeSource {
  #wallMs: number;
  #monotonicMs = 0;
  #timers: Set[] = [];

  constructor(wallMs: number) {
    this.#wallMs = wallMs;
  }

  wallMs(): number {
    return this.#wallMs;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  /** How many timers are set. */
  get pending(): number {
    return this.#timers.length;
  }

  readonly timer = (delayMs: number, ring: () => void): (() => void) => {
    const set: Set = { atMs: this.#monotonicMs + delayMs, ring };
    this.#timers.push(set);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== set);
    };
  };

  /** Both clocks go on; what falls due rings, oldest first, and then the world comes to rest. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.#monotonicMs + ms;
    for (let next = this.#nextBy(untilMs); next; next = this.#nextBy(untilMs)) {
      this.#goTo(next.atMs);
      this.#timers = this.#timers.filter((other) => other !== next);
      next.ring();
      await settle();
    }
    this.#goTo(untilMs);
    await settle();
  }

  /** The wall clock is set; the monotonic clock does not notice. */
  jump(ms: number): void {
    this.#wallMs += ms;
  }

  /** The process is gone, and its timers with it. */
  forgetTimers(): void {
    this.#timers = [];
  }

  #goTo(monotonicMs: number): void {
    this.#wallMs += monotonicMs - this.#monotonicMs;
    this.#monotonicMs = monotonicMs;
  }

  #nextBy(untilMs: number): Set | undefined {
    let first: Set | undefined;
    for (const set of this.#timers) {
      if (set.atMs <= untilMs && (!first || set.atMs < first.atMs)) first = set;
    }
    return first;
  }
}

/** Waits until every promise that can go on has gone on. */
export function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
