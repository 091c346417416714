/**
 * Queries on their way to the archivist. A query that needs more than the archive has waits until it
 * has caught up; one that a dead archivist took with it is sent once more; none waits longer than
 * five seconds. A few are with the archivist at a time and a few hundred wait here, where one whose
 * time is up can still be dropped: a hung archivist wakes up to little. Rule HIST-BOUND-1.
 */
import type { Timer } from "../../core/base/timer.ts";
import type { FoundRows, Query } from "../history/history.ts";
import type { Archive } from "../history/joined-history.ts";

export const PATIENCE_MS = 5_000;
export const QUERIES_MAX = 256;
export const IN_FLIGHT_MAX = 32;
/** An archivist that died of a query must not die of it for ever. */
const SENDS_MAX = 2;

interface Waiting {
  readonly query: Query;
  /** The archive must have come this far. */
  readonly position: number;
  readonly answer: (found: FoundRows | undefined) => void;
  sends: number;
}

export interface ArchiveQueriesOptions {
  /** Hands a query to the archivist; where none runs the query is lost. */
  readonly send: (number: number, query: Query) => void;
  readonly timer: Timer;
}

export class ArchiveQueries implements Archive {
  readonly #options: ArchiveQueriesOptions;
  /** In the order in which they came. */
  readonly #waiting = new Map<number, Waiting>();
  /** The queries that the archivist has to answer, also those whose callers no longer wait. */
  readonly #inFlight = new Set<number>();
  #numberLast = 0;
  #archived = 0;

  constructor(options: ArchiveQueriesOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#waiting.size;
  }

  ask<T>(query: Query, position: number, join: (found: FoundRows) => T): Promise<T | undefined> {
    if (this.#waiting.size >= QUERIES_MAX) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      const number = ++this.#numberLast;
      const callOff = this.#options.timer(PATIENCE_MS, () => this.#end(number, undefined));
      const answer = (found: FoundRows | undefined) => {
        callOff();
        resolve(found && join(found));
      };
      this.#waiting.set(number, { query, position, answer, sends: 0 });
      this.#sendMore();
    });
  }

  #sendMore(): void {
    for (const [number, waiting] of this.#waiting) {
      if (this.#inFlight.size >= IN_FLIGHT_MAX) return;
      if (this.#inFlight.has(number) || waiting.position > this.#archived) continue;
      this.#inFlight.add(number);
      waiting.sends++;
      this.#options.send(number, waiting.query);
    }
  }

  #end(number: number, found: FoundRows | undefined): void {
    const waiting = this.#waiting.get(number);
    this.#waiting.delete(number);
    waiting?.answer(found);
  }

  /** `found` is undefined when the archivist could not answer. */
  found(number: number, found: FoundRows | undefined): void {
    this.#inFlight.delete(number);
    const position = this.#waiting.get(number)?.position ?? 0;
    if (!found || found.position >= position) this.#end(number, found);
    this.#sendMore();
  }

  /** The archive has come to `position`: the queries that waited for that are sent. */
  archived(position: number): void {
    if (position <= this.#archived) return;
    this.#archived = position;
    this.#sendMore();
  }

  /** A new archivist knows nothing of what the one before it was asked. */
  sendAgain(): void {
    for (const number of this.#inFlight) {
      const sends = this.#waiting.get(number)?.sends ?? 0;
      if (sends >= SENDS_MAX) this.#end(number, undefined);
    }
    this.#inFlight.clear();
    this.#sendMore();
  }
}
