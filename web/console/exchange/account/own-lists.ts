/**
 * Open orders of spot that know of each other. What a list is can be read off its orders: while a first order is open its legs are
 * pending, and two legs that are live are an OCO. One that is left alone is an order like any other (SPOT-LIST-9, SPOT-LIST-11).
 */
import { compareDecimals } from "../../text/exact.ts";
import type { AccountOrder } from "../exchange.ts";
import { isPending, isTriggeredStop } from "./say-trigger.ts";

export type ListedOrder = Extract<AccountOrder, { readonly area: "spot" | "margin" }>;

export interface OwnList {
  readonly id: NonNullable<ListedOrder["orderListId"]>;
  readonly symbol: string;
  readonly kind: "OCO" | "OTO" | "OTOCO";
  /** Those that are open, as they were placed: the first order before the legs. */
  readonly orders: readonly ListedOrder[];
}

/** Those that can still act, by their ids. */
export type OwnLists = ReadonlyMap<OwnList["id"], OwnList>;

const KINDS = ["OCO", "OTO", "OTOCO"] as const;

export function listsIn(orders: readonly AccountOrder[]): OwnLists {
  const members = new Map<OwnList["id"], ListedOrder[]>();
  for (const order of orders) {
    if (order.area === "futures" || order.orderListId === undefined) continue;
    const { orderListId: id } = order;
    members.set(id, [...(members.get(id) ?? []), order]);
  }
  const lists = new Map<OwnList["id"], OwnList>();
  for (const [id, open] of members) {
    const [one, other] = open.sort((a, b) => compareDecimals(a.orderIdString, b.orderIdString));
    if (!one || !other) continue;
    const kind = KINDS[open.filter(isPending).length] ?? "OTOCO";
    lists.set(id, { id, symbol: one.symbol, kind, orders: open });
  }
  return lists;
}

export function findList(lists: OwnLists, order: AccountOrder): OwnList | undefined {
  if (order.area === "futures" || order.orderListId === undefined) return undefined;
  return lists.get(order.orderListId);
}

/** The orders of one list stand together, where the first of them stood. */
export function listedTogether(
  orders: readonly AccountOrder[],
  lists: OwnLists,
): readonly AccountOrder[] {
  const placed = new Set<OwnList>();
  return orders.flatMap((order): readonly AccountOrder[] => {
    const list = findList(lists, order);
    if (!list) return [order];
    if (placed.has(list)) return [];
    placed.add(list);
    return list.orders;
  });
}

/** `OCO 1/2` */
export function sayPlaceIn({ kind, orders }: OwnList, { orderIdString }: AccountOrder): string {
  const at = orders.findIndex((order) => order.orderIdString === orderIdString);
  return `${kind} ${at + 1}/${orders.length}`;
}

export function isFirstOf({ orders }: OwnList, { orderIdString }: AccountOrder): boolean {
  return orders[0]?.orderIdString === orderIdString;
}

/** Nothing of it has traded or was lost (SPOT-STP-8), and nothing was triggered. */
export function isUntouched({ orders }: OwnList): boolean {
  return orders.every((order) => isWhole(order) && !isTriggeredStop(order));
}

export function isWhole(order: Pick<ListedOrder, "executedQty" | "preventedQty">): boolean {
  return order.executedQty === "0" && order.preventedQty === undefined;
}
