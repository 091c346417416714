/** Events about orders that no engine has: each is put into a row, and told from it. */
import type { Order } from "../../src/core/engine/orders/order.ts";
import {
  type OrderEnd,
  type OrderEnded,
  type OrderRested,
  orderEnded,
  orderRested,
} from "../../src/core/engine/orders/order-events.ts";
import { OrderRows } from "../../src/core/engine/orders/order-rows.ts";

const rows = new OrderRows();

export function restedEvent(order: Order): OrderRested {
  rows.freeEnded();
  const row = rows.add(order);
  rows.drop(row);
  return orderRested(rows, row);
}

export function endedEvent(order: Order, end: OrderEnd, timeMs: number): OrderEnded {
  rows.freeEnded();
  const row = rows.add(order);
  rows.drop(row);
  return orderEnded(rows, row, end, timeMs);
}
