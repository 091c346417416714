/**
 * The newest batches of the log as frames, so that a follower that was away for a moment is fed from memory and
 * the core never reads a file for one. A follower that is further behind reads the log itself. At least the
 * newest batch is kept, and beyond that a bounded number of bytes.
 */
import { isBehind, isSamePlace } from "../../log/file/read-chain.ts";
import type { Cursor } from "../../log/log.ts";

export const RECENT_BYTES_MAX = 8 * 1024 * 1024;

interface RecentBatch {
  /** The frame that brings it. */
  readonly frame: Uint8Array;
  readonly after: Cursor;
}

export class RecentBatches {
  readonly #bytesMax: number;
  readonly #batches: RecentBatch[] = [];
  /** The first that is kept; what stands before it is let go of now and then. */
  #first = 0;
  #bytes = 0;
  /** Where the first that is kept begins. */
  #start: Cursor;

  constructor(start: Cursor, bytesMax = RECENT_BYTES_MAX) {
    this.#start = start;
    this.#bytesMax = bytesMax;
  }

  /** Where the log ends. */
  get end(): Cursor {
    return this.#batches.at(-1)?.after ?? this.#start;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(frame: Uint8Array, after: Cursor): void {
    this.#batches.push({ frame, after });
    this.#bytes += frame.length;
    while (this.#bytes > this.#bytesMax && this.#first < this.#batches.length - 1) this.#forget();
    if (this.#first * 2 <= this.#batches.length) return;
    this.#batches.splice(0, this.#first);
    this.#first = 0;
  }

  #forget(): void {
    const oldest = this.#batches[this.#first] as RecentBatch;
    this.#first++;
    this.#bytes -= oldest.frame.length;
    this.#start = oldest.after;
  }

  /**
   * The frames behind a place: "behind" where they are no longer here, "ahead" where it lies behind the end, "other"
   * where it is of another log.
   */
  framesFrom(cursor: Cursor): readonly Uint8Array[] | "behind" | "ahead" | "other" {
    if (isEqual(cursor, this.#start)) return this.#from(this.#first);
    const at = this.#batches.findIndex(
      ({ after }, index) => index >= this.#first && isSamePlace(after, cursor),
    );
    const found = this.#batches[at];
    if (found) return isEqual(found.after, cursor) ? this.#from(at + 1) : "other";
    if (isBehind(this.#start, cursor)) return "behind";
    return isBehind(cursor, this.end) ? "ahead" : "other";
  }

  #from(index: number): Uint8Array[] {
    return this.#batches.slice(index).map(({ frame }) => frame);
  }
}

function isEqual(one: Cursor, other: Cursor): boolean {
  const isThere = isSamePlace(one, other) && one.position === other.position;
  return isThere && Buffer.compare(one.hash, other.hash) === 0;
}
