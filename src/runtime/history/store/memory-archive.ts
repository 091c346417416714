/**
 * An archive in the same process and in memory: what ended is written down when a request asks for it,
 * so no request waits for it. When its store is full, trading goes on and pages are refused, as on a disk
 * without space. For an exchange inside another program. Rules HIST-OWN-1, HIST-ONCE-1, HIST-BOUND-1.
 */

import type { FoundRows, Query, WriteRow } from "../history.ts";
import { type Archive, rowsOf } from "../joined-history.ts";
import { type HistoryEvent, leavesRecords } from "../records-of.ts";
import type { UnarchivedRecords } from "../unarchived-records.ts";
import { type Happened, HistoryStore } from "./history-store.ts";
import { type MemoryStore, StoreFull } from "./memory-store.ts";

/** When so many are collected, they are written down without a request. */
export const COLLECTED_MAX = 10_000;

export interface MemoryArchiveParts {
  readonly keyValues: MemoryStore;
  /** Told up to where everything is written down. */
  readonly unarchived: Pick<UnarchivedRecords, "archived">;
  readonly write: WriteRow;
  /** The end of the log. */
  readonly position: () => number;
  /** The store is one of an archive that was full, and lacks what came since. */
  readonly isFull?: boolean;
}

export class MemoryArchive implements Archive {
  readonly #parts: MemoryArchiveParts;
  readonly #store: HistoryStore;
  #collected: Happened[] = [];
  #isFull: boolean;

  constructor(parts: MemoryArchiveParts) {
    this.#parts = parts;
    this.#isFull = parts.isFull ?? false;
    this.#store = new HistoryStore(parts.keyValues);
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  /** Called with every event, in order. */
  note(event: HistoryEvent): void {
    if (this.#isFull || !leavesRecords(event)) return;
    const position = this.#parts.position();
    // Not in the middle of a command: a position is added once, and then it is passed over.
    const isNext = this.#collected.at(-1)?.position !== position;
    if (isNext && this.#collected.length >= COLLECTED_MAX) this.#write(position - 1);
    this.#collected.push({ event, position });
  }

  async ask<T>(
    query: Query,
    _position: number,
    join: (found: FoundRows) => T,
  ): Promise<T | undefined> {
    this.settle();
    if (this.#isFull) return undefined;
    return join(rowsOf(this.#store.find(query), this.#parts.write));
  }

  /** Writes everything down, up to the end of the log. */
  settle(): void {
    this.#write(this.#parts.position());
  }

  #write(position: number): void {
    if (this.#isFull) return;
    try {
      this.#store.add(this.#collected, position);
      this.#parts.unarchived.archived(position);
    } catch (error) {
      if (!(error instanceof StoreFull)) throw error;
      this.#isFull = true;
    }
    this.#collected = [];
  }
}
