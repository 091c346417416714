/**
 * A sequencer for which nothing is due and nothing waits: whoever waited for that is told, and a second without work closes the
 * log with an empty batch, so that damage is seen. Rule LOG-IDLE-1.
 */
import type { Timer } from "../../core/base/timer.ts";
import type { Log } from "../../log/log.ts";

const IDLE_MS = 1_000;

interface AtRestOptions {
  readonly log: Pick<Log, "endsEmpty" | "isShortOfSpace">;
  readonly timer: Timer;
  readonly mayWrite: () => boolean;
  /** Writes an empty batch, unless another is on its way. */
  readonly close: () => void;
}

export class AtRest {
  readonly #options: AtRestOptions;
  #callOff: () => void = () => undefined;
  #onDrained: (() => void)[] = [];
  #onCaughtUp: (() => void)[] = [];

  constructor(options: AtRestOptions) {
    this.#options = options;
  }

  /** Nothing is due and nothing waits. */
  come(): void {
    for (const caughtUp of this.#onCaughtUp.splice(0)) caughtUp();
    const { log, mayWrite, close, timer } = this.#options;
    if (log.endsEmpty || log.isShortOfSpace || !mayWrite()) {
      for (const drained of this.#onDrained.splice(0)) drained();
      return;
    }
    this.#callOff();
    if (this.#onDrained.length > 0) close();
    else this.#callOff = timer(IDLE_MS, close);
  }

  /** Something is to be done. */
  leave(): void {
    this.#callOff();
  }

  /** Resolves when nothing is due and nothing waits. */
  caughtUp(): Promise<void> {
    return new Promise((caughtUp) => this.#onCaughtUp.push(caughtUp));
  }

  /** Resolves when the log is closed by an empty batch besides, or cannot be. */
  drained(): Promise<void> {
    return new Promise((drained) => this.#onDrained.push(drained));
  }
}
