/** Public endpoints: no key, no signature. What they show is read from the views and the books. */

import * as market from "../../../contract/pairs/market.ts";
import type { ValuesOf } from "../../../contract/parameter.ts";
import { writerAround, writtenList } from "../../../contract/writer.ts";
import { present } from "../../../core/base/assert.ts";
import { findPair } from "../../../core/engine/catalogue/catalogue.ts";
import { formatUnits } from "../../../core/money/decimal.ts";
import { type Call, serveOpen } from "../dialect/endpoint.ts";
import {
  clockOf,
  depthOf,
  klinesOf,
  type ListedMarket,
  tickerOf,
  tradesOf,
} from "../dialect/market.ts";
import { writeSymbol } from "./market-reply.ts";
import { getPairNamed } from "./order-request.ts";

const ping = serveOpen(market.ping, () => ({}));
const time = serveOpen(market.time, clockOf);

const symbolsText = writerAround(market.SYMBOLS, "symbols");

/** SPOT-SYM-2: every symbol that a request may name, in the order they were listed. */
const symbols = serveOpen(market.symbols, ({ exchange }) => {
  const { catalogue } = exchange.state;
  const listed = catalogue.pairs.filter(({ id }) => findPair(catalogue, id));
  return symbolsText({ symbols: writtenList(listed.map((pair) => writeSymbol(catalogue, pair))) });
});

const depth = serveOpen(market.depth, (call, { symbol, limit }) =>
  depthOf(call, marketNamed(call, symbol), limit),
);

const ticker = serveOpen(market.ticker, (call, { symbol }) => {
  const named = marketNamed(call, symbol);
  const decimals = named.pricePrecision + named.quantityPrecision;
  return tickerOf(call, named, ({ traded }) => formatUnits(traded, decimals));
});

const newestTrades = (call: Call, { symbol, limit }: ValuesOf<typeof market.trades.parameters>) =>
  tradesOf(marketNamed(call, symbol), limit);

const trades = serveOpen(market.trades, newestTrades);
const tradesAlias = serveOpen(market.tradesAlias, newestTrades);

const klines = serveOpen(market.klines, (call, { symbol, ...values }) =>
  klinesOf(call, "spot", marketNamed(call, symbol), values),
);

function marketNamed(call: Call, symbol: string): ListedMarket {
  const { id, pricePrecision, quantityPrecision } = getPairNamed(call, symbol);
  const { state, views } = call.exchange;
  const book = present(state.books[id - 1], "the book of a pair");
  return { id, pricePrecision, quantityPrecision, book, views };
}

export const MARKET_ROUTES = [ping, time, symbols, depth, ticker, trades, tradesAlias, klines];
