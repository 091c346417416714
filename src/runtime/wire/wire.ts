/**
 * A wire: a connection that brings bytes in order, both ways, or ends. What runs over it is in frames.ts; on one
 * machine it is a unix socket, in tests and in one process a pair in memory.
 */

export interface WireEnd {
  /** Hands pieces over to be sent in their order; they must not change any more. */
  send(pieces: readonly Uint8Array[]): void;
  /** How many bytes were handed over and have not left. */
  readonly waiting: number;
  /** Ends it, at once; the other end hears of it. */
  close(): void;
  /** Ends it when all that was handed over has left. */
  end(): void;
}

/** What an end of a wire is told. After `closed` it is told nothing more. */
export interface WireListener {
  bytes(chunk: Uint8Array): void;
  closed(): void;
}

/** Lets the rest of this turn of the loop be done first. */
export type MakeWay = (goOn: () => void) => void;

interface MemoryEnd {
  readonly wire: WireEnd;
  listen(listener: WireListener): void;
}

/** Both ends of a wire in memory. What is sent arrives when `carry` says so, in order. */
export function memoryWire(carry: MakeWay = queueMicrotask): readonly [MemoryEnd, MemoryEnd] {
  const ends = [new MemoryWireEnd(carry), new MemoryWireEnd(carry)] as const;
  ends[0].other = ends[1];
  ends[1].other = ends[0];
  return ends;
}

class MemoryWireEnd implements MemoryEnd, WireEnd {
  other: MemoryWireEnd | undefined;
  waiting = 0;
  readonly #carry: MakeWay;
  #listener: WireListener | undefined;
  #isClosed = false;

  constructor(carry: MakeWay) {
    this.#carry = carry;
  }

  get wire(): WireEnd {
    return this;
  }

  listen(listener: WireListener): void {
    this.#listener = listener;
  }

  send(pieces: readonly Uint8Array[]): void {
    if (this.#isClosed) return;
    const bytes = Buffer.concat(pieces);
    this.waiting += bytes.length;
    this.#carry(() => {
      this.waiting -= bytes.length;
      this.other?.arrive(bytes);
    });
  }

  private arrive(bytes: Uint8Array): void {
    if (!this.#isClosed) this.#listener?.bytes(bytes);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#end();
    this.#carry(() => this.other?.hear());
  }

  end(): void {
    this.close();
  }

  private hear(): void {
    if (!this.#isClosed) this.#end();
  }

  /** Both ends hear that it is over, as those of a socket do. */
  #end(): void {
    this.#isClosed = true;
    this.#carry(() => this.#listener?.closed());
  }
}
