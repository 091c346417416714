/**
 * The open orders: by id, by user, by client id, and how many a user has on a pair. The one place
 * where ids are given out and where an order's end is written down. Ended orders leave the engine.
 */

import { type Rejected, reject } from "../../base/outcome.ts";
import { type Digest, foldNumber } from "../../base/records/digest.ts";
import { SideColumn } from "../../base/rows/side-column.ts";
import type { PairId } from "../catalogue/catalogue.ts";
import type { Area } from "../ledger/area.ts";
import type { UserId } from "../users/users.ts";
import {
  addClientId,
  type ClientIds,
  endClientId,
  findClientId,
  findOpenNamed,
  type NameEnd,
} from "./client-ids.ts";
import type { Order, OrderId } from "./order.ts";
import type { OrderName } from "./order-name.ts";
import { NO_ORDER, type OrderRow, type OrderRows } from "./order-rows.ts";
import type { OrderTable } from "./order-table.ts";
import {
  countOn,
  listedOrders,
  listOrder,
  newUserOrders,
  type UserOrders,
  unlistOrder,
} from "./user-orders.ts";

export interface OpenOrders {
  orderIdLast: OrderId;
  tradeIdLast: number;
  /** Of the matches that were prevented (SPOT-STP-7). */
  preventedIdLast: number;
  readonly byId: OrderTable;
  readonly users: OrdersByUser;
  readonly clientIds: ClientIds;
  /** How many have a rate below zero: as long as there is none, no fees need be compared with them (SPOT-FEE-1). */
  rebated: number;
  readonly openMax: number;
  readonly digest: Digest;
}

/** By area, then user. */
export type OrdersByUser = Readonly<Record<Area, SideColumn<UserOrders>>>;

export function newOrdersByUser(): OrdersByUser {
  return { spot: new SideColumn(), margin: new SideColumn(), futures: new SideColumn() };
}

export function nextOrderId(orders: OpenOrders): OrderId {
  orders.orderIdLast++;
  foldNumber(orders.digest, orders.orderIdLast);
  return orders.orderIdLast;
}

export function nextTradeId(orders: OpenOrders): number {
  orders.tradeIdLast++;
  return orders.tradeIdLast;
}

export function nextPreventedId(orders: OpenOrders): number {
  orders.preventedIdLast++;
  foldNumber(orders.digest, orders.preventedIdLast);
  return orders.preventedIdLast;
}

/** Enters an accepted order that is going to rest. Orders come in the order of their ids. */
export function enterOrder(orders: OpenOrders, order: OrderRow): void {
  const { byId, clientIds } = orders;
  byId.add(order);
  listOrder(userOrdersOf(orders, order), byId.rows, order);
  if (byId.rows.hasClientId(order)) addClientId(clientIds, byId.rows, order);
  if (isRebated(byId.rows, order)) orders.rebated++;
}

export function isRebated(rows: OrderRows, order: OrderRow): boolean {
  return rows.makerRate(order) < 0 || rows.takerRate(order) < 0;
}

/** The end of an order that rested. */
export function leaveOrder(orders: OpenOrders, order: OrderRow): void {
  const { byId } = orders;
  byId.remove(order);
  if (isRebated(byId.rows, order)) orders.rebated--;
  unlistOrder(userOrdersOf(orders, order), byId.rows, order);
}

/**
 * SPOT-CLIENT-3: the client id of an ended order stays taken for a while, unless its user ended it.
 * `wasOpen` tells whether the name is in the index of open ones, from the time the order rested.
 */
export function retireClientId(
  { byId: { rows }, clientIds }: OpenOrders,
  order: OrderRow,
  end: NameEnd,
  timeMs: number,
): void {
  if (rows.hasClientId(order)) endClientId(clientIds, { rows, order }, end, timeMs);
}

export function userOrdersOf({ users, byId: { rows } }: OpenOrders, order: OrderRow): UserOrders {
  const inArea = users[rows.area(order)];
  const user = rows.user(order);
  const found = inArea.get(user);
  if (found) return found;
  const made = newUserOrders();
  inArea.set(user, made);
  return made;
}

/** The open orders of a user in one area. */
export interface OrderOwner {
  readonly area: Area;
  readonly user: UserId;
}

/** As much of the open orders as the checks of a new one look at. */
export interface StandingOrders extends Pick<OpenOrders, "users" | "clientIds" | "openMax"> {
  readonly byId: Pick<OrderTable, "find" | "size" | "rows">;
}

export function openCountOf(
  orders: Pick<StandingOrders, "users" | "byId">,
  { area, user }: OrderOwner,
  pair: PairId,
): number {
  const listed = orders.users[area].get(user);
  return listed === undefined ? 0 : countOn(listed, orders.byId.rows, pair);
}

