/** The open orders of a user as values: all of them, or the one with a client id. */
import {
  type OpenOrders,
  type OrderSelection,
  openRowsOf,
  orderIdNamed,
} from "../orders/open-orders.ts";
import { clientIdOf, type Order } from "../orders/order.ts";
import type { OrderName } from "../orders/order-name.ts";
import type { ExchangeState } from "../state.ts";

/** Newest first. */
export function* openOrdersOf(orders: OpenOrders, selection: OrderSelection): Iterable<Order> {
  const { rows } = orders.byId;
  const { market } = selection;
  for (const order of openRowsOf(orders, selection)) {
    if (market === undefined || rows.market(order) === market) yield rows.orderAt(order);
  }
}

/** SPOT-CLIENT-4: no two with one client id are open, so the open one is the newest. */
export function openOrderNamed(
  { orders, timeMs }: Pick<ExchangeState, "orders" | "timeMs">,
  name: OrderName,
): Order | undefined {
  const open = orders.byId.get(orderIdNamed(orders, name, timeMs));
  return open?.user === name.user && clientIdOf(open) === name.clientId ? open : undefined;
}
