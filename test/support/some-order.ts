/** A limit order of user 1 on pair 1, but for what is said otherwise. */
import { newOrder, type Order } from "../../src/core/engine/orders/order.ts";

export function someOrder(said: Partial<Order> & Pick<Order, "id">): Order {
  const order = newOrder({
    user: 1,
    area: "spot",
    market: 1,
    side: "buy",
    ticks: 100,
    lots: 1,
    ...said,
  });
  return Object.assign(order, said);
}
