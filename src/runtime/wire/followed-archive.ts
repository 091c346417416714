/**
 * The archive at a follower: the archivist runs beside the core, so a page is asked over the wire and comes back
 * as rows that are written already. An answer comes before the core says that more is archived, as where the
 * archivist is asked directly. Rule HIST-BOUND-1.
 */
import type { Timer } from "../../core/base/timer.ts";
import type { FoundRows, Query } from "../history/history.ts";
import type { Archive } from "../history/joined-history.ts";
import { type HistoryFound, TO_CORE, writeQuestion } from "./frames.ts";
import type { ToCore } from "./to-core.ts";

/** A little longer than the archivist is waited for in the core. */
const PATIENCE_MS = 6_000;
/** CORE-BOUND-1: questions without an answer. */
export const PAGES_MAX = 256;

export interface FollowedArchiveOptions {
  readonly timer: Timer;
  readonly core: ToCore;
}

export class FollowedArchive implements Archive {
  readonly #options: FollowedArchiveOptions;
  readonly #waiting = new Map<number, (found: FoundRows | undefined) => void>();
  #last = 0;

  constructor(options: FollowedArchiveOptions) {
    this.#options = options;
  }

  ask<T>(query: Query, position: number, join: (found: FoundRows) => T): Promise<T | undefined> {
    const { core, timer } = this.#options;
    const number = ++this.#last;
    if (this.#waiting.size >= PAGES_MAX || !core.isOpen()) return Promise.resolve(undefined);
    core.send(TO_CORE.HISTORY, (out) => writeQuestion(out, { number, position, query }));
    return new Promise((resolve) => {
      const callOff = timer(PATIENCE_MS, () => this.found({ number, found: undefined }));
      this.#waiting.set(number, (found) => {
        callOff();
        resolve(found && join(found));
      });
    });
  }

  found({ number, found }: HistoryFound): void {
    const answer = this.#waiting.get(number);
    this.#waiting.delete(number);
    answer?.(found);
  }

  /** The wire ended. */
  lost(): void {
    for (const number of [...this.#waiting.keys()]) this.found({ number, found: undefined });
  }
}
