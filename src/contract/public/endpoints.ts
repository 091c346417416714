/** Every endpoint of the public API, in the order of the documents. */
import type { PublicEndpoint } from "../endpoint.ts";
import * as futuresAccounts from "../futures/accounts.ts";
import * as futuresMarket from "../futures/market.ts";
import * as futuresOrders from "../futures/orders.ts";
import * as account from "../pairs/account.ts";
import { MARGIN, type PairOrderArea, SPOT } from "../pairs/areas.ts";
import * as batch from "../pairs/batch.ts";
import * as histories from "../pairs/histories.ts";
import * as manage from "../pairs/manage.ts";
import * as market from "../pairs/market.ts";
import * as orders from "../pairs/orders.ts";
import * as wallet from "../pairs/wallet.ts";

const MARKET_DATA: readonly PublicEndpoint[] = [
  market.ping,
  market.time,
  market.symbols,
  market.depth,
  market.ticker,
  market.tickers,
  market.bookTickers,
  market.trades,
  market.tradesAlias,
  market.klines,
];

const ended = (area: PairOrderArea): readonly PublicEndpoint[] => [
  orders.openOrders(area),
  histories.historyOrders(area),
  histories.myTrades(area),
];

const SPOT_ENDPOINTS: readonly PublicEndpoint[] = [
  orders.createOrder(SPOT),
  orders.testOrder,
  batch.batchOrders,
  orders.queryOrder(SPOT),
  orders.cancelOrder(SPOT),
  batch.batchCancel,
  manage.cancelAllOrders(SPOT),
  manage.replaceOrder(SPOT),
  manage.countdownCancelAll,
  ...ended(SPOT),
  account.account,
  account.feeRates,
];

const MARGIN_ENDPOINTS: readonly PublicEndpoint[] = [
  orders.createOrder(MARGIN),
  orders.queryOrder(MARGIN),
  orders.cancelOrder(MARGIN),
  manage.cancelAllOrders(MARGIN),
  manage.replaceOrder(MARGIN),
  ...ended(MARGIN),
  account.marginAccount,
  wallet.repay,
  wallet.transfer,
];

const FUTURES_ENDPOINTS: readonly PublicEndpoint[] = [
  futuresMarket.ping,
  futuresMarket.time,
  futuresMarket.contracts,
  futuresMarket.depth,
  futuresMarket.ticker,
  futuresMarket.tickers,
  futuresMarket.bookTickers,
  futuresMarket.trades,
  futuresMarket.indexPrice,
  futuresMarket.klines,
  futuresMarket.fundingRate,
  futuresOrders.createOrder,
  futuresOrders.createConditionOrder,
  futuresOrders.cancelOrder,
  futuresOrders.cancelAll,
  futuresOrders.queryOrder,
  futuresOrders.openOrders,
  futuresOrders.orderHistorical,
  futuresOrders.profitHistorical,
  futuresOrders.myTrades,
  futuresAccounts.editLever,
  futuresAccounts.editMarginModel,
  futuresAccounts.editPositionMargin,
  futuresAccounts.userConfig,
  futuresAccounts.feeRates,
  futuresAccounts.account,
];

export const ENDPOINTS: readonly PublicEndpoint[] = [
  ...MARKET_DATA,
  ...SPOT_ENDPOINTS,
  ...MARGIN_ENDPOINTS,
  ...FUTURES_ENDPOINTS,
];
