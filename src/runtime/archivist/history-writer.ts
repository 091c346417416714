/**
 * Writes the archivist's history: collects the records that events leave and gives them to the history
 * store, batch by batch, once the digest behind them says that the live exchange saw the same. Rules
 * HIST-CONFIRM-1, HIST-ONCE-1.
 */

import { DiskFull } from "../../log/disk.ts";
import type { LogPlace } from "../history/places/place.ts";
import { type HistoryEvent, leavesRecords } from "../history/records-of.ts";
import type { Happened, HistoryStore } from "../history/store/history-store.ts";
import { Orphaned } from "./guarded-disk.ts";

/** So many are not collected before they are written, however far the log has to be followed. */
export const COLLECTED_MAX = 20_000;

export class HistoryWriter {
  readonly #store: HistoryStore;
  readonly #isMine: () => boolean;
  readonly #bearWitness: () => void;
  #collected: Happened[] = [];
  /** How much that is: an event counts once, and of what a command posted each row. */
  #weight = 0;
  #places: LogPlace[] = [];
  #confirmed = 0;
  /** Up to here the store has everything there is. */
  #written: number;
  /** HIST-SNAP-1: up to here the store itself must say that it has everything. */
  #owed = 0;
  /** Why the store did not take what it was given last. */
  problem: string | undefined;

  /** LOG-WITNESS-2: the store never knows of more than the witness, which is written first. */
  constructor(store: HistoryStore, isMine: () => boolean, bearWitness = () => {}) {
    this.#store = store;
    this.#isMine = isMine;
    this.#bearWitness = bearWitness;
    this.#written = store.position;
  }

  /** Up to here nothing is missing from the store. */
  get position(): number {
    return this.#written;
  }

  /**
   * HIST-SNAP-1: a server that begins at a snapshot asks only a store that says to have all before it
   * (HIST-BOUND-1), and one that was lost and is built again must come to say so.
   */
  owe(position: number): void {
    this.#owed = position;
  }

  /** A replay begins, perhaps again: what was collected before it comes once more. */
  restart(): void {
    this.#collected = [];
    this.#weight = 0;
    this.#places = [];
  }

  note(event: HistoryEvent, position: number): void {
    if (position <= this.#written || !leavesRecords(event)) return;
    this.#collected.push({ event, position });
    this.#weight += weightOf(event);
  }

  /** HIST-PLACE-1: where a stretch of commands stands; written with what it left. */
  notePlace(place: LogPlace): void {
    this.#places.push(place);
  }

  /** HIST-CONFIRM-1: the batch behind `position` carries the digest that replay gave. */
  confirm(position: number): void {
    this.#confirmed = position;
    if (this.isFull) this.write();
  }

  /** No more should be collected: the store does not take what there is. */
  get isFull(): boolean {
    return this.#weight >= COLLECTED_MAX;
  }

  /** Writes what is confirmed; the position alone is not worth a sync, unless it is owed. */
  write(): void {
    const span = this.#takeConfirmed();
    const isWorthIt = span.length > 0 || this.#hasPlaces() || (this.#owed > 0 && this.#paysOff());
    if (isWorthIt && !this.#tryToAdd(span)) return;
    this.#written = Math.max(this.#written, this.#confirmed);
  }

  /** HIST-SNAP-1: afterwards the store itself says that it has everything up to `position`. */
  writeUpTo(position: number): void {
    this.#confirmed = position;
    if (!this.#tryToAdd(this.#takeConfirmed())) throw new DiskFull(this.problem);
    this.#written = Math.max(this.#written, position);
  }

  #hasPlaces(): boolean {
    const [first] = this.#places;
    return first !== undefined && first.last <= this.#confirmed;
  }

  #paysOff(): boolean {
    if (this.#store.position >= this.#owed) this.#owed = 0;
    return this.#owed > 0 && this.#confirmed > this.#store.position;
  }

  #takeConfirmed(): Happened[] {
    const count = this.#collected.findIndex(({ position }) => position > this.#confirmed);
    return this.#weighed(this.#collected.splice(0, count < 0 ? this.#collected.length : count), -1);
  }

  /** What comes to what is collected, or goes from it. */
  #weighed(span: Happened[], sign: 1 | -1): Happened[] {
    for (const { event } of span) this.#weight += sign * weightOf(event);
    return span;
  }

  /** LOG-FULL-1: what the store does not take now is kept, and tried again; it stays readable. */
  #tryToAdd(span: Happened[]): boolean {
    if (!this.#isMine()) throw new Orphaned("the server is gone; its directory is left alone");
    try {
      this.#bearWitness();
      const places = this.#places.filter(({ last }) => last <= this.#confirmed);
      this.#store.add(span, this.#confirmed, places);
      this.#places.splice(0, places.length);
      this.problem = undefined;
      return true;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
      this.#collected = [...this.#weighed(span, 1), ...this.#collected];
      return false;
    }
  }
}

function weightOf(event: HistoryEvent): number {
  return event.type === "EntriesPosted" ? event.rows.count : 1;
}
