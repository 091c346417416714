/**
 * Frames that leave in one write, joined once for all clients that wait for the same. Clients of one channel mostly do:
 * joining then costs a look, and the copy is one for all. Rule STREAM-PACE-1.
 */

/** So many different rows of frames are remembered. */
const KEPT_MAX = 8;

interface Joined {
  readonly frames: readonly Buffer[];
  readonly bytes: Buffer;
}

export class JoinedFrames {
  readonly #kept: Joined[] = [];
  #next = 0;

  /** The frames one behind the other; the list must not change any more. */
  join(frames: readonly Buffer[], length: number): Buffer {
    const kept = this.#kept.find((one) => areSame(one.frames, frames));
    if (kept) return kept.bytes;
    const bytes = Buffer.concat(frames, length);
    this.#kept[this.#next] = { frames, bytes };
    this.#next = (this.#next + 1) % KEPT_MAX;
    return bytes;
  }

  /** The beat is over: whoever waits from now on waits for something else. */
  forget(): void {
    this.#kept.length = 0;
    this.#next = 0;
  }
}

function areSame(one: readonly Buffer[], other: readonly Buffer[]): boolean {
  if (one.length !== other.length) return false;
  // The last one first: it came last, and differs most often.
  for (let at = one.length - 1; at >= 0; at--) if (one[at] !== other[at]) return false;
  return true;
}
