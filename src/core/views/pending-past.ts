/**
 * Imported candles that a view has not looked at yet. A past comes in pieces, and a tape or a day has
 * forgotten most of them when the last has come: so they wait for the first query or trade, and those
 * that could no longer be seen by then are dropped unread.
 */
import type { PastCandle } from "../engine/prices/past.ts";

export type PastPiece = readonly PastCandle[];

export class PendingPast {
  readonly #isSeenBehind: (piece: PastPiece, later: readonly PastPiece[]) => boolean;
  #pieces: PastPiece[] = [];

  /** `isSeenBehind` says whether anything of a piece is still seen when others have come after it. */
  constructor(isSeenBehind: (piece: PastPiece, later: readonly PastPiece[]) => boolean) {
    this.#isSeenBehind = isSeenBehind;
  }

  add(piece: PastPiece): void {
    this.#pieces.push(piece);
    while (!this.#isSeenBehind(this.#pieces[0] ?? piece, this.#pieces.slice(1))) {
      this.#pieces.shift();
    }
  }

  /** How many candles wait. */
  get count(): number {
    return this.#pieces.reduce((count, piece) => count + piece.length, 0);
  }

  /** All candles that wait, oldest first; they wait no more. */
  take(): readonly PastCandle[] {
    if (this.#pieces.length === 0) return NONE;
    const candles = this.#pieces.flat();
    this.#pieces = [];
    return candles;
  }
}

const NONE: readonly PastCandle[] = [];
