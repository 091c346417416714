/**
 * Entering the orders that a snapshot brings, all at once and lowest id first. One table after the other: a loop that
 * only touches one waits for the memory of many orders at a time, and each order is the newest of its user.
 */
import { addClientIds } from "./client-ids.ts";
import { isRebated, type OpenOrders, userOrdersOf } from "./open-orders.ts";
import type { OrderRow } from "./order-rows.ts";
import { dropFewCounts, listNewest } from "./user-orders.ts";

/** What `enterOrder` does for each of them. */
export function enterAll(orders: OpenOrders, entering: readonly OrderRow[]): void {
  const { byId, clientIds } = orders;
  const { rows } = byId;
  byId.addAll(entering);
  addClientIds(clientIds, rows, entering);
  for (const order of entering) if (isRebated(rows, order)) orders.rebated++;
  for (const order of entering) listNewest(userOrdersOf(orders, order), rows, order);
  for (const inArea of Object.values(orders.users)) {
    for (const user of inArea.values()) dropFewCounts(user);
  }
}
