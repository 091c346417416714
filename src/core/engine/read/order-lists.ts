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
import type { UserId } from "../users/users.ts";

export interface OpenList extends Readonly<Omit<OrderList, "open" | "stage">> {
  /** SPOT-LIST-11: whether its legs are live, or wait for its first order. */
  readonly areLegsLive: boolean;
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
  { open: _, stage, ...list }: OrderList,
): OpenList {
  const own = orderIdsOf(list).flatMap((id) => orders.byId.get(id) ?? []);
  return { ...list, areLegsLive: stage !== "first", orders: own };
}

/** Those of a user on all pairs, oldest first. */
export function openListsOfUser(
  { lists, orders }: Pick<ExchangeState, "lists" | "orders">,
  user: UserId,
): OpenList[] {
  return [...(lists.byUser.get(user) ?? [])]
    .sort((one, other) => one.id - other.id)
    .map((list) => openListOf(orders, list));
}
