/**
 * The history store compared with replay: each record that an event left is there, byte for byte,
 * once, and nothing is there that no event left; what a sandbox says to have forgotten may be gone, and
 * so may fundings of before they were kept. Rules HIST-ONCE-1, HIST-CONFIRM-1, HIST-FORGET-2, HIST-FUND-2.
 */

import { type HistoryEvent, recordsOf } from "../../runtime/history/records-of.ts";
import { keysOf } from "../../runtime/history/rows/keys.ts";
import { HistoryDamaged } from "../../runtime/history/rows/seal.ts";
import type { HistoryStore } from "../../runtime/history/store/history-store.ts";

export class HistoryCheck {
  readonly #store: HistoryStore;
  /** What ended before replay began is not looked at, nor what the store does not have yet. */
  readonly #from: number;
  readonly #to: number;
  /** HIST-FORGET-2 */
  readonly #mayLack: boolean;
  #count = 0;
  /** Keys that lead to them: a profit lies under two. */
  #keys = 0;
  /** The first problem that was found. */
  #wrong: string | undefined;

  constructor(store: HistoryStore, from: number) {
    this.#store = store;
    this.#from = from;
    this.#to = store.position;
    this.#mayLack = store.hasForgotten;
  }

  get position(): number {
    return this.#to;
  }

  get count(): number {
    return this.#count;
  }

  see(event: HistoryEvent, position: number): void {
    if (position > this.#to) return;
    for (const found of recordsOf(event)) {
      if (this.#mayLack && this.#store.isForgotten(found)) continue;
      if (this.#store.isOfBefore(found, position)) continue;
      this.#count++;
      this.#keys += keysOf(found).length;
      if (this.#wrong) continue;
      const name = `${found.kind} ${found.record.id} of position ${position}`;
      this.#wrong = this.#problemOf(name, () => this.#store.holds(found, position));
    }
  }

  /** HIST-SEAL-1: a row that cannot be read is the store's fault, and no command's. */
  #problemOf(name: string, holds: () => boolean): string | undefined {
    try {
      return holds() ? undefined : `the history store lacks ${name}`;
    } catch (error) {
      if (error instanceof HistoryDamaged) return error.message;
      throw error;
    }
  }

  /** Every sentence that should be true and is not; `end` is where the log ends. */
  problems(end: number): string[] {
    if (this.#to > end) return [`the history store is later than the log, which ends at ${end}`];
    if (this.#wrong) return [this.#wrong];
    const { count, latest } = this.#store.countBetween(this.#from, this.#to);
    if (count !== this.#keys) {
      return [`the history store has ${count} records where the log has ${this.#keys}`];
    }
    // An archivist whose server was killed may have written more since the check began, up to where its store then says it is.
    const { position } = this.#store;
    if (latest <= position) return [];
    return [`the history store ends at ${position} and has a record of position ${latest}`];
  }
}
