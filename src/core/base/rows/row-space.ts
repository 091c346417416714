/**
 * Room for the rows of a table, each of its parts in one piece of memory, so that a cell is found by its row alone. A
 * small table is copied when it grows. From a certain size on it gets room for all the rows that it may ever have: the
 * system gives memory to a part when it is first used, so nothing is copied any more, and no command waits for it. One of many
 * exchanges in a process has no such room: the address space would not hold it.
 */
import { assert } from "../assert.ts";

/** No row: the first one is 1. */
export const NONE = 0;

const ROWS_MIN = 128;
const GROWTH = 8;
/** A table with room for more rows than this is not copied. */
const COPIED_MAX = 2 ** 13;

/** "by need": it is copied whenever it is full, and never has room for more than twice its rows: for an exchange that is one of many. */
export type Room = "reserved" | "by need";

export interface RowSpaceOptions {
  /** The most rows that the table may ever have. */
  readonly rowsMax: number;
  /** The bytes of a row in each part. */
  readonly widths: readonly number[];
  /** "reserved" without it. */
  readonly room?: Room;
}

export class RowSpace {
  readonly #options: RowSpaceOptions;
  #capacity = ROWS_MIN;
  #end = 1;
  /** The memory of each part; others once the space has grown. */
  parts: readonly ArrayBufferLike[];

  constructor(options: RowSpaceOptions) {
    this.#options = options;
    this.parts = options.widths.map((width) => new ArrayBuffer(ROWS_MIN * width));
  }

  /** One above the last row. */
  get end(): number {
    return this.#end;
  }

  /** The next row, full of zeros. */
  take(): number {
    if (this.isFull) this.#enlarge();
    return this.#end++;
  }

  /** Whether the parts are others after the next row was taken. */
  get isFull(): boolean {
    return this.#end === this.#capacity;
  }

  #enlarge(): void {
    const { rowsMax, room } = this.#options;
    assert(this.#capacity <= rowsMax, "CORE-BOUND-1 a table has no more rows than it may have");
    if (this.#capacity < COPIED_MAX) this.#move(this.#capacity * GROWTH);
    else if (room === "by need") this.#move(Math.min(2 * this.#capacity, rowsMax + 1));
    else this.#reserve(rowsMax + 1);
  }

  /** A system that does not promise so much memory may promise a part of it. */
  #reserve(capacity: number): void {
    try {
      this.#move(capacity);
    } catch (refusal) {
      const less = Math.floor(capacity / 2);
      if (!(refusal instanceof RangeError) || less <= this.#capacity) throw refusal;
      this.#reserve(less);
    }
  }

  #move(capacity: number): void {
    const { widths } = this.#options;
    const larger = widths.map((width) => memoryOf(capacity * width));
    this.parts.forEach((part, at) => {
      new Uint8Array(larger[at] as ArrayBufferLike).set(new Uint8Array(part));
    });
    this.parts = larger;
    this.#capacity = capacity;
  }
}

const SHARED_FROM = 2 ** 22;

/**
 * Memory of zeros. V8 counts an ArrayBuffer as memory in use from the moment it is made, and for a very large one it stops to
 * collect the heap. It does not count one that could be shared; a page of a browser may have no such ones.
 */
export function memoryOf(bytes: number): ArrayBufferLike {
  const isShared = bytes > SHARED_FROM && typeof SharedArrayBuffer !== "undefined";
  return isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
}
