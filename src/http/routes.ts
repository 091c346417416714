/** Every route of the public listener. */
import type { Route } from "./route.ts";
import { account, marginAccount } from "./sapi-v1/account.ts";
import { MARGIN, SPOT } from "./sapi-v1/areas.ts";
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
import { repay, transfer } from "./sapi-v1/transfer.ts";

export const ROUTES: readonly Route[] = [
  ping,
  time,
  symbols,
  depth,
  ticker,
  trades,
  tradesAlias,
  klines,
  createOrder(SPOT),
  testOrder,
  batchOrders,
  queryOrder(SPOT),
  cancelOrder(SPOT),
  batchCancel,
  openOrders(SPOT),
  historyOrders,
  myTrades(SPOT),
  account,
  createOrder(MARGIN),
  queryOrder(MARGIN),
  cancelOrder(MARGIN),
  openOrders(MARGIN),
  myTrades(MARGIN),
  marginAccount,
  repay,
  transfer,
];
