/** Open orders by id. The orders themselves are rows. */
import { placesInOrder } from "../../base/rows/places-in-order.ts";
import { hashOfNumber, RowIndex } from "../../base/rows/row-index.ts";
import type { Room } from "../../base/rows/row-space.ts";
import type { Order, OrderId } from "./order.ts";
import { NO_ORDER, type OrderRow, OrderRows } from "./order-rows.ts";

export class OrderTable {
  readonly rows: OrderRows;
  private readonly index = new RowIndex();

  /** `openMax`: the most orders that may be open. */
  constructor(openMax?: number, room?: Room) {
    this.rows = new OrderRows(openMax, room);
  }

  /** How many orders are open. */
  get size(): number {
    return this.index.size;
  }

  /** The row of an open order; `NO_ORDER` when there is none. */
  find(id: OrderId): OrderRow {
    const { index, rows } = this;
    let order = index.first(hashOfNumber(id)) as OrderRow;
    while (order !== NO_ORDER && rows.id(order) !== id) order = index.next() as OrderRow;
    return order;
  }

  /** The order as values: for readers. */
  get(id: OrderId): Order | undefined {
    const order = this.find(id);
    return order === NO_ORDER ? undefined : this.rows.orderAt(order);
  }

  add(order: OrderRow): void {
    this.index.add(hashOfNumber(this.rows.id(order)), order);
    this.rows.setOpen(order, true);
  }

  addAll(orders: readonly OrderRow[]): void {
    const { rows } = this;
    this.index.addAll(orders, (order) => hashOfNumber(rows.id(order as OrderRow)));
    for (const order of orders) rows.setOpen(order, true);
  }

  remove(order: OrderRow): void {
    this.index.remove(hashOfNumber(this.rows.id(order)), order);
    this.rows.setOpen(order, false);
  }

  /** Whether the condition holds for any order; the orders are tried in no fixed order. */
  some(isIt: (order: OrderRow) => boolean): boolean {
    return this.rows.some(isIt);
  }

  /** All orders, lowest id first, whatever order they came in. */
  inOrder(): OrderRow[] {
    const { rows } = this;
    const open = rows.open();
    const ids = new Float64Array(open.length);
    for (let at = 0; at < open.length; at++) ids[at] = rows.id(open[at] as OrderRow);
    const places = placesInOrder(ids);
    const orders: OrderRow[] = [];
    for (let at = 0; at < places.length; at++) orders.push(open[places[at] as number] as OrderRow);
    return orders;
  }

  /** The same as values, made one at a time: there may be millions. */
  *all(): Iterable<Order> {
    for (const order of this.inOrder()) yield this.rows.orderAt(order);
  }

  sorted(): Order[] {
    return [...this.all()];
  }
}
