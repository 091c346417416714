/** Public endpoints about every contract at once. */
import { present } from "../../base/assert.ts";
import type { Contract } from "../../engine/catalogue/contract.ts";
import type { Futures } from "../../engine/futures/futures-state.ts";
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
import { listedContracts } from "./contract-name.ts";
import { turnoverOf } from "./market-reply.ts";

const NAME = "name of the contract";

/** FUT-DATA-1 */
export const tickers = openEndpoint({
  method: "GET",
  path: "/fapi/v1/tickers",
  security: "NONE",
  weight: ALL_MARKETS_WEIGHT,
  parameters: {},
  about: {
    operation: "futuresTickers",
    tags: ["market data", "futures", "extensions"],
    summary: "The last 24 hours of every contract",
    reply: tickersShape("contractName", NAME),
  },
  handle: (call) => tickersOf(call, allContracts(call.exchange)),
});

/** FUT-DATA-2 */
export const bookTickers = openEndpoint({
  method: "GET",
  path: "/fapi/v1/bookTickers",
  security: "NONE",
  weight: ALL_MARKETS_WEIGHT,
  parameters: {},
  about: {
    operation: "futuresBookTickers",
    tags: ["market data", "futures", "extensions"],
    summary: "The best bid and the best ask of every contract",
    reply: bookTickersShape("contractName", NAME),
  },
  handle: (call) => bookTickersOf(call, allContracts(call.exchange)),
});

/** Those that the list of contracts shows, in its order. */
function allContracts({ state, views }: Exchange): MarketList<Contract> {
  const listed = listedContracts(state);
  const marketOf = (contract: Contract) => namedMarket(contract, state.futures);
  return { field: "contractName", listed, views: views.contracts, marketOf };
}

/** Volume is whole contracts. */
function namedMarket(contract: Contract, { markets }: Futures): NamedMarket {
  const { id, name, pricePrecision } = contract;
  const { book } = present(markets[id - 1], "the market of a contract");
  const amountOf = (day: Ticker) => turnoverOf(contract, day);
  return { id, name, pricePrecision, quantityPrecision: 0, book, amountOf };
}
