/** The open order lists of a user on a pair, as values. */
import type { Order } from "../orders/order.ts";
import { type OrderList, openListsOf, orderIdsOf } from "../orders/order-lists.ts";
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
    .map(({ open: _, stage: __, ...list }) => {
      const own = orderIdsOf(list).flatMap((id) => orders.byId.get(id) ?? []);
      return { ...list, orders: own };
    });
}
