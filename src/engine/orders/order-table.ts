/**
 * Orders, or what is kept of them, by id. Ids are counters, and neighbours in time are neighbours in
 * memory; on the hot path this is several times faster than a Map, and it does not end at 2^24 entries.
 */
import { assert } from "../../base/assert.ts";
import type { Order, OrderId } from "./order.ts";

const SLOTS_MIN = 1024;

export class OrderTable<T extends { readonly id: OrderId } = Order> {
  private slots: (T | undefined)[] = new Array(SLOTS_MIN).fill(undefined);
  /** The ids in the slots, 0 for none: a search reads these and leaves the other orders alone. */
  private ids = new Float64Array(SLOTS_MIN);
  private mask = SLOTS_MIN - 1;
  size = 0;

  get(id: OrderId): T | undefined {
    const { ids, mask } = this;
    let slot = home(id, mask);
    while (ids[slot] !== id && ids[slot] !== 0) slot = (slot + 1) & mask;
    return this.slots[slot];
  }

  add(order: T): void {
    if (this.size >= this.slots.length * 0.6) this.enlarge();
    this.place(order);
    this.size++;
  }

  /** Makes room at once for so many, instead of growing step by step. */
  reserve(count: number): void {
    while (count >= this.slots.length * 0.6) this.enlarge();
  }

  private place(order: T): void {
    const { ids, mask } = this;
    let slot = home(order.id, mask);
    while (ids[slot] !== 0) slot = (slot + 1) & mask;
    ids[slot] = order.id;
    this.slots[slot] = order;
  }

  private enlarge(): void {
    const before = this.slots;
    this.slots = new Array(before.length * 2).fill(undefined);
    this.ids = new Float64Array(this.slots.length);
    this.mask = this.slots.length - 1;
    for (const order of before) if (order) this.place(order);
  }

  /** Takes an order out and moves those behind it up, so that no search meets a hole. */
  remove(order: T): void {
    const { slots, ids, mask } = this;
    let hole = home(order.id, mask);
    while (ids[hole] !== order.id) {
      assert(ids[hole] !== 0, "an order that leaves was in the table");
      hole = (hole + 1) & mask;
    }
    for (let slot = (hole + 1) & mask; ids[slot] !== 0; slot = (slot + 1) & mask) {
      const next = ids[slot] as OrderId;
      if (((slot - home(next, mask)) & mask) < ((slot - hole) & mask)) continue;
      slots[hole] = slots[slot];
      ids[hole] = next;
      hole = slot;
    }
    slots[hole] = undefined;
    ids[hole] = 0;
    this.size--;
  }

  /** Whether the condition holds for any order; the orders are tried in no fixed order. */
  some(isIt: (order: T) => boolean): boolean {
    return this.slots.some((order) => order !== undefined && isIt(order));
  }

  /** All orders, lowest id first, whatever order they came in. */
  sorted(): T[] {
    const orders = this.slots.filter((order) => order !== undefined);
    return orders.sort((a, b) => a.id - b.id);
  }
}

/**
 * Neighbours in time, eight at a time, are neighbours in memory; the eights are scattered. With the
 * low bits alone an old, dense book would be one long run, and every id would walk through it once
 * the ids have wrapped around the table.
 */
function home(id: OrderId, mask: number): number {
  const scattered = Math.imul(id >>> 3, 0x9e3779b1) >>> 9;
  return ((scattered << 3) | (id & 7)) & mask;
}
