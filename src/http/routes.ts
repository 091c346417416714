/** Every route of the public listener. */
import { account as futuresAccount } from "./fapi-v1/account.ts";
import * as allContracts from "./fapi-v1/all-contracts.ts";
import { editLever, editMarginModel, editPositionMargin } from "./fapi-v1/contract-accounts.ts";
import { feeRates as futuresFeeRates } from "./fapi-v1/fee-rates.ts";
import {
  myTrades as futuresTrades,
  orderHistorical,
  profitHistorical,
} from "./fapi-v1/histories.ts";
import * as futuresMarket from "./fapi-v1/market.ts";
import { openOrders as openFutures, queryOrder as queryFutures } from "./fapi-v1/order-queries.ts";
import {
  cancelAll,
  cancelOrder as cancelFutures,
  createConditionOrder,
  createOrder as createFutures,
} from "./fapi-v1/orders.ts";
import { userConfig } from "./fapi-v1/user-config.ts";
import type { Route } from "./route.ts";
import { account, marginAccount } from "./sapi-v1/account.ts";
import * as allSymbols from "./sapi-v1/all-symbols.ts";
import { MARGIN, SPOT } from "./sapi-v1/areas.ts";
import { batchCancel, batchOrders } from "./sapi-v1/batch.ts";
import { feeRates } from "./sapi-v1/fee-rates.ts";
import { historyOrders, myTrades } from "./sapi-v1/histories.ts";
import { cancelAllOrders, countdownCancelAll, replaceOrder } from "./sapi-v1/manage-orders.ts";
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
  allSymbols.tickers,
  allSymbols.bookTickers,
  trades,
  tradesAlias,
  klines,
  createOrder(SPOT),
  testOrder,
  batchOrders,
  queryOrder(SPOT),
  cancelOrder(SPOT),
  batchCancel,
  cancelAllOrders(SPOT),
  replaceOrder(SPOT),
  countdownCancelAll,
  openOrders(SPOT),
  historyOrders(SPOT),
  myTrades(SPOT),
  account,
  feeRates,
  createOrder(MARGIN),
  queryOrder(MARGIN),
  cancelOrder(MARGIN),
  cancelAllOrders(MARGIN),
  replaceOrder(MARGIN),
  openOrders(MARGIN),
  historyOrders(MARGIN),
  myTrades(MARGIN),
  marginAccount,
  repay,
  transfer,
  futuresMarket.ping,
  futuresMarket.time,
  futuresMarket.contracts,
  futuresMarket.depth,
  futuresMarket.ticker,
  allContracts.tickers,
  allContracts.bookTickers,
  futuresMarket.trades,
  futuresMarket.indexPrice,
  futuresMarket.klines,
  futuresMarket.fundingRate,
  createFutures,
  createConditionOrder,
  cancelFutures,
  cancelAll,
  queryFutures,
  openFutures,
  orderHistorical,
  profitHistorical,
  futuresTrades,
  editLever,
  editMarginModel,
  editPositionMargin,
  userConfig,
  futuresFeeRates,
  futuresAccount,
];
