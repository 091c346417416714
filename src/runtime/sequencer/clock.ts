/**
 * The request clock: wall time, carried on by the monotonic clock. Small differences between the
 * two are made up slowly; a jump of the wall clock is reported and not followed, until the operator
 * says so or the process starts again. It never goes back.
 */

export interface TimeSource {
  /** Wall time in ms. */
  wallMs(): number;
  /** A clock that never goes back, in ms, from any beginning. */
  monotonicMs(): number;
}

export const systemTime: TimeSource = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

/** A wall clock that is further off than this has jumped. */
export const JUMP_MS = 10_000;

/** How much a correction, made once a second, may change the clock. */
const SLEW_MS = 5;

export class RequestClock {
  readonly #time: TimeSource;
  readonly #onJump: (differenceMs: number) => void;
  #offsetMs: number;
  #lastMs = 0;
  #hasJumped = false;

  constructor(time: TimeSource, onJump: (differenceMs: number) => void) {
    this.#time = time;
    this.#onJump = onJump;
    this.#offsetMs = time.wallMs() - time.monotonicMs();
  }

  now(): number {
    const nowMs = Math.floor(this.#time.monotonicMs() + this.#offsetMs);
    if (nowMs > this.#lastMs) this.#lastMs = nowMs;
    return this.#lastMs;
  }

  /** Called about once a second. */
  correct(): void {
    const differenceMs = this.#time.wallMs() - this.#time.monotonicMs() - this.#offsetMs;
    if (Math.abs(differenceMs) <= JUMP_MS) {
      this.#hasJumped = false;
      this.#offsetMs += Math.max(-SLEW_MS, Math.min(SLEW_MS, differenceMs));
    } else if (!this.#hasJumped) {
      this.#hasJumped = true;
      this.#onJump(Math.round(differenceMs));
    }
  }

  /** The operator says that the wall clock is right. If it is behind, the clock stands until it is reached. */
  follow(): void {
    this.#offsetMs = this.#time.wallMs() - this.#time.monotonicMs();
    this.#hasJumped = false;
  }
}
