/** Who waits for the archive to come to a position of the log. One state is saved at a time, so these are few. */

import type { Timer } from "../../core/base/timer.ts";

interface Waiting {
  readonly position: number;
  readonly end: (hasCome: boolean) => void;
}

export class ArchiveWaits {
  readonly #timer: Timer;
  readonly #waiting = new Set<Waiting>();

  constructor(timer: Timer) {
    this.#timer = timer;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** Resolves when the archive has come to `position`, or with false when it has not after `patienceMs`. */
  await(position: number, patienceMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (hasCome: boolean) => {
        callOff();
        this.#waiting.delete(waiting);
        resolve(hasCome);
      };
      const waiting = { position, end };
      const callOff = this.#timer(patienceMs, () => end(false));
      this.#waiting.add(waiting);
    });
  }

  archived(position: number): void {
    for (const waiting of this.#waiting) if (waiting.position <= position) waiting.end(true);
  }
}
