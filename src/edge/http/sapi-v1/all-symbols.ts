/** Public endpoints about every symbol at once. */

import {
  bookTickers as bookTickersEndpoint,
  SYMBOL_BEST,
  SYMBOL_BOOK_TICKERS,
  SYMBOL_TICKER,
  SYMBOL_TICKERS,
  tickers as tickersEndpoint,
} from "../../../contract/pairs/market.ts";
import { writerAround, writerOf } from "../../../contract/writer.ts";
import { present } from "../../../core/base/assert.ts";
import type { Book } from "../../../core/engine/book/book.ts";
import { findPair, type Pair } from "../../../core/engine/catalogue/catalogue.ts";
import { formatUnits } from "../../../core/money/decimal.ts";
import type { Ticker } from "../../../core/views/ticker.ts";
import type { Exchange } from "../../../runtime/replica/submission.ts";
import {
  bookTickersOf,
  type MarketList,
  type NamedMarket,
  tickersOf,
} from "../dialect/all-markets.ts";
import { serveOpen } from "../dialect/endpoint.ts";

const tickerText = writerOf(SYMBOL_TICKER);
const tickersText = writerAround(SYMBOL_TICKERS, "tickers");

/** SPOT-DATA-7 */
const tickers = serveOpen(tickersEndpoint, (call) =>
  tickersOf(call, listedSymbols(call.exchange), {
    row: (symbol, day) => tickerText({ symbol, ...day }),
    all: (time, rows) => tickersText({ time, tickers: rows }),
  }),
);

const bestText = writerOf(SYMBOL_BEST);
const bookTickersText = writerAround(SYMBOL_BOOK_TICKERS, "bookTickers");

/** SPOT-DATA-8 */
const bookTickers = serveOpen(bookTickersEndpoint, (call) =>
  bookTickersOf(call, listedSymbols(call.exchange), {
    row: (symbol, best) => bestText({ symbol, ...best }),
    all: (time, rows) => bookTickersText({ time, bookTickers: rows }),
  }),
);

/** SPOT-SYM-2: those that the list of symbols shows, in its order. */
function listedSymbols({ state, views }: Exchange): MarketList<Pair> {
  const { catalogue, books } = state;
  const listed = catalogue.pairs.filter(({ id }) => findPair(catalogue, id));
  const bookOf = (id: number) => present(books[id - 1], "the book of a pair");
  return { listed, views, marketOf: (pair) => marketOf(pair, bookOf(pair.id)) };
}

function marketOf({ id, name, pricePrecision, quantityPrecision }: Pair, book: Book): NamedMarket {
  const decimals = pricePrecision + quantityPrecision;
  const amountOf = ({ traded }: Ticker) => formatUnits(traded, decimals);
  return { id, name, pricePrecision, quantityPrecision, book, amountOf };
}

export const ALL_SYMBOLS_ROUTES = [tickers, bookTickers];
