/**
 * The archivist's pen: collects what events leave behind and gives it to the history store, batch by
 * batch, once the digest behind it says that the live exchange saw the same. Rules HIST-CONFIRM-1,
 * HIST-ONCE-1.
 */
import type { ExchangeEvent } from "../engine/events.ts";
import type { Happened, HistoryStore } from "../history/history-store.ts";
import { Orphaned } from "./guarded-disk.ts";

/** So many are not collected before they are written, however far the log has to be followed. */
const COLLECTED_MAX = 20_000;

export class HistoryWriter {
  readonly #store: HistoryStore;
  readonly #isMine: () => boolean;
  #collected: Happened[] = [];
  #confirmed = 0;
  /** Up to here the store has everything there is. */
  #written: number;

  constructor(store: HistoryStore, isMine: () => boolean) {
    this.#store = store;
    this.#isMine = isMine;
    this.#written = store.position;
  }

  /** Up to here nothing is missing from the store. */
  get position(): number {
    return this.#written;
  }

  /** A replay begins, perhaps again: what was collected before it comes once more. */
  restart(): void {
    this.#collected = [];
  }

  note(event: ExchangeEvent, position: number): void {
    if (event.type !== "OrderEnded" && event.type !== "Traded") return;
    if (position > this.#written) this.#collected.push({ event, position });
  }

  /** HIST-CONFIRM-1: the batch behind `position` carries the digest that replay gave. */
  confirm(position: number): void {
    this.#confirmed = position;
    if (this.#collected.length >= COLLECTED_MAX) this.write();
  }

  /** Writes what is confirmed; the position alone is not worth a sync. */
  write(): void {
    const span = this.#takeConfirmed();
    if (span.length > 0) this.#add(span);
    this.#written = Math.max(this.#written, this.#confirmed);
  }

  /** HIST-SNAP-1: afterwards the store itself says that it has everything up to `position`. */
  writeUpTo(position: number): void {
    this.#confirmed = position;
    this.#add(this.#takeConfirmed());
    this.#written = Math.max(this.#written, position);
  }

  #takeConfirmed(): Happened[] {
    const count = this.#collected.findIndex(({ position }) => position > this.#confirmed);
    return this.#collected.splice(0, count < 0 ? this.#collected.length : count);
  }

  #add(span: readonly Happened[]): void {
    if (!this.#isMine()) throw new Orphaned("the server is gone; its directory is left alone");
    this.#store.add(span, this.#confirmed);
  }
}
