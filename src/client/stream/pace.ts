/**
 * How fast things are done here: how many messages leave in a while, since the server ends a connection
 * that says too much, and how long to wait before the next try to connect.
 */
import type { StreamTimer } from "./stream-options.ts";

/** Of the 200 in 2 s that the server allows, less than half: its 2 s are not ours. */
const MESSAGES_MAX = 90;
const WINDOW_MS = 2_000;

export class Pace {
  readonly #alarm: StreamTimer;
  readonly #reopened: () => void;
  #count = 0;
  #cancel: (() => void) | undefined;

  /** `reopened` is called when there is room again. */
  constructor(alarm: StreamTimer, reopened: () => void) {
    this.#alarm = alarm;
    this.#reopened = reopened;
  }

  /** Whether one more may leave now; it is counted. */
  take(): boolean {
    if (this.#count === MESSAGES_MAX) return false;
    this.#count++;
    this.#cancel ??= this.#alarm(WINDOW_MS, () => this.#reopen());
    return true;
  }

  #reopen(): void {
    const wasFull = this.#count === MESSAGES_MAX;
    this.#count = 0;
    this.#cancel = undefined;
    if (wasFull) this.#reopened();
  }

  stop(): void {
    this.#cancel?.();
  }
}

const FIRST_DELAY_MS = 100;
const DELAY_MAX_MS = 30_000;

/** After so many tries in vain: each time up to twice as long, and not less than half of that. */
export function delayBefore(triesInVain: number, random: () => number): number {
  const mostMs = Math.min(FIRST_DELAY_MS * 2 ** triesInVain, DELAY_MAX_MS);
  return Math.round(mostMs * (0.5 + random() / 2));
}
