/** Public endpoints: no key, no signature. What they show is read from the views and the books. */
import { present } from "../../base/assert.ts";
import { findPair } from "../../engine/catalogue/catalogue.ts";
import { formatUnits } from "../../money/decimal.ts";
import { RECENT_TRADES_MAX } from "../../views/recent-trades.ts";
import { type Call, openEndpoint, optional, required } from "../dialect/endpoint.ts";
import { limitTo, words } from "../dialect/forms.ts";
import {
  DEPTH_PARAMETERS,
  depthOf,
  KLINE_PARAMETERS,
  klinesOf,
  type Market,
  pingAt,
  tickerOf,
  timeAt,
} from "../dialect/market.ts";
import { writeSymbol, writeTrades } from "./market-reply.ts";
import { getPairNamed } from "./order-request.ts";

export const ping = pingAt("/sapi/v1/ping");
export const time = timeAt("/sapi/v1/time");

/** SPOT-SYM-2: every symbol that a request may name, in the order they were listed. */
export const symbols = openEndpoint({
  method: "GET",
  path: "/sapi/v1/symbols",
  security: "NONE",
  parameters: {},
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
  parameters: { symbol: required(words), ...DEPTH_PARAMETERS },
  handle: (call, { symbol, limit }) => depthOf(call, marketNamed(call, symbol), limit),
});

export const ticker = openEndpoint({
  method: "GET",
  path: "/sapi/v1/ticker",
  security: "NONE",
  parameters: { symbol: required(words) },
  handle(call, { symbol }) {
    const market = marketNamed(call, symbol);
    const decimals = market.pricePrecision + market.quantityPrecision;
    return tickerOf(call, market, ({ traded }) => formatUnits(traded, decimals));
  },
});

const TRADES_DEFAULT = 100;

export const trades = openEndpoint({
  method: "GET",
  path: "/sapi/v1/trades",
  security: "NONE",
  parameters: { symbol: required(words), limit: optional(limitTo(RECENT_TRADES_MAX)) },
  handle(call, { symbol, limit = TRADES_DEFAULT }) {
    const pair = getPairNamed(call, symbol);
    return writeTrades(pair, call.exchange.views.trades.newest(pair.id, limit));
  },
});

/** One variant of the reference has this path. */
export const tradesAlias = { ...trades, path: "/api/v1/trades" };

export const klines = openEndpoint({
  method: "GET",
  path: "/sapi/v1/klines",
  security: "NONE",
  parameters: { symbol: required(words), ...KLINE_PARAMETERS },
  handle: (call, { symbol, ...values }) => klinesOf(call, marketNamed(call, symbol), values, '"'),
});

function marketNamed(call: Call, symbol: string): Market {
  const { id, pricePrecision, quantityPrecision } = getPairNamed(call, symbol);
  const { state, views } = call.exchange;
  const book = present(state.books[id - 1], "the book of a pair");
  return { id, pricePrecision, quantityPrecision, book, views };
}
