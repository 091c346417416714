/** Public endpoints about every contract at once. */

import {
  bookTickers as bookTickersEndpoint,
  tickers as tickersEndpoint,
} from "../../../contract/futures/market.ts";
import {
  CONTRACT_BEST,
  CONTRACT_BOOK_TICKERS,
  CONTRACT_TICKER,
  CONTRACT_TICKERS,
} from "../../../contract/futures/market-shapes.ts";
import { writerAround, writerOf } from "../../../contract/writer.ts";
import { present } from "../../../core/base/assert.ts";
import type { Contract } from "../../../core/engine/catalogue/contract.ts";
import type { Futures } from "../../../core/engine/futures/futures-state.ts";
import type { Ticker } from "../../../core/views/ticker.ts";
import type { Exchange } from "../../../runtime/replica/submission.ts";
import {
  bookTickersOf,
  type MarketList,
  type NamedMarket,
  tickersOf,
} from "../dialect/all-markets.ts";
import { serveOpen } from "../dialect/endpoint.ts";
import { listedContracts } from "./contract-name.ts";
import { turnoverOf } from "./market-reply.ts";

const tickerText = writerOf(CONTRACT_TICKER);
const tickersText = writerAround(CONTRACT_TICKERS, "tickers");

/** FUT-DATA-1 */
const tickers = serveOpen(tickersEndpoint, (call) =>
  tickersOf(call, allContracts(call.exchange), {
    row: (contractName, day) => tickerText({ contractName, ...day }),
    all: (time, rows) => tickersText({ time, tickers: rows }),
  }),
);

const bestText = writerOf(CONTRACT_BEST);
const bookTickersText = writerAround(CONTRACT_BOOK_TICKERS, "bookTickers");

/** FUT-DATA-2 */
const bookTickers = serveOpen(bookTickersEndpoint, (call) =>
  bookTickersOf(call, allContracts(call.exchange), {
    row: (contractName, best) => bestText({ contractName, ...best }),
    all: (time, rows) => bookTickersText({ time, bookTickers: rows }),
  }),
);

/** Those that the list of contracts shows, in its order. */
function allContracts({ state, views }: Exchange): MarketList<Contract> {
  const listed = listedContracts(state);
  const marketOf = (contract: Contract) => namedMarket(contract, state.futures);
  return { listed, views: views.contracts, marketOf };
}

/** Volume is whole contracts. */
function namedMarket(contract: Contract, { markets }: Futures): NamedMarket {
  const { id, name, pricePrecision } = contract;
  const { book } = present(markets[id - 1], "the market of a contract");
  const amountOf = (day: Ticker) => turnoverOf(contract, day);
  return { id, name, pricePrecision, quantityPrecision: 0, book, amountOf };
}

export const ALL_CONTRACTS_ROUTES = [tickers, bookTickers];
