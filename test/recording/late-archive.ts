/**
 * An archive in memory that is behind until it is told to catch up: a page is then made of rows that are
 * archived and of records that are not yet, as on a server whose second process is busy.
 */
import type { FoundRows, Query, WriteRow } from "../../src/runtime/history/history.ts";
import { type Archive, rowsOf } from "../../src/runtime/history/joined-history.ts";
import { leavesRecords } from "../../src/runtime/history/records-of.ts";
import { type Happened, HistoryStore } from "../../src/runtime/history/store/history-store.ts";
import { MemoryStore } from "../../src/runtime/history/store/memory-store.ts";
import type { UnarchivedRecords } from "../../src/runtime/history/unarchived-records.ts";
import type { Sequencer } from "../../src/runtime/sequencer/sequencer.ts";

export interface LateArchiveParts {
  readonly sequencer: Sequencer;
  readonly unarchived: UnarchivedRecords;
  readonly write: WriteRow;
}

export class LateArchive implements Archive {
  readonly #parts: LateArchiveParts;
  readonly #store = new HistoryStore(new MemoryStore());
  #collected: Happened[] = [];

  constructor(parts: LateArchiveParts) {
    this.#parts = parts;
    const { sequencer } = parts;
    sequencer.onEvent((event) => {
      if (!leavesRecords(event)) return;
      this.#collected.push({ event, position: sequencer.state.position });
    });
  }

  get position(): number {
    return this.#store.position;
  }

  async ask<T>(query: Query, _position: number, join: (found: FoundRows) => T): Promise<T> {
    return join(rowsOf(this.#store.find(query), this.#parts.write));
  }

  /** Writes down everything up to the end of the log. */
  catchUp(): void {
    const { position } = this.#parts.sequencer.state;
    this.#store.add(this.#collected, position);
    this.#parts.unarchived.archived(position);
    this.#collected = [];
  }
}
