/**
 * Which client order ids are taken: those of open orders, and for 60 s those of orders that ended
 * by anything but their user's own cancel, so that a retry after an unknown outcome can never place
 * an order twice. Rules SPOT-CLIENT-2, SPOT-CLIENT-3.
 *
 * Open orders are compared letter by letter; ended ones are known by their user and two hashes.
 */
import { EndedNames } from "./ended-names.ts";
import { hashOf, type NameRow, NameTable, type OrderName, secondHashOf } from "./name-table.ts";
import type { StandingOrders } from "./open-orders.ts";
import type { OrderId } from "./order.ts";
import { NO_ORDER, type OrderRow, type OrderRows } from "./order-rows.ts";

/** SPOT-CLIENT-3: how long an ended order's id stays taken. */
export const CLIENT_ID_REST_MS = 60_000;

export interface ClientIds {
  readonly table: NameTable;
  readonly ended: EndedNames;
}

export function newClientIds(endedMax: number): ClientIds {
  return { table: new NameTable(), ended: new EndedNames(endedMax) };
}

/** The newest order that still holds the name at `timeMs`, or 0. Changes nothing. */
export function findClientId(
  orders: Pick<StandingOrders, "clientIds" | "byId">,
  name: OrderName,
  timeMs: number,
): OrderId {
  const { table } = orders.clientIds;
  const low = hashOf(name);
  for (let slot = table.home(low); table.orderAt(slot) !== 0; slot = table.next(slot)) {
    if (table.lowAt(slot) !== low) continue;
    const id = table.orderAt(slot);
    const endedAt = table.endedAt(slot);
    if (endedAt === 0) {
      if (isNamed(orders.byId, id, name)) return id;
    } else if (timeMs - endedAt <= CLIENT_ID_REST_MS && table.userAt(slot) === name.user) {
      if (table.highAt(slot) === secondHashOf(name)) return id;
    }
  }
  return 0;
}

function isNamed(
  byId: StandingOrders["byId"],
  id: OrderId,
  { user, area, clientId }: OrderName,
): boolean {
  const { rows } = byId;
  const order = byId.find(id);
  const isOwn = order !== NO_ORDER && rows.user(order) === user && rows.area(order) === area;
  return isOwn && rows.isNamed(order, clientId);
}

export function addClientId({ table }: ClientIds, rows: OrderRows, order: OrderRow): void {
  const low = rows.nameHash(order);
  table.insert({ low, high: 0, order: rows.id(order), endedAt: 0, user: rows.user(order) });
}

/** How the order of a client id ended. */
export interface NameEnd {
  readonly wasOpen: boolean;
  readonly isOwnCancel?: boolean;
}

export function endClientId(
  ids: ClientIds,
  { rows, order }: { readonly rows: OrderRows; readonly order: OrderRow },
  end: NameEnd,
  timeMs: number,
): void {
  const low = rows.nameHash(order);
  const id = rows.id(order);
  if (end.isOwnCancel) {
    ids.table.erase(low, id);
    return;
  }
  const user = rows.user(order);
  const high = secondHashOf({ user, clientId: rows.clientId(order) });
  const row = { low, high, order: id, endedAt: timeMs, user };
  if (end.wasOpen) ids.table.markEnded(row);
  else ids.table.insert(row);
  rememberEnded(ids, row);
}

/** A full ring forgets its oldest early: the bound is worth more than the rule's last seconds. */
function rememberEnded(ids: ClientIds, row: NameRow): void {
  if (ids.ended.count === ids.ended.countMax) forgetOldest(ids); // CORE-BOUND-1
  ids.ended.push(row);
}

function forgetOldest({ table, ended }: ClientIds): void {
  const { low, order } = ended.at(0);
  table.erase(low, order);
  ended.dropOldest();
}

/** An ended entry from a snapshot; they come oldest first. */
export function restoreEnded(ids: ClientIds, row: NameRow): void {
  ids.table.insert(row);
  rememberEnded(ids, row);
}

/** More ids than an order adds, so nothing piles up, and few, so that no order waits for a sweep. */
export const SWEEP_STEP = 32;

/**
 * Forgets the ids that ended more than 60 s ago; those left for the next sweep count as free already.
 * Called when an order is accepted, never by a query.
 */
export function sweepClientIds(ids: ClientIds, timeMs: number): void {
  const { ended } = ids;
  for (let count = 0; count < SWEEP_STEP && ended.count > 0; count++) {
    if (timeMs - ended.oldestEndedAt() <= CLIENT_ID_REST_MS) return;
    forgetOldest(ids);
  }
}

/** The remembered ended ids, oldest first: for snapshots. */
export function* endedEntries(ended: EndedNames): Iterable<NameRow> {
  for (let i = 0; i < ended.count; i++) yield ended.at(i);
}
