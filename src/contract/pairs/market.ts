/** Public endpoints about symbols. */
import { openEndpoint } from "../endpoint.ts";
import { code, count, decimalText, list, name, record, signedText, truth, word } from "../field.ts";
import { ALL_MARKETS_WEIGHT } from "../limits.ts";
import {
  AS_LISTED,
  BEST_FIELDS,
  BOOKS_TIME,
  candleShape,
  DAY_END,
  DAY_FIELDS,
  DEPTH,
  DEPTH_PARAMETERS,
  KLINE_PARAMETERS,
  klinesShape,
  pingAt,
  TICKER,
  TRADES_PARAMETERS,
  timeAt,
  tradeShape,
  tradesShape,
} from "../markets.ts";
import { required } from "../parameter.ts";
import { SPOT } from "./areas.ts";
import { symbolName } from "./order-parameters.ts";

export const ping = pingAt(`${SPOT.root}/ping`, "spot");
export const time = timeAt(`${SPOT.root}/time`, "spot");

/** SPOT-SYM-1: the limits that an order is checked against, so that a client can check before it sends one. */
export const SYMBOL = record({
  symbol: name("name of the symbol"),
  baseAsset: name("what is traded"),
  quoteAsset: name("what it is paid with"),
  pricePrecision: count("decimals of a price"),
  quantityPrecision: count("decimals of a quantity"),
  limitVolumeMin: decimalText("least volume of a limit order"),
  limitPriceMin: decimalText("step of a price"),
  marketBuyMin: decimalText("least amount of a market buy, in the quote asset"),
  marketSellMin: decimalText("least volume of a market sell"),
  baseAssetPrecision: count("decimals of the base asset"),
  quoteAssetPrecision: count("decimals of the quote asset"),
  status: code([0, 1], "1 when it can be traded"),
  maxQty: decimalText("largest volume of an order"),
  maxMarketNotional: decimalText("largest amount of a market buy, 0 without a limit"),
  makerFeeRate: signedText("fee of a maker, as a fraction"),
  takerFeeRate: signedText("fee of a taker"),
  limitUp: decimalText("highest limit price, as a multiple of the last price"),
  limitDown: decimalText("lowest limit price"),
  rangeUp: decimalText("highest price at which a market order trades"),
  rangeDown: decimalText("lowest price at which a market order trades"),
  maxOpenOrders: count("how many orders you may have open on it, in spot and in margin each"),
  stpMode: word(["EXPIRE_TAKER", "NONE"], "what becomes of an order that meets its own user's"),
  marginEnabled: truth("whether it is traded on margin, too"),
});

export const SYMBOLS = record({ symbols: list(SYMBOL, AS_LISTED) });

/** SPOT-SYM-2 */
export const symbols = openEndpoint({
  method: "GET",
  path: `${SPOT.root}/symbols`,
  parameters: {},
  operation: "spotSymbols",
  tags: ["market data", "spot"],
  summary: "Every symbol that can be named in a request",
  reply: SYMBOLS,
});

export const depth = openEndpoint({
  method: "GET",
  path: `${SPOT.root}/depth`,
  parameters: { symbol: required(symbolName), ...DEPTH_PARAMETERS },
  operation: "spotDepth",
  tags: ["market data", "spot"],
  summary: "The order book of a symbol",
  reply: DEPTH,
  codes: ["BAD_SYMBOL"],
});

export const ticker = openEndpoint({
  method: "GET",
  path: `${SPOT.root}/ticker`,
  parameters: { symbol: required(symbolName) },
  operation: "spotTicker",
  tags: ["market data", "spot"],
  summary: "The last 24 hours of a symbol",
  reply: TICKER,
  codes: ["BAD_SYMBOL"],
});

const NAMED = { symbol: name("name of the symbol") };

export const SYMBOL_TICKER = record({ ...NAMED, ...DAY_FIELDS });

export const SYMBOL_TICKERS = record({ time: DAY_END, tickers: list(SYMBOL_TICKER, AS_LISTED) });

/** SPOT-DATA-7 */
export const tickers = openEndpoint({
  method: "GET",
  path: `${SPOT.root}/tickers`,
  weight: ALL_MARKETS_WEIGHT,
  parameters: {},
  operation: "spotTickers",
  tags: ["market data", "spot", "extensions"],
  summary: "The last 24 hours of every symbol",
  reply: SYMBOL_TICKERS,
});

export const SYMBOL_BEST = record({ ...NAMED, ...BEST_FIELDS });

export const SYMBOL_BOOK_TICKERS = record({
  time: BOOKS_TIME,
  bookTickers: list(SYMBOL_BEST, AS_LISTED),
});

/** SPOT-DATA-8 */
export const bookTickers = openEndpoint({
  method: "GET",
  path: `${SPOT.root}/bookTickers`,
  weight: ALL_MARKETS_WEIGHT,
  parameters: {},
  operation: "spotBookTickers",
  tags: ["market data", "spot", "extensions"],
  summary: "The best bid and the best ask of every symbol",
  reply: SYMBOL_BOOK_TICKERS,
});

const RECENT_TRADE = tradeShape(decimalText);
export const RECENT_TRADES = tradesShape(RECENT_TRADE);

export const trades = openEndpoint({
  method: "GET",
  path: `${SPOT.root}/trades`,
  parameters: { symbol: required(symbolName), ...TRADES_PARAMETERS },
  operation: "spotTrades",
  tags: ["market data", "spot"],
  summary: "The newest trades of a symbol",
  reply: RECENT_TRADES,
  codes: ["BAD_SYMBOL"],
});

/** One variant of the reference has this path. */
export const tradesAlias = openEndpoint({
  ...trades,
  path: "/api/v1/trades",
  operation: "spotTradesAlias",
  summary: "The same as /sapi/v1/trades, by another path",
});

const KLINE = candleShape(decimalText);
export const KLINES = klinesShape(KLINE);

export const klines = openEndpoint({
  method: "GET",
  path: `${SPOT.root}/klines`,
  parameters: { symbol: required(symbolName), ...KLINE_PARAMETERS },
  operation: "spotKlines",
  tags: ["market data", "spot"],
  summary: "The candles of a symbol",
  reply: KLINES,
  codes: ["BAD_SYMBOL"],
  waitsFor: "archive",
});

export const MARKET_ENDPOINTS = [
  ping,
  time,
  symbols,
  depth,
  ticker,
  tickers,
  bookTickers,
  trades,
  tradesAlias,
  klines,
] as const;

export const MARKET_RECORDS = {
  ListedSymbol: SYMBOL,
  Symbols: SYMBOLS,
  SymbolTicker: SYMBOL_TICKER,
  SymbolTickers: SYMBOL_TICKERS,
  SymbolBookTicker: SYMBOL_BEST,
  SymbolBookTickers: SYMBOL_BOOK_TICKERS,
  RecentTrade: RECENT_TRADE,
  RecentTrades: RECENT_TRADES,
  Kline: KLINE,
};
