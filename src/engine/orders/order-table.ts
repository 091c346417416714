/**
 * Open orders by id. Ids are counters, and neighbours in time are neighbours in memory; on the hot path this is several
 * times faster than a Map, and it does not end at 2^24 entries. The orders themselves are rows.
 */
import { assert } from "../../base/assert.ts";
import type { Order, OrderId } from "./order.ts";
import { NO_ORDER, type OrderRow, OrderRows } from "./order-rows.ts";

const SLOTS_MIN = 1024;

export class OrderTable {
  readonly rows: OrderRows;
  /** The ids in the slots, 0 for none: a search reads these and leaves the other orders alone. */
  private ids = new Float64Array(SLOTS_MIN);
  private slots = new Int32Array(SLOTS_MIN);
  private mask = SLOTS_MIN - 1;
  size = 0;

  constructor(openMax?: number) {
    this.rows = new OrderRows(openMax);
  }

  /** The row of an open order; `NO_ORDER` when there is none. */
  find(id: OrderId): OrderRow {
    const { ids, mask } = this;
    let slot = home(id, mask);
    while (ids[slot] !== id && ids[slot] !== 0) slot = (slot + 1) & mask;
    return this.slots[slot] as OrderRow;
  }

  /** The order as values: for readers. */
  get(id: OrderId): Order | undefined {
    const order = this.find(id);
    return order === NO_ORDER ? undefined : this.rows.orderAt(order);
  }

  add(order: OrderRow): void {
    if (this.size >= this.slots.length * 0.6) this.enlarge();
    this.place(this.rows.id(order), order);
    this.size++;
  }

  /** Makes room at once for so many, instead of growing step by step. */
  reserve(count: number): void {
    while (count >= this.slots.length * 0.6) this.enlarge();
  }

  private place(id: OrderId, order: OrderRow): void {
    const { ids, mask } = this;
    let slot = home(id, mask);
    while (ids[slot] !== 0) slot = (slot + 1) & mask;
    ids[slot] = id;
    this.slots[slot] = order;
  }

  private enlarge(): void {
    const { ids, slots } = this;
    this.slots = new Int32Array(slots.length * 2);
    this.ids = new Float64Array(this.slots.length);
    this.mask = this.slots.length - 1;
    for (let slot = 0; slot < slots.length; slot++) {
      if (ids[slot] !== 0) this.place(ids[slot] as OrderId, slots[slot] as OrderRow);
    }
  }

  /** Takes an order out and moves those behind it up, so that no search meets a hole. */
  remove(order: OrderRow): void {
    const { slots, ids, mask } = this;
    const id = this.rows.id(order);
    let hole = home(id, mask);
    while (ids[hole] !== id) {
      assert(ids[hole] !== 0, "an order that leaves was in the table");
      hole = (hole + 1) & mask;
    }
    for (let slot = (hole + 1) & mask; ids[slot] !== 0; slot = (slot + 1) & mask) {
      const next = ids[slot] as OrderId;
      if (((slot - home(next, mask)) & mask) < ((slot - hole) & mask)) continue;
      slots[hole] = slots[slot] as OrderRow;
      ids[hole] = next;
      hole = slot;
    }
    slots[hole] = NO_ORDER;
    ids[hole] = 0;
    this.size--;
  }

  /** Whether the condition holds for any order; the orders are tried in no fixed order. */
  some(isIt: (order: OrderRow) => boolean): boolean {
    return this.slots.some((order) => order !== NO_ORDER && isIt(order as OrderRow));
  }

  /** All orders, lowest id first, whatever order they came in. */
  inOrder(): OrderRow[] {
    const orders = [...this.slots.filter((order) => order !== NO_ORDER)] as OrderRow[];
    return orders.sort((one, other) => this.rows.id(one) - this.rows.id(other));
  }

  /** The same as values. */
  sorted(): Order[] {
    return this.inOrder().map((order) => this.rows.orderAt(order));
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
