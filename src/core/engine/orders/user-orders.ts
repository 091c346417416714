/**
 * The open orders of one user in an area: linked in their rows, newest first, and counted for each pair when there are
 * many (SPOT-CHECK-12).
 */
import type { PairId } from "../catalogue/catalogue.ts";
import { NO_ORDER, type OrderRow, type OrderRows } from "./order-rows.ts";

export interface UserOrders {
  newest: OrderRow;
  /** How many there are. */
  open: number;
  /** By pair id less one; made when there are many, because a few are counted as quickly. */
  counts: number[] | undefined;
}

const COUNTED_FROM = 64;

export function newUserOrders(): UserOrders {
  return { newest: NO_ORDER, open: 0, counts: undefined };
}

export function listOrder(user: UserOrders, rows: OrderRows, order: OrderRow): void {
  let newer = NO_ORDER;
  let older = user.newest;
  // Only a snapshot loaded backwards brings an older order after a newer one.
  while (older !== NO_ORDER && rows.id(older) > rows.id(order)) {
    newer = older;
    older = rows.older(older);
  }
  rows.setNewer(order, newer);
  rows.setOlder(order, older);
  if (newer === NO_ORDER) user.newest = order;
  else rows.setOlder(newer, order);
  if (older !== NO_ORDER) rows.setNewer(older, order);
  user.open++;
  if (user.counts) changeCount(user.counts, rows.market(order), 1);
  else if (user.open === COUNTED_FROM) user.counts = countAll(user, rows);
}

/** Lists one that is newer than all before, and counts it at once: to be followed by `dropFewCounts`. */
export function listNewest(user: UserOrders, rows: OrderRows, order: OrderRow): void {
  const { newest } = user;
  rows.setOlder(order, newest);
  if (newest !== NO_ORDER) rows.setNewer(newest, order);
  user.newest = order;
  user.open++;
  user.counts ??= [];
  changeCount(user.counts, rows.market(order), 1);
}

export function dropFewCounts(user: UserOrders): void {
  if (user.open < COUNTED_FROM) user.counts = undefined;
}

export function unlistOrder(user: UserOrders, rows: OrderRows, order: OrderRow): void {
  const newer = rows.newer(order);
  const older = rows.older(order);
  if (newer === NO_ORDER) user.newest = older;
  else rows.setOlder(newer, older);
  if (older !== NO_ORDER) rows.setNewer(older, newer);
  user.open--;
  if (user.counts) changeCount(user.counts, rows.market(order), -1);
}

function countAll(user: UserOrders, rows: OrderRows): number[] {
  const counts: number[] = [];
  for (const order of listedOrders(user, rows)) changeCount(counts, rows.market(order), 1);
  return counts;
}

function changeCount(counts: number[], pair: PairId, change: number): void {
  while (counts.length < pair) counts.push(0);
  counts[pair - 1] = (counts[pair - 1] as number) + change;
}

export function countOn(user: UserOrders, rows: OrderRows, pair: PairId): number {
  if (user.counts) return user.counts[pair - 1] ?? 0;
  let count = 0;
  for (const order of listedOrders(user, rows)) if (rows.market(order) === pair) count++;
  return count;
}

/** Newest first. */
export function* listedOrders({ newest }: UserOrders, rows: OrderRows): Iterable<OrderRow> {
  for (let order = newest; order !== NO_ORDER; order = rows.older(order)) yield order;
}
