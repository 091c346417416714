/** Public endpoints of futures: no key, no signature. */

import type { ValueOf, Written } from "../../../contract/field.ts";
import * as market from "../../../contract/futures/market.ts";
import type { FUNDING } from "../../../contract/futures/market-shapes.ts";
import { writtenList } from "../../../contract/writer.ts";
import { present } from "../../../core/base/assert.ts";
import type { Contract } from "../../../core/engine/catalogue/contract.ts";
import { fundingRateNow } from "../../../core/engine/read/contracts.ts";
import { engineTimeOf } from "../../../runtime/replica/submission.ts";
import { type Call, serveOpen } from "../dialect/endpoint.ts";
import { rowsOrRefusal } from "../dialect/find-order.ts";
import {
  clockOf,
  depthOf,
  klinesOf,
  type ListedMarket,
  tickerOf,
  tradesOf,
} from "../dialect/market.ts";
import { getContractNamed, listedContracts } from "./contract-name.ts";
import { indexOf, listedOf, turnoverOf } from "./market-reply.ts";

const ping = serveOpen(market.ping, () => ({}));
const time = serveOpen(market.time, clockOf);

/** Every contract that a request may name, in the order they were listed. */
const contracts = serveOpen(market.contracts, ({ exchange }) => {
  const { catalogue } = exchange.state;
  return listedContracts(exchange.state).map((contract) => listedOf(catalogue, contract));
});

const depth = serveOpen(market.depth, (call, { contractName: name, limit }) =>
  depthOf(call, marketOf(call, getContractNamed(call, name)), limit),
);

/** HIST-PUBLIC-1 */
const ticker = serveOpen(market.ticker, (call, { contractName: name }) => {
  const contract = getContractNamed(call, name);
  return tickerOf(call, marketOf(call, contract), (day) => turnoverOf(contract, day));
});

/** FUT-DATA-3 */
const trades = serveOpen(market.trades, (call, { contractName: name, limit }) =>
  tradesOf(marketOf(call, getContractNamed(call, name)), limit),
);

/** FUT-WIRE-5 */
const indexPrice = serveOpen(market.indexPrice, (call, { contractName: name }) => {
  const contract = getContractNamed(call, name);
  const { index, mark } = contractMarketOf(call, contract);
  const rate = fundingRateNow(call.exchange.state.futures, contract.id);
  return indexOf(contract, { index, mark, rate, timeMs: engineTimeOf(call.exchange) });
});

const klines = serveOpen(market.klines, (call, { contractName: name, ...values }) =>
  klinesOf(call, "futures", marketOf(call, getContractNamed(call, name)), values),
);

/** FUT-DATA-4 */
const fundingRate = serveOpen(market.fundingRate, async (call, values) => {
  const { contractName: name, startTime, endTime, limit = market.FUNDINGS_DEFAULT } = values;
  const rows = await call.history.fundings({
    kind: "funding",
    area: "futures",
    market: getContractNamed(call, name).id,
    firstMs: startTime ?? 0,
    lastMs: endTime ?? Number.MAX_SAFE_INTEGER,
    limit,
  });
  return writtenList(rowsOrRefusal(rows) as readonly Written<ValueOf<typeof FUNDING>>[]);
});

function contractMarketOf({ exchange }: Call, { id }: Contract) {
  return present(exchange.state.futures.markets[id - 1], "the market of a contract");
}

/** Volume is whole contracts. */
function marketOf(call: Call, contract: Contract): ListedMarket {
  const { id, pricePrecision } = contract;
  const { book } = contractMarketOf(call, contract);
  return { id, pricePrecision, quantityPrecision: 0, book, views: call.exchange.views.contracts };
}

export const CONTRACT_ROUTES = [
  ping,
  time,
  contracts,
  depth,
  ticker,
  trades,
  indexPrice,
  klines,
  fundingRate,
];
