/** Every route of the public listener. */
import type { Route } from "./route.ts";
import { account } from "./sapi-v1/account.ts";
import { batchCancel, batchOrders } from "./sapi-v1/batch.ts";
import { historyOrders, myTrades } from "./sapi-v1/histories.ts";
import {
  depth,
  klines,
  ping,
  symbols,
  ticker,
  time,
  trades,
  tradesAlias,
} from "./sapi-v1/market.ts";
import { cancelOrder, createOrder, openOrders, queryOrder, testOrder } from "./sapi-v1/orders.ts";

export const ROUTES: readonly Route[] = [
  ping,
  time,
  symbols,
  depth,
  ticker,
  trades,
  tradesAlias,
  klines,
  createOrder,
  testOrder,
  batchOrders,
  queryOrder,
  cancelOrder,
  batchCancel,
  openOrders,
  historyOrders,
  myTrades,
  account,
];
