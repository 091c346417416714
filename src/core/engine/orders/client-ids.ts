/**
 * Which client order ids are taken: those of open orders, and for 60 s those of orders that ended
 * by anything but their user's own cancel, so that a retry after an unknown outcome can never place
 * an order twice; of users that reuse their names only those of open orders. Rules SPOT-CLIENT-2, SPOT-CLIENT-3,
 * SPOT-CLIENT-7.
 *
 * Open orders are compared letter by letter; ended ones are known by their user and two hashes.
 */

import { RowIndex } from "../../base/rows/row-index.ts";
import type { Room } from "../../base/rows/row-space.ts";
import { isReusing } from "../users/client-id-reuse.ts";
import type { UserId } from "../users/users.ts";
import { type EndedName, EndedNames } from "./ended-names.ts";
import type { StandingOrders } from "./open-orders.ts";
import type { OrderId } from "./order.ts";
import { hashOf, type OrderName, secondHashOf } from "./order-name.ts";
import { NO_ORDER, type OrderRow, type OrderRows } from "./order-rows.ts";

/** SPOT-CLIENT-3: how long an ended order's id stays taken. */
export const CLIENT_ID_REST_MS = 60_000;

export interface ClientIds {
  /** The rows of open orders by the hash of their names. */
  readonly open: RowIndex;
  readonly ended: EndedNames;
  /** SPOT-CLIENT-7: the users whose ended names are free at once. */
  readonly reusing: Set<UserId>;
}

export function newClientIds(endedMax: number, room?: Room): ClientIds {
  return { open: new RowIndex(), ended: new EndedNames(endedMax, room), reusing: new Set() };
}

/** As much of the open orders as names are looked for in. */
type NamedOrders = Pick<StandingOrders, "clientIds" | "byId">;

/** The open order with a name; `NO_ORDER` when there is none. */
export function findOpenNamed({ clientIds, byId }: NamedOrders, name: OrderName): OrderRow {
  const { rows } = byId;
  let order = clientIds.open.first(hashOf(name)) as OrderRow;
  while (order !== NO_ORDER && !isNamed(rows, order, name)) {
    order = clientIds.open.next() as OrderRow;
  }
  return order;
}

function isNamed(rows: OrderRows, order: OrderRow, { user, area, clientId }: OrderName): boolean {
  const isOwn = rows.user(order) === user && rows.area(order) === area;
  return isOwn && rows.isNamed(order, clientId);
}

/** The order that a name means at `timeMs`, or 0: one that is open, or the newest of those that are remembered. Changes nothing. */
export function findClientId(orders: NamedOrders, name: OrderName, timeMs: number): OrderId {
  const open = findOpenNamed(orders, name);
  if (open !== NO_ORDER) return orders.byId.rows.id(open);
  const { ended } = orders.clientIds;
  let newest = 0;
  for (let row = ended.first(hashOf(name)); row !== 0; row = ended.next()) {
    if (timeMs - ended.endedAt(row) > CLIENT_ID_REST_MS) continue;
    // An index tells the rows of one hash in any order.
    if (ended.isOf(row, name.user, secondHashOf(name))) {
      newest = Math.max(newest, ended.orderOf(row));
    }
  }
  return newest;
}

/** The order for which the name is refused to a new one, or 0. */
export function findNameHolder(orders: NamedOrders, name: OrderName, timeMs: number): OrderId {
  if (!isReusing(orders.clientIds, name.user)) return findClientId(orders, name, timeMs);
  const open = findOpenNamed(orders, name); // SPOT-CLIENT-7
  return open === NO_ORDER ? 0 : orders.byId.rows.id(open);
}

export function addClientId({ open }: ClientIds, rows: OrderRows, order: OrderRow): void {
  open.add(rows.nameHash(order), order);
}

/** The same of many at once; those that have none are passed over. */
export function addClientIds(
  { open }: ClientIds,
  rows: OrderRows,
  orders: readonly OrderRow[],
): void {
  const named = orders.filter((order) => rows.hasClientId(order));
  open.addAll(named, (order) => rows.nameHash(order as OrderRow));
}

/** How the order of a client id ended. */
export interface NameEnd {
  readonly wasOpen: boolean;
  readonly isOwnCancel?: boolean | undefined;
}

export function endClientId(
  ids: ClientIds,
  { rows, order }: { readonly rows: OrderRows; readonly order: OrderRow },
  end: NameEnd,
  timeMs: number,
): void {
  const low = rows.nameHash(order);
  if (end.wasOpen) ids.open.remove(low, order);
  if (end.isOwnCancel) return;
  const user = rows.user(order);
  const high = secondHashOf({ user, clientId: rows.clientId(order) });
  restoreEnded(ids, { low, high, order: rows.id(order), endedAt: timeMs, user });
}

/**
 * An ended entry; they come oldest first. When there are as many as there may be, the oldest is forgotten early: the
 * bound is worth more than the rule's last seconds.
 */
export function restoreEnded({ ended }: ClientIds, name: EndedName): void {
  if (ended.count === ended.countMax) ended.dropOldest(); // CORE-BOUND-1
  ended.push(name);
}

/** More ids than an order adds, so nothing piles up, and few, so that no order waits for a sweep. */
export const SWEEP_STEP = 32;

/**
 * Forgets the ids that ended more than 60 s ago; those left for the next sweep count as free already.
 * Called when an order is accepted, never by a query.
 */
export function sweepClientIds({ ended }: ClientIds, timeMs: number): void {
  for (let count = 0; count < SWEEP_STEP && ended.count > 0; count++) {
    if (timeMs - ended.oldestEndedAt() <= CLIENT_ID_REST_MS) return;
    ended.dropOldest();
  }
}
