/** Public endpoints about every symbol at once. */
import { present } from "../../base/assert.ts";
import type { Book } from "../../engine/book/book.ts";
import { findPair, type Pair } from "../../engine/catalogue/catalogue.ts";
import { formatUnits } from "../../money/decimal.ts";
import type { Exchange } from "../../service/submission.ts";
import type { Ticker } from "../../views/ticker.ts";
import {
  ALL_MARKETS_WEIGHT,
  bookTickersOf,
  bookTickersShape,
  type MarketList,
  type NamedMarket,
  tickersOf,
  tickersShape,
} from "../dialect/all-markets.ts";
import { openEndpoint } from "../dialect/endpoint.ts";

const NAME = "name of the symbol";

/** SPOT-DATA-7 */
export const tickers = openEndpoint({
  method: "GET",
  path: "/sapi/v1/tickers",
  security: "NONE",
  weight: ALL_MARKETS_WEIGHT,
  parameters: {},
  about: {
    operation: "spotTickers",
    tags: ["market data", "spot", "extensions"],
    summary: "The last 24 hours of every symbol",
    reply: tickersShape("symbol", NAME),
  },
  handle: (call) => tickersOf(call, listedSymbols(call.exchange)),
});

/** SPOT-DATA-8 */
export const bookTickers = openEndpoint({
  method: "GET",
  path: "/sapi/v1/bookTickers",
  security: "NONE",
  weight: ALL_MARKETS_WEIGHT,
  parameters: {},
  about: {
    operation: "spotBookTickers",
    tags: ["market data", "spot", "extensions"],
    summary: "The best bid and the best ask of every symbol",
    reply: bookTickersShape("symbol", NAME),
  },
  handle: (call) => bookTickersOf(call, listedSymbols(call.exchange)),
});

/** SPOT-SYM-2: those that the list of symbols shows, in its order. */
function listedSymbols({ state, views }: Exchange): MarketList<Pair> {
  const { catalogue, books } = state;
  const listed = catalogue.pairs.filter(({ id }) => findPair(catalogue, id));
  const bookOf = (id: number) => present(books[id - 1], "the book of a pair");
  return { field: "symbol", listed, views, marketOf: (pair) => marketOf(pair, bookOf(pair.id)) };
}

function marketOf({ id, name, pricePrecision, quantityPrecision }: Pair, book: Book): NamedMarket {
  const decimals = pricePrecision + quantityPrecision;
  const amountOf = ({ traded }: Ticker) => formatUnits(traded, decimals);
  return { id, name, pricePrecision, quantityPrecision, book, amountOf };
}
