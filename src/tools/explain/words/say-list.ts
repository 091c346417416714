/** What happened to order lists, in words, and an order under the name of its list. Rule EXPLAIN-LIST-1. */
import type { Instructions } from "../../../core/engine/orders/instructions.ts";
import {
  type OrderListEnded,
  type OrderListOpened,
  orderIdsOf,
} from "../../../core/engine/orders/order-lists.ts";
import type { Names } from "./names.ts";

export function sayList(names: Names, event: OrderListOpened | OrderListEnded): string {
  const { id, user, kind } = event;
  if (event.type === "OrderListEnded") return `list ${id} is over: all its orders have ended`;
  const orders = orderIdsOf(event).join(", ");
  return `list ${id} of ${names.user(user)} (${kind.toUpperCase()}) is open, with the orders ${orders}`;
}

/** The words before what became of an order. */
export function orderNamed(order: {
  readonly id: number;
  readonly instructions?: Pick<Instructions, "list"> | undefined;
}): string {
  const list = listOf(order);
  return list > 0 ? `order ${order.id} of list ${list}` : `order ${order.id}`;
}

/** 0 of an order by itself. */
export function listOf({
  instructions,
}: {
  readonly instructions?: Pick<Instructions, "list"> | undefined;
}): number {
  return instructions?.list ?? 0;
}
