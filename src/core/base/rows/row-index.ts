/**
 * From a hash to the rows that have it: one flat table, in which a search reads one place in memory. A table that is
 * too full gets one of twice the size beside it, and every row that comes or goes then takes a few slots over, so no
 * command waits until all is moved. Which of the rows with one hash is meant, the table says that owns them.
 */
import { assert } from "../assert.ts";
import { memoryOf, NONE } from "./row-space.ts";

const SLOTS_MIN = 256;
/** CORE-BOUND-1: room for 2^26 rows, in 1 GiB. */
const SLOTS_MAX = 2 ** 27;
/** At most half of the slots are used: runs stay short. */
const SLOTS_PER_ROW = 2;
/** Slots that an addition or a removal moves over. At 2 the old table would be empty just when the new one is full. */
const MOVED_AT_ONCE = 8;
/** Parts of a table that is filled at once. */
const PARTS = 256;
/** The old table while there is none: one slot, which is free. */
const NO_SLOTS: Int32Array = new Int32Array(2);

/**
 * A search begins at the last bits of the hash and ends at the first free slot, so whoever makes the hashes scatters
 * these bits: a call then takes a short run of used slots and a few more. Rows of one hash, or of hashes forged to begin
 * at one slot, are a run as long as they are many. Each call that begins in it walks it, and one that moves slots over may
 * walk it again; even then only a few slots are moved. How many such rows there may be is for their owner to bound.
 */
export class RowIndex {
  /** Hash and row of each slot; row 0: the slot is free. */
  private slots: Int32Array = new Int32Array(2 * SLOTS_MIN);
  /** How many rows the slots are for. */
  private room = SLOTS_MIN / SLOTS_PER_ROW;
  /** The table before, and how many rows still stand in it. */
  private old: Int32Array = NO_SLOTS;
  private left = 0;
  /** The slot of the old table that was moved last. */
  private moved = 0;
  /** Where the search stands; `~at` if in the old table. */
  private at = 0;
  private readonly slotsMax: number;
  private count = 0;

  constructor(slotsMax = SLOTS_MAX) {
    this.slotsMax = slotsMax;
  }

  get size(): number {
    return this.count;
  }

  /** The first row with a hash, a signed number of 32 bits; 0 when there is none. */
  first(hash: number): number {
    const { slots } = this;
    const at = search(slots, homeOf(hash, slots), hash);
    this.at = at;
    const row = slots[at + 1] as number;
    return row === NONE && this.left > 0 ? this.firstOfOld(hash) : row;
  }

  /** The next one. Between the two calls nothing may be added or removed. */
  next(): number {
    const { at, slots } = this;
    if (at < 0) return this.inOld(behind(~at, this.old), this.old[~at] as number);
    const hash = slots[at] as number;
    const found = search(slots, behind(at, slots), hash);
    this.at = found;
    const row = slots[found + 1] as number;
    return row === NONE && this.left > 0 ? this.firstOfOld(hash) : row;
  }

  private firstOfOld(hash: number): number {
    return this.inOld(homeOf(hash, this.old), hash);
  }

  private inOld(from: number, hash: number): number {
    const at = search(this.old, from, hash);
    this.at = ~at;
    return this.old[at + 1] as number;
  }

  add(hash: number, row: number): void {
    if (this.count === this.room) this.grow(2 * this.room);
    const { slots } = this;
    put(slots, freeFrom(slots, homeOf(hash, slots)), hash, row);
    this.count++;
    if (this.left > 0) this.moveOver(MOVED_AT_ONCE);
  }

  remove(hash: number, row: number): void {
    if (!takeOut(this.slots, hash, row)) {
      assert(takeOut(this.old, hash, row), "a row that leaves was in the index");
      this.left--;
    }
    this.count--;
    if (this.old !== NO_SLOTS) this.moveOver(MOVED_AT_ONCE);
  }

  /**
   * Adds many rows, for a state that is loaded. They are sorted by the part of the table in which they come to stand: a part
   * stays in the cache while it is filled.
   */
  addAll(rows: readonly number[], hashOf: (row: number) => number): void {
    this.reserve(this.count + rows.length);
    const sorted = sortByPart(rows, hashOf, this.slots.length / 2);
    for (let at = 0; at < sorted.length; at += 2) {
      this.add(sorted[at] as number, sorted[at + 1] as number);
    }
  }

  /** Makes room for so many rows at once, instead of step by step: for a state that is loaded. */
  reserve(count: number): void {
    let room = this.room;
    while (room < count) room *= 2;
    if (room === this.room) return;
    this.moveOver(this.old.length);
    this.grow(room);
    this.moveOver(this.old.length);
  }

