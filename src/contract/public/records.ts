/** The records of replies by the names that programs know them by, in TypeScript and in Python alike. */
import type { Shape } from "../field.ts";
import * as accounts from "../futures/account-shapes.ts";
import * as futuresAccounts from "../futures/accounts.ts";
import * as futuresHistories from "../futures/history-shapes.ts";
import * as futuresMarket from "../futures/market-shapes.ts";
import * as futuresOrders from "../futures/order-shapes.ts";
import { CLOCK, DEPTH, TICKER } from "../markets.ts";
import * as account from "../pairs/account.ts";
import * as batch from "../pairs/batch.ts";
import * as histories from "../pairs/histories.ts";
import * as manage from "../pairs/manage.ts";
import * as market from "../pairs/market.ts";
import * as orders from "../pairs/order-shapes.ts";
import * as wallet from "../pairs/wallet.ts";

/** What stands in a list. */
function itemIn({ items }: Shape): Shape {
  return items || {};
}

const MARKETS = {
  ServerTime: CLOCK,
  Depth: DEPTH,
  Ticker: TICKER,
  ListedSymbol: market.SYMBOL,
  Symbols: market.SYMBOLS,
  SymbolTicker: market.SYMBOL_TICKER,
  SymbolTickers: market.SYMBOL_TICKERS,
  SymbolBookTicker: market.SYMBOL_BEST,
  SymbolBookTickers: market.SYMBOL_BOOK_TICKERS,
  RecentTrade: itemIn(market.RECENT_TRADES.properties?.["list"] ?? {}),
  RecentTrades: market.RECENT_TRADES,
  Kline: itemIn(market.KLINES),
};

const PAIRS = {
  PlacedOrder: orders.PLACED_ORDER,
  Order: orders.ORDER,
  EndedMarginOrder: orders.ENDED_MARGIN_ORDER,
  CanceledOrder: orders.CANCELED_ORDER,
  RejectedItem: batch.REJECTED_ITEM,
  PlacedBatch: batch.PLACED_BATCH,
  CanceledBatch: batch.CANCELED_BATCH,
  CanceledAll: manage.CANCELED_ALL,
  OrderRefusal: manage.REFUSED_ORDER,
  ReplacedOrder: manage.REPLACED_ORDER,
  RunningCountdown: manage.COUNTDOWN,
  OwnTrade: histories.OWN_TRADE,
  Balance: account.BALANCE,
  SpotAccount: account.SPOT_ACCOUNT,
  MarginBalance: account.MARGIN_BALANCE,
  MarginAccount: account.MARGIN_ACCOUNT,
  SymbolRates: account.SYMBOL_RATES,
  Transferred: wallet.TRANSFERRED,
  Repaid: wallet.REPAID,
};

const CONTRACTS = {
  RiskTier: futuresMarket.TIER,
  Contract: futuresMarket.CONTRACT,
  IndexPrice: futuresMarket.INDEX,
  ContractTicker: futuresMarket.CONTRACT_TICKER,
  ContractTickers: futuresMarket.CONTRACT_TICKERS,
  ContractBookTicker: futuresMarket.CONTRACT_BEST,
  ContractBookTickers: futuresMarket.CONTRACT_BOOK_TICKERS,
  ContractTrade: itemIn(futuresMarket.CONTRACT_TRADES.properties?.["list"] ?? {}),
  ContractTrades: futuresMarket.CONTRACT_TRADES,
  ContractKline: itemIn(futuresMarket.CONTRACT_KLINES),
  FundingRate: futuresHistories.FUNDING,
};

const FUTURES = {
  PlacedFuturesOrder: futuresOrders.ORDER_ID,
  FuturesOrder: futuresOrders.FUTURES_ORDER,
  EndedFuturesOrder: futuresHistories.ENDED_FUTURES_ORDER,
  FuturesTrade: futuresHistories.FUTURES_TRADE,
  Profit: futuresHistories.PROFIT,
  ContractConfig: futuresAccounts.USER_CONFIG,
  ContractRates: futuresAccounts.CONTRACT_RATES,
};

const POSITIONS = {
  Position: accounts.POSITION,
  ContractPositions: accounts.CONTRACT_POSITIONS,
  CoinAccount: accounts.FUTURES_ACCOUNT,
  FuturesAccount: accounts.ACCOUNTS,
};

type Named = Readonly<Record<string, Shape>>;

/** By what they are about, each in an order in which a list of them is read well. */
export const RECORDS = {
  markets: MARKETS,
  pairs: PAIRS,
  contracts: CONTRACTS,
  futures: FUTURES,
  positions: POSITIONS,
} satisfies Readonly<Record<string, Named>>;
