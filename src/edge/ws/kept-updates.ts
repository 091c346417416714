/**
 * The newest updates of a channel as they were sent, for clients that lost their connection. Bounded by
 * number, and by the bytes of all channels together: when those are used up, a channel keeps as much as
 * it gives up. Rules STREAM-RESUME-1, STREAM-RESUME-2.
 */

import { compareSeq, type Seq } from "./seq.ts";
import { KEPT_BYTES_MAX, KEPT_UPDATES_MAX } from "./socket/limits.ts";

/** The bytes that all channels keep. */
export class KeptBytes {
  readonly max: number;
  used = 0;

  constructor(max = KEPT_BYTES_MAX) {
    this.max = max;
  }
}

interface Kept {
  readonly seq: Seq;
  readonly frame: Buffer;
}

/** About what an entry takes besides its bytes. */
export const ENTRY_BYTES = 256;

function sizeOf(frame: Buffer): number {
  return frame.length + ENTRY_BYTES;
}

export class KeptUpdates {
  readonly #bytes: KeptBytes;
  readonly #countMax: number;
  /** A ring once it is full: the oldest stands at `#oldest`. */
  #ring: Kept[] = [];
  #oldest = 0;
  #count = 0;
  /** What came before the oldest, or before anything: a client that has just that is still served. */
  #before: Seq;

  constructor(begin: Seq, bytes: KeptBytes, countMax = KEPT_UPDATES_MAX) {
    this.#before = begin;
    this.#bytes = bytes;
    this.#countMax = countMax;
  }

  get count(): number {
    return this.#count;
  }

  push(seq: Seq, frame: Buffer): void {
    this.#bytes.used += sizeOf(frame);
    if (this.#count === this.#countMax) this.#drop();
    this.#ring[(this.#oldest + this.#count) % this.#countMax] = { seq, frame };
    this.#count++;
    while (this.#bytes.used > this.#bytes.max && this.#count > 0) this.#drop();
  }

  #drop(): void {
    const { seq, frame } = this.#at(0);
    this.#before = seq;
    this.#bytes.used -= sizeOf(frame);
    delete this.#ring[this.#oldest];
    this.#oldest = (this.#oldest + 1) % this.#countMax;
    this.#count--;
  }

  #at(older: number): Kept {
    return this.#ring[(this.#oldest + older) % this.#countMax] as Kept;
  }

  /** What was sent after a message that a client has; undefined when that is no longer kept. */
  after(seq: Seq): Buffer[] | undefined {
    const first = this.#firstAfter(seq);
    const last = first === 0 ? this.#before : this.#at(first - 1).seq;
    if (compareSeq(last, seq) !== 0) return undefined;
    const frames: Buffer[] = [];
    for (let at = first; at < this.#count; at++) frames.push(this.#at(at).frame);
    return frames;
  }

  /** They stand in the order of their numbers, so that half of what is left can be passed over. */
  #firstAfter(seq: Seq): number {
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareSeq(this.#at(middle).seq, seq) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Updates from before `begin` are of no use any more. */
  restart(begin: Seq): void {
    this.clear();
    this.#before = begin;
  }

  clear(): void {
    while (this.#count > 0) this.#drop();
    this.#ring = [];
    this.#oldest = 0;
  }
}
