/** Every route of the public listener. */
import type { Route } from "./route.ts";
import { account } from "./sapi-v1/account.ts";
import { ping, time } from "./sapi-v1/market.ts";
import { cancelOrder, createOrder, openOrders, queryOrder, testOrder } from "./sapi-v1/orders.ts";

export const ROUTES: readonly Route[] = [
  ping,
  time,
  createOrder,
  testOrder,
  queryOrder,
  cancelOrder,
  openOrders,
  account,
];
