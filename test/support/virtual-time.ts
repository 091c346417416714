/**
 * Time that moves only when a test says so: a wall clock, a monotonic clock, and alarms that ring
 * in the order of their times. No test of the service ever sleeps.
 */
import type { TimeSource } from "../../src/service/clock.ts";

interface Set {
  readonly atMs: number;
  readonly ring: () => void;
}

export class VirtualTime implements TimeSource {
  #wallMs: number;
  #monotonicMs = 0;
  #alarms: Set[] = [];

  constructor(wallMs: number) {
    this.#wallMs = wallMs;
  }

  wallMs(): number {
    return this.#wallMs;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  /** How many alarms are set. */
  get pending(): number {
    return this.#alarms.length;
  }

  readonly alarm = (delayMs: number, ring: () => void): (() => void) => {
    const set: Set = { atMs: this.#monotonicMs + delayMs, ring };
    this.#alarms.push(set);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== set);
    };
  };

  /** Both clocks go on; what falls due rings, oldest first, and then the world comes to rest. */
  async pass(ms: number): Promise<void> {
    const untilMs = this.#monotonicMs + ms;
    for (let next = this.#nextBy(untilMs); next; next = this.#nextBy(untilMs)) {
      this.#goTo(next.atMs);
      this.#alarms = this.#alarms.filter((other) => other !== next);
      next.ring();
      await settle();
    }
    this.#goTo(untilMs);
    await settle();
  }

  /** Somebody sets the wall clock; the monotonic clock does not notice. */
  jump(ms: number): void {
    this.#wallMs += ms;
  }

  /** The process is gone, and its alarms with it. */
  forgetAlarms(): void {
    this.#alarms = [];
  }

  #goTo(monotonicMs: number): void {
    this.#wallMs += monotonicMs - this.#monotonicMs;
    this.#monotonicMs = monotonicMs;
  }

  #nextBy(untilMs: number): Set | undefined {
    let first: Set | undefined;
    for (const set of this.#alarms) {
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