  /** The new table is zeros that the system gives when they are first touched. */
  private grow(room: number): void {
    assert(this.left === 0, "an index grows again only when all is moved over");
    assert(room * SLOTS_PER_ROW <= this.slotsMax, "an index has room for the rows it gets");
    const slots = new Int32Array(memoryOf(2 * SLOTS_PER_ROW * room * Int32Array.BYTES_PER_ELEMENT));
    this.old = this.slots;
    this.left = this.count;
    this.moved = freeFrom(this.old, 0);
    this.slots = slots;
    this.room = room;
  }

  /**
   * Moves on backwards from a free slot: what is moved is then always the last of its run, which no search for another
   * row goes through. So a move may end anywhere, and what is left is found as before.
   */
  private moveOver(count: number): void {
    const { old, slots } = this;
    let from = this.moved;
    let home = -1;
    let to = 0;
    for (let step = 0; step < count && this.left > 0; step++) {
      from = (from - 2) & (old.length - 1);
      if (old[from + 1] === NONE) continue;
      const hash = old[from] as number;
      const own = homeOf(hash, slots);
      // Rows of one home are put one behind the other: their run is walked once.
      to = freeFrom(slots, own === home ? to : own);
      home = own;
      put(slots, to, hash, old[from + 1] as number);
      old[from + 1] = NONE;
      this.left--;
    }
    this.moved = from;
    if (this.left === 0) this.old = NO_SLOTS;
  }
}

/** Hash and row of each, by the part of a table of so many slots in which the hash has its home. */
function sortByPart(
  rows: readonly number[],
  hashOf: (row: number) => number,
  slotCount: number,
): Int32Array {
  let shift = 0;
  while (slotCount >> shift > PARTS) shift++;
  const mask = slotCount - 1;
  const hashes = new Int32Array(rows.length);
  /** Where the next of a part goes. */
  const ends = new Int32Array(PARTS + 1);
  for (let at = 0; at < rows.length; at++) {
    const hash = hashOf(rows[at] as number);
    hashes[at] = hash;
    const part = (hash & mask) >> shift;
    ends[part + 1] = (ends[part + 1] as number) + 2;
  }
  for (let part = 1; part < PARTS; part++) {
    ends[part] = (ends[part] as number) + (ends[part - 1] as number);
  }
  const sorted = new Int32Array(2 * rows.length);
  for (let at = 0; at < rows.length; at++) {
    const hash = hashes[at] as number;
    const part = (hash & mask) >> shift;
    const to = ends[part] as number;
    ends[part] = to + 2;
    put(sorted, to, hash, rows[at] as number);
  }
  return sorted;
}

function homeOf(hash: number, slots: Int32Array): number {
  return (hash << 1) & (slots.length - 1);
}

function behind(at: number, slots: Int32Array): number {
  return (at + 2) & (slots.length - 1);
}

/** The slot of the first row with the hash from a slot on, or else the free one that ends the search. */
function search(slots: Int32Array, from: number, hash: number): number {
  let at = from;
  while (slots[at + 1] !== NONE && slots[at] !== hash) at = behind(at, slots);
  return at;
}

function freeFrom(slots: Int32Array, from: number): number {
  let at = from;
  while (slots[at + 1] !== NONE) at = behind(at, slots);
  return at;
}

function put(slots: Int32Array, at: number, hash: number, row: number): void {
  slots[at] = hash;
  slots[at + 1] = row;
}

/** Takes a row out and moves those behind it up, so that no search meets a hole. Whether it was there. */
function takeOut(slots: Int32Array, hash: number, row: number): boolean {
  let hole = search(slots, homeOf(hash, slots), hash);
  while (slots[hole + 1] !== row) {
    if (slots[hole + 1] === NONE) return false;
    hole = search(slots, behind(hole, slots), hash);
  }
  const wrap = slots.length - 1;
  for (let at = behind(hole, slots); slots[at + 1] !== NONE; at = behind(at, slots)) {
    const home = homeOf(slots[at] as number, slots);
    if (((at - home) & wrap) < ((at - hole) & wrap)) continue;
    put(slots, hole, slots[at] as number, slots[at + 1] as number);
    hole = at;
  }
  slots[hole + 1] = NONE;
  return true;
}

/**
 * The hash of a whole number, mixed through and through: ids and prices come in strides, and a user who sees the ids that it
 * gets may keep open the orders whose ids meet in an index.
 */
export function hashOfNumber(number: number): number {
  const hash = Math.imul(number, 0x9e3779b1);
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}
