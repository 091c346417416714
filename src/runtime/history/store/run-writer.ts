/** Writes a sorted run of the index, block by block; it may be left between two blocks and taken up again. */

import { blockKey, keyOf } from "../rows/keys.ts";
import type { SealedRows } from "../rows/sealed-rows.ts";
import { BlockDraft } from "./block.ts";

const BEGINNING = new Uint8Array();

export class RunWriter {
  readonly #rows: SealedRows;
  readonly #run: number;
  readonly #draft = new BlockDraft();
  /** The first key that the block at hand covers: nothing for the first one, which covers all before it, too. */
  #start: Uint8Array;
  /** Entries in the blocks that are written. */
  written = 0;

  constructor(rows: SealedRows, run: number, start: Uint8Array = BEGINNING) {
    this.#rows = rows;
    this.#run = run;
    this.#start = start;
  }

  /**
   * Takes the next entry. Where it begins another block, answers its key, and the block before it is written: who leaves
   * here begins with this entry again.
   */
  add(key: Uint8Array, length: number, number: number): Uint8Array | undefined {
    let next: Uint8Array | undefined;
    if (!this.#draft.hasRoomFor(key, length, number)) {
      next = keyOf(key, length);
      this.#write(next);
      this.#start = next;
    }
    this.#draft.add(key, length, number);
    return next;
  }

  /** Writes the last block, which names no other. */
  end(): void {
    this.#write(undefined);
  }

  #write(next: Uint8Array | undefined): void {
    this.written += this.#draft.count;
    this.#rows.putNew(blockKey(this.#run, this.#start), this.#draft.take(next));
  }
}
