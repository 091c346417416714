/**
 * A place in a sorted run of the index, which goes up or down entry by entry. Every block that it comes to must be the one that the
 * block before it names, so no entry can be missing on its way without being noticed. Rule HIST-SEAL-4.
 */

import { BLOCKS_BEGIN, blockKey, compareKeys, runIn, startIn } from "../rows/keys.ts";
import { HistoryDamaged } from "../rows/seal.ts";
import type { SealedRows } from "../rows/sealed-rows.ts";
import { Block, KEY_BYTES_MAX } from "./block.ts";

const scratch = new Uint8Array(KEY_BYTES_MAX);

export class RunCursor {
  readonly #rows: SealedRows;
  readonly #run: number;
  #block: Block | undefined;
  #start: Uint8Array = BLOCKS_BEGIN;
  #index = 0;
  /** The entry at hand: the first `length` bytes are its key. */
  readonly key = new Uint8Array(KEY_BYTES_MAX);
  length = 0;
  number = 0;
  /** There is no entry in the direction that it went last. */
  isOver = false;

  constructor(rows: SealedRows, run: number) {
    this.#rows = rows;
    this.#run = run;
  }

  /** To the first entry at or behind a key. */
  seekUp(key: Uint8Array): void {
    const block = this.#coverOf(key);
    this.#index = block.firstFrom(key, scratch) - 1;
    this.up();
  }

  /** To the last entry at or before a key. */
  seekDown(key: Uint8Array): void {
    const block = this.#coverOf(key);
    this.#index = block.firstFrom(key, scratch);
    const length = this.#index < block.count ? block.copyKey(this.#index, scratch) : 0;
    const isThere = length > 0 && compareKeys(scratch, length, key, key.length) === 0;
    if (isThere) this.#index++;
    this.down();
  }

  up(): void {
    this.isOver = false;
    this.#index++;
    while (this.#block && this.#index >= this.#block.count) {
      if (!this.#block.next) {
        this.isOver = true;
        return;
      }
      this.#enter(this.#block.next);
      this.#index = 0;
    }
    this.#take();
  }

  down(): void {
    this.isOver = false;
    this.#index--;
    while (this.#index < 0) {
      if (this.#start.length === 0) {
        this.isOver = true;
        return;
      }
      this.#enterBefore();
      this.#index = (this.#block?.count ?? 0) - 1;
    }
    this.#take();
  }

  #take(): void {
    const block = this.#block as Block;
    this.length = block.copyKey(this.#index, this.key);
    this.number = block.numberAt(this.#index);
  }

  /** The block that covers a key, which it proves itself; as a rule a cursor that stands somewhere need not go far. */
  #coverOf(key: Uint8Array): Block {
    if (this.#block && this.#isCovered(key)) return this.#block;
    const block = this.#lastUpTo(blockKey(this.#run, key));
    const { next } = block;
    if (next && compareKeys(next, next.length, key, key.length) <= 0) throw this.#lost("behind");
    return block;
  }

  #isCovered(key: Uint8Array): boolean {
    const start = this.#start;
    if (compareKeys(start, start.length, key, key.length) > 0) return false;
    const next = this.#block?.next;
    return !next || compareKeys(key, key.length, next, next.length) < 0;
  }

  #lastUpTo(key: Uint8Array): Block {
    const entry = this.#rows.lastUpTo(key, BLOCKS_BEGIN);
    if (!entry || runIn(entry.key) !== this.#run) {
      throw HistoryDamaged.row(key, "no block of the index before it");
    }
    this.#start = startIn(entry.key);
    this.#block = Block.of(entry.key, entry.value);
    return this.#block;
  }

  #enter(start: Uint8Array): void {
    const key = blockKey(this.#run, start);
    const bytes = this.#rows.get(key);
    if (!bytes) throw this.#lost("behind");
    this.#start = startIn(key);
    this.#block = Block.of(key, bytes);
  }

  #enterBefore(): void {
    const start = this.#start;
    const here = blockKey(this.#run, start);
    const stretch = { from: here, to: BLOCKS_BEGIN, isReverse: true, limit: 2 };
    const [, before] = this.#rows.list(stretch);
    if (!before || runIn(before.key) !== this.#run) throw this.#lost("before");
    this.#start = startIn(before.key);
    this.#block = Block.of(before.key, before.value);
    const { next } = this.#block;
    if (!next || compareKeys(next, next.length, start, start.length) !== 0)
      throw this.#lost("behind");
  }

  #lost(where: "before" | "behind"): HistoryDamaged {
    return HistoryDamaged.row(blockKey(this.#run, this.#start), `a gap ${where} it`);
  }
}
