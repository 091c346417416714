/**
 * How long to wait for the other side. A connection can be dead without a word: so what was asked must
 * be answered in time, and when nothing was heard for a while something is asked.
 */
import type { StreamTimer } from "./stream-options.ts";

/** The greeting, and the answer to any request. */
const ANSWER_MS = 10_000;
const QUIET_MS = 25_000;

export interface PatienceOptions {
  readonly now: () => number;
  readonly alarm: StreamTimer;
  /** Called after a long silence: asks something, and expects the answer. */
  readonly ask: () => void;
  readonly giveUp: () => void;
}

export class Patience {
  readonly #options: PatienceOptions;
  /** When each of them was asked, oldest first. The pace bounds it: older ones are given up. */
  readonly #unanswered = new Map<number, number>();
  #heardMs: number;
  #cancel: (() => void) | undefined;

  constructor(options: PatienceOptions) {
    this.#options = options;
    this.#heardMs = options.now();
  }

  heard(): void {
    this.#heardMs = this.#options.now();
  }

  expect(id: number): void {
    this.#unanswered.set(id, this.#options.now());
    if (this.#unanswered.size === 1) this.#arm();
  }

  met(id: number): void {
    this.#unanswered.delete(id);
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #arm(): void {
    this.stop();
    const [oldestMs] = this.#unanswered.values();
    const dueMs = oldestMs === undefined ? this.#heardMs + QUIET_MS : oldestMs + ANSWER_MS;
    const waitMs = Math.max(0, Math.min(dueMs - this.#options.now(), QUIET_MS));
    this.#cancel = this.#options.alarm(waitMs, () => this.#ring());
  }

  /** Messages arm no timer: when it fires, this looks whether the time is over. */
  #ring(): void {
    const { ask, giveUp } = this.#options;
    const [oldestMs] = this.#unanswered.values();
    if (oldestMs !== undefined && this.#isOver(oldestMs, ANSWER_MS)) giveUp();
    else if (oldestMs === undefined && this.#isOver(this.#heardMs, QUIET_MS)) ask();
    else this.#arm();
  }

  /** After the clock was set back the time counts as over. */
  #isOver(sinceMs: number, limitMs: number): boolean {
    const passedMs = this.#options.now() - sinceMs;
    return passedMs < 0 || passedMs >= limitMs;
  }
}
