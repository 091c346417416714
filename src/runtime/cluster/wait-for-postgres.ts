/**
 * A start that needs PostgreSQL waits for it, as a node that runs does: after a power cut the database may come up later, and
 * nobody should have to start nodes by hand. What only a person can change is refused at once. Rule CLUSTER-START-1.
 */
import type { Timer } from "../../core/base/timer.ts";
import { isLasting } from "../../log/postgres/primary-search.ts";
import { isDoubt } from "../../log/postgres/settlement.ts";

/** Between two tries. */
const PAUSE_MS = 1_000;
/** Between two lines that say that it waits. */
const LINE_MS = 10_000;
const SECOND_MS = 1_000;

export interface Patience {
  /** After so long it fails with what was wrong last. */
  readonly patienceMs: number;
  /** In ms, of a clock that only goes on. */
  readonly now: () => number;
  readonly timer: Timer;
  readonly report: (sentence: string) => void;
}

/** Does the work, again and again while PostgreSQL does not answer. */
export async function whenPostgresAnswers<T>(
  work: () => Promise<T>,
  { patienceMs, now, timer, report }: Patience,
): Promise<T> {
  const beganMs = now();
  let lineMs = Number.NEGATIVE_INFINITY;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const restMs = beganMs + patienceMs - now();
      if (!mayPass(error) || restMs <= 0) throw error;
      if (now() - lineMs >= LINE_MS) {
        lineMs = now();
        report(sentenceOf(error, restMs));
      }
      await new Promise<void>((over) => timer(Math.min(PAUSE_MS, restMs), over));
    }
  }
}

function mayPass(error: unknown): error is Error {
  return isDoubt(error) && !isLasting(error);
}

function sentenceOf({ message }: Error, restMs: number): string {
  const rest = Math.ceil(restMs / SECOND_MS);
  return `waiting for PostgreSQL, ${rest} s more at most (--wait-for-postgres): ${message}`;
}
