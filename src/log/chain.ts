/**
 * The chain of batches, wherever they come from: each stands in the segment it names, follows the position
 * before it, carries the hash of the batch before it and belongs to no earlier epoch. A reader of files and
 * a follower that is sent the bytes hold every batch against it.
 */
import { type DecodedBatch, hashOf } from "./batch.ts";
import type { Batch, Cursor } from "./log.ts";

/** A place to go on from. At the start of a segment position and hash may not be known. */
export interface ChainStart {
  readonly segment: number;
  readonly offset: number;
  readonly position?: number;
  readonly hash?: Uint8Array;
}

export class Chain {
  #segment: number;
  #offset: number;
  #position: number | undefined;
  #hash: Uint8Array | undefined;
  #epoch = 0;

  constructor({ segment, offset, position, hash }: ChainStart) {
    this.#segment = segment;
    this.#offset = offset;
    this.#position = position;
    this.#hash = hash;
  }

  get segment(): number {
    return this.#segment;
  }

  get offset(): number {
    return this.#offset;
  }

  /** A batch never spans segments: what does not fit any more begins the next one. */
  beginNextSegment(): void {
    this.#segment += 1;
    this.#offset = 0;
  }

  /** What is wrong with the place of a sound batch: nothing but damage or a hand puts it there. */
  problemWith(found: DecodedBatch): string | undefined {
    const position = this.#position === undefined ? found.firstPosition : this.#position + 1;
    if (found.segment !== this.#segment) {
      return expected(`a batch of segment ${this.#segment}`, `one of segment ${found.segment}`);
    }
    if (found.firstPosition !== position) {
      return expected(`position ${position}`, `position ${found.firstPosition}`);
    }
    if (this.#hash && Buffer.compare(found.hashBefore, this.#hash) !== 0) {
      return expected("the hash of the batch before", "another hash");
    }
    if (found.epoch < this.#epoch) {
      return expected(`an epoch from ${this.#epoch} on`, `epoch ${found.epoch}`);
    }
    return undefined;
  }

  /** Goes on behind a batch that stands in its place; `bytes` begin with it. */
  take(found: DecodedBatch, bytes: Uint8Array): Batch {
    this.#offset += found.length;
    this.#position = found.firstPosition - 1 + found.count;
    this.#hash = hashOf(bytes.subarray(0, found.length));
    this.#epoch = found.epoch;
    return {
      timeMs: found.timeMs,
      count: found.count,
      digestPosition: found.digestPosition,
      digest: found.digest,
      payload: found.payload,
      firstPosition: found.firstPosition,
      epoch: found.epoch,
      after: this.#cursor(this.#position, this.#hash),
    };
  }

  #cursor(position: number, hash: Uint8Array): Cursor {
    return { position, segment: this.#segment, offset: this.#offset, hash };
  }
}

function expected(what: string, found: string): string {
  return `expected ${what}, found ${found}`;
}
