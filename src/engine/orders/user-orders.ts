/**
 * The open orders of one user: which they are, and how many on each pair. An order that leaves
 * stays listed until the list is tidied, so that a cancel reads and writes next to nothing here;
 * a reader of the list looks each id up in the table of open orders (SPOT-CHECK-12).
 */
import type { PairId } from "../catalogue/catalogue.ts";
import type { Order, OrderId } from "./order.ts";
import type { OrderTable } from "./order-table.ts";

export interface UserOrders {
  /** Oldest first; an id that is not in the table any more is of an ended order. */
  ids: OrderId[];
  /** How many of them are open. */
  open: number;
  /** By pair id less one; made when there are many, because a few are counted as quickly. */
  counts: number[] | undefined;
}

/** Open orders as they are looked up here. */
type OrdersById = Pick<OrderTable, "get">;

const COUNTED_FROM = 64;
const LEFT_MAX = 16;

export function newUserOrders(): UserOrders {
  return { ids: [], open: 0, counts: undefined };
}

export function listOrder(user: UserOrders, order: Order, table: OrderTable): void {
  if (user.ids.length >= 2 * user.open + LEFT_MAX) tidy(user, table);
  let at = user.ids.length;
  // Only a snapshot loaded backwards brings an older order after a newer one.
  while (at > 0 && (user.ids[at - 1] as OrderId) > order.id) at--;
  if (at === user.ids.length) user.ids.push(order.id);
  else user.ids.splice(at, 0, order.id);
  user.open++;
  if (user.counts) changeCount(user.counts, order.market, 1);
  else if (user.open === COUNTED_FROM) user.counts = countAll(user, table);
}

export function unlistOrder(user: UserOrders, order: Order): void {
  user.open--;
  if (user.counts) changeCount(user.counts, order.market, -1);
}

/** Drops the ids of ended orders. Their number pays for the cost of the tidying. */
function tidy(user: UserOrders, table: OrderTable): void {
  user.ids = user.ids.filter((id) => table.get(id) !== undefined);
}

function countAll(user: UserOrders, table: OrderTable): number[] {
  const counts: number[] = [];
  for (const order of listedOrders(user, table)) changeCount(counts, order.market, 1);
  return counts;
}

function changeCount(counts: number[], pair: PairId, change: number): void {
  while (counts.length < pair) counts.push(0);
  counts[pair - 1] = (counts[pair - 1] as number) + change;
}

export function countOn(user: UserOrders, pair: PairId, table: OrdersById): number {
  if (user.counts) return user.counts[pair - 1] ?? 0;
  let count = 0;
  for (const order of listedOrders(user, table)) if (order.market === pair) count++;
  return count;
}

/** The open ones, newest first. */
export function* listedOrders({ ids }: UserOrders, table: OrdersById): Iterable<Order> {
  for (let at = ids.length - 1; at >= 0; at--) {
    const order = table.get(ids[at] as OrderId);
    if (order) yield order;
  }
}
