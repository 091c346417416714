/**
 * Events that wait to be told, each written once. They leave in pieces, so that no message is too much
 * for a client that reads, and there are never more than a largest number: beyond it the events are not
 * told one by one, and every client is told to begin anew. STREAM-EVENTS-1.
 */
import { compareSeq, type Seq } from "./seq.ts";

/** The events of one message. */
export const EVENTS_TOLD_MAX = 500;
/** More events than a sweep through the deepest book has, and than a second of any market. */
export const EVENTS_WAITING_MAX = 100_000;

export interface EventBatch<Row> {
  readonly rows: readonly Row[];
  /** The number of the last event in the batch. */
  readonly seq: Seq;
  /** Some that came before are left out. */
  readonly isCut: boolean;
}

export class EventQueue<Row> {
  readonly #countMax: number;
  #rows: Row[] = [];
  #seqs: Seq[] = [];
  #cutAt: Seq | undefined;

  constructor(countMax = EVENTS_WAITING_MAX) {
    this.#countMax = countMax;
  }

  get count(): number {
    return this.#rows.length;
  }

  get isEmpty(): boolean {
    return this.#rows.length === 0 && !this.#cutAt;
  }

  /** The events that wait are not told one by one. */
  cut(seq: Seq): void {
    this.#rows = [];
    this.#seqs = [];
    this.#cutAt = seq;
  }

  push(row: Row, seq: Seq): void {
    if (this.#rows.length === this.#countMax) this.cut(seq);
    if (this.#cutAt) this.#cutAt = seq;
    else {
      this.#rows.push(row);
      this.#seqs.push(seq);
    }
  }

  /** The next that are to be told; undefined when there are none. */
  take(): EventBatch<Row> | undefined {
    if (this.#cutAt) {
      const cut = { rows: [], seq: this.#cutAt, isCut: true };
      this.#cutAt = undefined;
      return cut;
    }
    const count = this.#pieceEnd();
    const rows = this.#rows.splice(0, count);
    const seq = this.#seqs.splice(0, count).at(-1);
    return seq && { rows, seq, isCut: false };
  }

  /** The rows of one event stay together: a number names one message. */
  #pieceEnd(): number {
    let end = EVENTS_TOLD_MAX;
    while (isSame(this.#seqs[end - 1], this.#seqs[end])) end++;
    return end;
  }
}

function isSame(a: Seq | undefined, b: Seq | undefined): boolean {
  return a !== undefined && b !== undefined && compareSeq(a, b) === 0;
}
