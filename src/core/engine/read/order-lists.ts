/** The open order lists of a user on a pair, as values. */
import type { Order } from "../orders/order.ts";
import {
  findList,
  type NamedList,
  type OrderList,
  openListsOf,
  orderIdsOf,
} from "../orders/order-lists.ts";
import type { ExchangeState } from "../state.ts";

export interface OpenList extends Readonly<Omit<OrderList, "open" | "stage">> {
  /** Those that are open, in their order. */
  readonly orders: readonly Order[];
}

/** Newest first. */
export function openListsIn(
  { lists, orders }: Pick<ExchangeState, "lists" | "orders">,
  owner: Pick<OrderList, "user" | "pair">,
): OpenList[] {
  return openListsOf(lists, owner)
    .toSorted((one, other) => other.id - one.id)
    .map((list) => openListOf(orders, list));
}

/** As its user names it; undefined when it is not open on the pair. */
export function openListNamed(
  { lists, orders }: Pick<ExchangeState, "lists" | "orders">,
  named: NamedList,
): OpenList | undefined {
  const list = findList(lists, named);
  return list && openListOf(orders, list);
}

function openListOf(
  orders: ExchangeState["orders"],
  { open: _, stage: __, ...list }: OrderList,
): OpenList {
  return { ...list, orders: orderIdsOf(list).flatMap((id) => orders.byId.get(id) ?? []) };
}
