/**
 * Names of orders by hash: which order has the client id of a user. Open addressing in one typed
 * array instead of a Map of strings: 32 bytes a row, no garbage, and a search reads one place in
 * memory. client-ids.ts says what a row means and when it goes.
 */
import { assert } from "../../base/assert.ts";
import type { Area, OrderId } from "./order.ts";

export interface OrderName {
  readonly user: number;
  readonly area: Area;
  readonly clientId: string;
  /** `hashOf` this name, kept from its first use on. */
  nameHash?: number;
}

/** A row of the table. The second hash is 0 while the order is open, and so is the end. */
export interface NameRow {
  readonly low: number;
  readonly high: number;
  readonly order: OrderId;
  readonly endedAt: number;
  /** Hashes can be made to collide on purpose; no user may take another's names that way. */
  readonly user: number;
}

/** The hash that finds a name. Never 0, which stands for a hash not worked out yet. */
export function hashOf(name: OrderName): number {
  name.nameHash ||= hashLetters(name);
  return name.nameHash;
}

function hashLetters({ user, area, clientId }: OrderName): number {
  let hash = Math.imul(user ^ (area.length << 24), 0x9e3779b1 | 0);
  for (let i = 0; i < clientId.length; i++) {
    hash = Math.imul(hash ^ clientId.charCodeAt(i), 0x01000193);
  }
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) || 1;
}

/** A second hash, independent of the first: together they tell names apart without the letters. */
export function secondHashOf({ user, clientId }: Pick<OrderName, "user" | "clientId">): number {
  let hash = user + 0x7f4a7c15;
  for (let i = 0; i < clientId.length; i++) {
    hash = Math.imul(hash + clientId.charCodeAt(i), 0x5bd1e995);
    hash ^= hash >>> 13;
  }
  return hash | 0;
}

const SLOTS_MIN = 1024;
const FILL_MAX = 0.7;
/** A row is four numbers of 8 bytes: both hashes, the order (0: no row), the end, the user. */
const WIDTH = 4;
const ORDER = 1;
const ENDED_AT = 2;
const USER = 3;

export class NameTable {
  private numbers = new Float64Array(SLOTS_MIN * WIDTH);
  /** The same bytes, for the two hashes of 32 bits. */
  private hashes = new Int32Array(this.numbers.buffer);
  private mask = SLOTS_MIN - 1;
  private used = 0;

  get count(): number {
    return this.used;
  }

  /** The slot where a search for `low` begins. */
  home(low: number): number {
    return low & this.mask;
  }

  next(slot: number): number {
    return (slot + 1) & this.mask;
  }

  /** The order in a slot; 0 ends a search. */
  orderAt(slot: number): OrderId {
    return this.numbers[slot * WIDTH + ORDER] as number;
  }

  endedAt(slot: number): number {
    return this.numbers[slot * WIDTH + ENDED_AT] as number;
  }

  lowAt(slot: number): number {
    return this.hashes[slot * WIDTH * 2] as number;
  }

  highAt(slot: number): number {
    return this.hashes[slot * WIDTH * 2 + 1] as number;
  }

  userAt(slot: number): number {
    return this.numbers[slot * WIDTH + USER] as number;
  }

  /** Another order has the name of this row now. */
  replaceOrder(slot: number, order: OrderId): void {
    this.numbers[slot * WIDTH + ORDER] = order;
  }

  insert({ low, high, order, endedAt, user }: NameRow): void {
    if (this.used >= (this.mask + 1) * FILL_MAX) this.enlarge();
    let slot = this.home(low);
    while (this.orderAt(slot) !== 0) slot = this.next(slot);
    this.hashes[slot * WIDTH * 2] = low;
    this.hashes[slot * WIDTH * 2 + 1] = high;
    this.numbers[slot * WIDTH + ORDER] = order;
    this.numbers[slot * WIDTH + ENDED_AT] = endedAt;
    this.numbers[slot * WIDTH + USER] = user;
    this.used++;
  }

  /** Makes room at once for so many, instead of growing step by step. */
  reserve(count: number): void {
    while (count >= (this.mask + 1) * FILL_MAX) this.enlarge();
  }

  private enlarge(): void {
    const before = { ...this };
    this.numbers = new Float64Array(before.numbers.length * 2);
    this.hashes = new Int32Array(this.numbers.buffer);
    this.mask = before.mask * 2 + 1;
    this.used = 0;
    for (let at = 0; at < before.numbers.length; at += WIDTH) {
      const order = before.numbers[at + ORDER] as number;
      if (order === 0) continue;
      this.insert({
        low: before.hashes[at * 2] as number,
        high: before.hashes[at * 2 + 1] as number,
        order,
        endedAt: before.numbers[at + ENDED_AT] as number,
        user: before.numbers[at + USER] as number,
      });
    }
  }

  private slotOf(low: number, order: OrderId): number {
    let slot = this.home(low);
    while (this.orderAt(slot) !== order) {
      assert(this.orderAt(slot) !== 0, "a client id in use is in the table");
      slot = this.next(slot);
    }
    return slot;
  }

  /** From now on the order is known by its two hashes alone. */
  markEnded({ low, high, order, endedAt }: NameRow): void {
    const slot = this.slotOf(low, order);
    this.hashes[slot * WIDTH * 2 + 1] = high;
    this.numbers[slot * WIDTH + ENDED_AT] = endedAt;
  }

  /** Takes a row out and moves those behind it up, so that no search meets a hole. */
  erase(low: number, order: OrderId): void {
    const { numbers, mask } = this;
    let hole = this.slotOf(low, order);
    for (let slot = this.next(hole); this.orderAt(slot) !== 0; slot = this.next(slot)) {
      const home = this.home(this.lowAt(slot));
      if (((slot - home) & mask) < ((slot - hole) & mask)) continue;
      numbers.copyWithin(hole * WIDTH, slot * WIDTH, (slot + 1) * WIDTH);
      hole = slot;
    }
    numbers[hole * WIDTH + ORDER] = 0;
    this.used--;
  }
}
