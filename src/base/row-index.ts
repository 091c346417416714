/**
 * From a hash to the rows that have it. The index is cut into pieces by the first bits of the hash; a piece that is full
 * is split in two, so that growing moves few rows, however many there are; only the list of pieces is ever copied. Which
 * of the rows with one hash is meant, the table says that owns them.
 */
import { assert } from "./assert.ts";
import { NONE } from "./row-pages.ts";

/** Slots of a new piece. */
const SLOTS = 512;
const FILL_MAX = 0.7;
/** Pieces are not split by more bits than this: one that is still full has many rows of one hash, and is enlarged. */
const DEPTH_MAX = 18;

interface Piece {
  /** Hash and row of each slot; row 0: the slot is free. */
  slots: Int32Array;
  used: number;
  /** By how many bits of the hash the piece is told from others. */
  depth: number;
}

function newPiece(depth: number, slots = SLOTS): Piece {
  return { slots: new Int32Array(2 * slots), used: 0, depth };
}

export class RowIndex {
  /** By the first `#depth` bits of a hash; neighbours may be one piece. */
  #pieces: Piece[];
  #depth = 1;
  #size = 0;
  /** Where the search stands, and for which hash. */
  #slots: Int32Array;
  #at = 0;
  #hash = 0;

  constructor() {
    const whole = newPiece(0);
    this.#pieces = [whole, whole];
    this.#slots = whole.slots;
  }

  get size(): number {
    return this.#size;
  }

  #pieceOf(hash: number): Piece {
    return this.#pieces[hash >>> (32 - this.#depth)] as Piece;
  }

  /** The first row with a hash, a signed number of 32 bits; 0 when there is none. */
  first(hash: number): number {
    const { slots } = this.#pieceOf(hash);
    this.#slots = slots;
    this.#hash = hash;
    return this.#search(homeOf(hash, slots));
  }

  /** The next one. Between the two calls nothing may be added or removed. */
  next(): number {
    return this.#search(behind(this.#at, this.#slots));
  }

  #search(from: number): number {
    const slots = this.#slots;
    let at = from;
    while (slots[at + 1] !== NONE && slots[at] !== this.#hash) at = behind(at, slots);
    this.#at = at;
    return slots[at + 1] as number;
  }

  add(hash: number, row: number): void {
    let piece = this.#pieceOf(hash);
    while (piece.used >= (piece.slots.length / 2) * FILL_MAX) {
      this.#makeRoom(piece, hash);
      piece = this.#pieceOf(hash);
    }
    put(piece, hash, row);
    this.#size++;
  }

  /** Takes a row out and moves those behind it up, so that no search meets a hole. */
  remove(hash: number, row: number): void {
    const piece = this.#pieceOf(hash);
    const { slots } = piece;
    let hole = homeOf(hash, slots);
    while (slots[hole + 1] !== row) {
      assert(slots[hole + 1] !== NONE, "a row that leaves was in the index");
      hole = behind(hole, slots);
    }
    for (let at = behind(hole, slots); slots[at + 1] !== NONE; at = behind(at, slots)) {
      const home = homeOf(slots[at] as number, slots);
      const wrap = slots.length - 1;
      if (((at - home) & wrap) < ((at - hole) & wrap)) continue;
      slots[hole] = slots[at] as number;
      slots[hole + 1] = slots[at + 1] as number;
      hole = at;
    }
    slots[hole + 1] = NONE;
    piece.used--;
    this.#size--;
  }

  #makeRoom(piece: Piece, hash: number): void {
    if (piece.depth === DEPTH_MAX) {
      const larger = newPiece(piece.depth, piece.slots.length);
      pour(piece, () => larger);
      Object.assign(piece, larger);
      return;
    }
    if (piece.depth === this.#depth) this.#deepen();
    this.#split(piece, hash);
  }

  /** Each piece is found by one bit more. */
  #deepen(): void {
    const before = this.#pieces;
    this.#pieces = new Array<Piece>(2 * before.length);
    for (let at = 0; at < this.#pieces.length; at++) this.#pieces[at] = before[at >> 1] as Piece;
    this.#depth++;
  }

  #split(piece: Piece, hash: number): void {
    const depth = piece.depth + 1;
    const halves = [newPiece(depth), newPiece(depth)] as const;
    pour(piece, (one) => halves[(one >>> (32 - depth)) & 1] as Piece);
    const span = 2 ** (this.#depth - piece.depth);
    const from = (hash >>> (32 - this.#depth)) & ~(span - 1);
    this.#pieces.fill(halves[0], from, from + span / 2);
    this.#pieces.fill(halves[1], from + span / 2, from + span);
  }
}

/** The last bits of a hash say where its search begins: the first ones have chosen the piece. */
function homeOf(hash: number, slots: Int32Array): number {
  return (hash << 1) & (slots.length - 1);
}

function behind(at: number, slots: Int32Array): number {
  return (at + 2) & (slots.length - 1);
}

function put(piece: Piece, hash: number, row: number): void {
  const { slots } = piece;
  let at = homeOf(hash, slots);
  while (slots[at + 1] !== NONE) at = behind(at, slots);
  slots[at] = hash;
  slots[at + 1] = row;
  piece.used++;
}

function pour({ slots }: Piece, into: (hash: number) => Piece): void {
  for (let at = 0; at < slots.length; at += 2) {
    if (slots[at + 1] !== NONE)
      put(into(slots[at] as number), slots[at] as number, slots[at + 1] as number);
  }
}