/** Whether an order may be open when its command is over: one that waits for its trigger is. */
export function mayRest({ kind, futures, instructions }: Order): boolean {
  const terms = futures ?? instructions;
  if (terms && terms.triggerTicks > 0) return true;
  return kind === "limit" && terms?.timeInForce !== "ioc" && terms?.timeInForce !== "fok";
}

/** SPOT-CHECK-12: whether the owner may have one more open order on the pair, which takes `max`. */
export function hasRoom(
  orders: Pick<StandingOrders, "users" | "byId">,
  owner: OrderOwner,
  { pair, max }: { pair: PairId; max: number },
): boolean {
  // A user with few orders in all has few on this pair.
  const isFarBelow = (orders.users[owner.area].get(owner.user)?.open ?? 0) < max;
  return isFarBelow || openCountOf(orders, owner, pair) < max;
}

/** The open orders of a user in an area, newest first. To be read before the next command. */
export function openRowsOf(orders: OpenOrders, { area, user }: OrderOwner): Iterable<OrderRow> {
  const listed = orders.users[area].get(user);
  return listed === undefined ? [] : listedOrders(listed, orders.byId.rows);
}

/** The open orders of a user, in every market or in one. */
export interface OrderSelection extends OrderOwner {
  readonly market?: PairId | undefined;
}

const SERVER_MADE = /^bourse:([1-9][0-9]{0,15})$/;
const SERVER_FORM = /^bourse:[0-9]+$/;

/** SPOT-CLIENT-1: the form kept for the server, also where it names no order (`bourse:0`). */
export function isServerForm(clientId: string): boolean {
  return clientId.startsWith("bourse:") && SERVER_FORM.test(clientId);
}

/** SPOT-CLIENT-6: the order id inside a client id that the server made; 0 for any other. */
export function serverMadeId(clientId: string): OrderId {
  const match = clientId.startsWith("bourse:") ? SERVER_MADE.exec(clientId) : null;
  const id = match ? Number(match[1]) : 0;
  return Number.isSafeInteger(id) ? id : 0; // No such id was ever given out.
}

/** SPOT-CLIENT-6: the client id that clients see. */
export function shownClientId(rows: OrderRows, order: OrderRow): string {
  return rows.hasClientId(order) ? rows.clientId(order) : `bourse:${rows.id(order)}`;
}

/** An order as its user names it: by its id, or else (`order` 0) by its client id. */
export interface NamedOrder extends OrderOwner {
  readonly market: PairId;
  readonly order: OrderId;
  readonly clientId: string;
}

/** SPOT-CANCEL-1: another user's order, another market's or another area's is as good as none. */
export function findOpen(orders: OpenOrders, named: NamedOrder): OrderRow {
  const { rows } = orders.byId;
  const order = anyOpen(orders, named);
  if (order === NO_ORDER || rows.user(order) !== named.user) return NO_ORDER;
  const isOwn = rows.market(order) === named.market && rows.area(order) === named.area;
  return isOwn ? order : NO_ORDER;
}

/** SPOT-CLIENT-4: the id decides when both are given. */
function anyOpen(orders: OpenOrders, { order: id, user, area, clientId }: NamedOrder): OrderRow {
  const { byId } = orders;
  if (id !== 0) return byId.find(id);
  const made = serverMadeId(clientId);
  if (made === 0) return findOpenNamed(orders, { user, area, clientId, nameHash: 0 });
  // SPOT-CLIENT-6: the server's id names no order to which its user gave a client id.
  const order = byId.find(made);
  return order !== NO_ORDER && byId.rows.hasClientId(order) ? NO_ORDER : order;
}

/** SPOT-CANCEL-2: what is not open had ended if it has an id of then, and came later if not. */
export function notOpen(
  orders: OpenOrders,
  named: NamedOrder,
  timeMs: number,
): Rejected<"order_not_open"> {
  const had = `${idNamed(orders, named, timeMs)}`;
  return reject("order_not_open", { had, needed: `${orders.orderIdLast}` });
}

/** The id that a refusal tells, of an order that is open no more or never was. */
function idNamed(orders: OpenOrders, named: NamedOrder, timeMs: number): OrderId {
  const { order, user, area, clientId } = named;
  return order || orderIdNamed(orders, { user, area, clientId, nameHash: 0 }, timeMs);
}

/** SPOT-CLIENT-4: the newest order with a client id, open or remembered; 0 when there is none. */
export function orderIdNamed(
  orders: Pick<StandingOrders, "clientIds" | "byId">,
  name: OrderName,
  timeMs: number,
): OrderId {
  return serverMadeId(name.clientId) || findClientId(orders, name, timeMs);
}
