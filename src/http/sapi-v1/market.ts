/** Public endpoints: no key, no signature. What they show is read from the views and the books. */
import { present } from "../../base/assert.ts";
import { decimalText } from "../../contract/field.ts";
import { required } from "../../contract/parameter.ts";
import { findPair } from "../../engine/catalogue/catalogue.ts";
import { formatUnits } from "../../money/decimal.ts";
import { type Call, openEndpoint } from "../dialect/endpoint.ts";
import {
  DEPTH_PARAMETERS,
  depthOf,
  KLINE_PARAMETERS,
  klinesOf,
  type ListedMarket,
  pingAt,
  TRADES_PARAMETERS,
  tickerOf,
  timeAt,
  tradesOf,
} from "../dialect/market.ts";
import { DEPTH, klinesShape, TICKER, tradesShape } from "../dialect/market-reply.ts";
import { SYMBOLS, writeSymbol } from "./market-reply.ts";
import { symbolName } from "./order-parameters.ts";
import { getPairNamed } from "./order-request.ts";

export const ping = pingAt("/sapi/v1/ping", "spot");
export const time = timeAt("/sapi/v1/time", "spot");

/** SPOT-SYM-2: every symbol that a request may name, in the order they were listed. */
export const symbols = openEndpoint({
  method: "GET",
  path: "/sapi/v1/symbols",
  security: "NONE",
  parameters: {},
  about: {
    operation: "spotSymbols",
    tags: ["market data", "spot"],
    summary: "Every symbol that can be named in a request",
    reply: SYMBOLS,
  },
  handle({ exchange }) {
    const { catalogue } = exchange.state;
    const listed = catalogue.pairs.filter(({ id }) => findPair(catalogue, id));
    const written = listed.map((pair) => writeSymbol(catalogue, pair));
    return `{"symbols":[${written.join(",")}]}`;
  },
});

export const depth = openEndpoint({
  method: "GET",
  path: "/sapi/v1/depth",
  security: "NONE",
  parameters: { symbol: required(symbolName), ...DEPTH_PARAMETERS },
  about: {
    operation: "spotDepth",
    tags: ["market data", "spot"],
    summary: "The order book of a symbol",
    reply: DEPTH,
    codes: ["BAD_SYMBOL"],
  },
  handle: (call, { symbol, limit }) => depthOf(call, marketNamed(call, symbol), limit),
});

export const ticker = openEndpoint({
  method: "GET",
  path: "/sapi/v1/ticker",
  security: "NONE",
  parameters: { symbol: required(symbolName) },
  about: {
    operation: "spotTicker",
    tags: ["market data", "spot"],
    summary: "The last 24 hours of a symbol",
    reply: TICKER,
    codes: ["BAD_SYMBOL"],
  },
  handle(call, { symbol }) {
    const market = marketNamed(call, symbol);
    const decimals = market.pricePrecision + market.quantityPrecision;
    return tickerOf(call, market, ({ traded }) => formatUnits(traded, decimals));
  },
});

export const trades = openEndpoint({
  method: "GET",
  path: "/sapi/v1/trades",
  security: "NONE",
  parameters: { symbol: required(symbolName), ...TRADES_PARAMETERS },
  about: {
    operation: "spotTrades",
    tags: ["market data", "spot"],
    summary: "The newest trades of a symbol",
    reply: tradesShape(decimalText),
    codes: ["BAD_SYMBOL"],
  },
  handle: (call, { symbol, limit }) => tradesOf(marketNamed(call, symbol), limit),
});

/** One variant of the reference has this path. */
export const tradesAlias = {
  ...trades,
  path: "/api/v1/trades",
  about: {
    ...trades.about,
    operation: "spotTradesAlias",
    summary: "The same as /sapi/v1/trades, by another path",
  },
};

export const klines = openEndpoint({
  method: "GET",
  path: "/sapi/v1/klines",
  security: "NONE",
  parameters: { symbol: required(symbolName), ...KLINE_PARAMETERS },
  about: {
    operation: "spotKlines",
    tags: ["market data", "spot"],
    summary: "The candles of a symbol",
    reply: klinesShape(decimalText),
    codes: ["BAD_SYMBOL"],
    waitsFor: "archive",
  },
  handle(call, { symbol, ...values }) {
    return klinesOf(call, marketNamed(call, symbol), values, { area: "spot", quote: '"' });
  },
});

function marketNamed(call: Call, symbol: string): ListedMarket {
  const { id, pricePrecision, quantityPrecision } = getPairNamed(call, symbol);
  const { state, views } = call.exchange;
  const book = present(state.books[id - 1], "the book of a pair");
  return { id, pricePrecision, quantityPrecision, book, views };
}
