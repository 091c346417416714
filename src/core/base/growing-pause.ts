/**
 * The pause before a process that died is started again: twice as long each time, up to a longest one, and short
 * again once one has proven sound.
 */
export class GrowingPause {
  readonly #minMs: number;
  readonly #maxMs: number;
  #nextMs: number;

  constructor({ minMs, maxMs }: { readonly minMs: number; readonly maxMs: number }) {
    this.#minMs = minMs;
    this.#maxMs = maxMs;
    this.#nextMs = minMs;
  }

  /** The pause for the death that has come. */
  next(): number {
    const pauseMs = this.#nextMs;
    this.#nextMs = Math.min(2 * pauseMs, this.#maxMs);
    return pauseMs;
  }

  reset(): void {
    this.#nextMs = this.#minMs;
  }
}
