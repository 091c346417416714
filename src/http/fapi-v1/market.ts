/** Public endpoints of futures: no key, no signature. */
import { present } from "../../base/assert.ts";
import { figure, shaped } from "../../contract/field.ts";
import { COUNT_SHAPE, limitTo } from "../../contract/forms.ts";
import { optional } from "../../contract/parameter.ts";
import type { Contract } from "../../engine/catalogue/contract.ts";
import { fundingRateNow } from "../../engine/read/contracts.ts";
import { engineTimeOf } from "../../service/submission.ts";
import { type Call, openEndpoint } from "../dialect/endpoint.ts";
import { jsonList } from "../dialect/json-text.ts";
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
import { contractName, getContractNamed, listedContracts } from "./contract-name.ts";
import { INDEX, LISTED, turnoverOf, writeContract, writeIndex } from "./market-reply.ts";

export const ping = pingAt("/fapi/v1/ping", "futures");
export const time = timeAt("/fapi/v1/time", "futures");

/** Every contract that a request may name, in the order they were listed. */
export const contracts = openEndpoint({
  method: "GET",
  path: "/fapi/v1/contracts",
  security: "NONE",
  parameters: {},
  about: {
    operation: "futuresContracts",
    tags: ["market data", "futures"],
    summary: "Every contract that can be named in a request",
    reply: LISTED,
  },
  handle({ exchange }) {
    const { catalogue } = exchange.state;
    const listed = listedContracts(exchange.state);
    return jsonList(listed.map((contract) => writeContract(catalogue, contract)));
  },
});

export const depth = openEndpoint({
  method: "GET",
  path: "/fapi/v1/depth",
  security: "NONE",
  parameters: { contractName, ...DEPTH_PARAMETERS },
  about: {
    operation: "futuresDepth",
    tags: ["market data", "futures"],
    summary: "The order book of a contract",
    reply: DEPTH,
    codes: ["BAD_SYMBOL"],
  },
  handle(call, { contractName: name, limit }) {
    return depthOf(call, marketOf(call, getContractNamed(call, name)), limit);
  },
});

/** HIST-PUBLIC-1 */
export const ticker = openEndpoint({
  method: "GET",
  path: "/fapi/v1/ticker",
  security: "NONE",
  parameters: { contractName },
  about: {
    operation: "futuresTicker",
    tags: ["market data", "futures"],
    summary: "The last 24 hours of a contract",
    reply: TICKER,
    codes: ["BAD_SYMBOL"],
  },
  handle(call, { contractName: name }) {
    const contract = getContractNamed(call, name);
    return tickerOf(call, marketOf(call, contract), (day) => turnoverOf(contract, day));
  },
});

/** FUT-DATA-3 */
export const trades = openEndpoint({
  method: "GET",
  path: "/fapi/v1/trades",
  security: "NONE",
  parameters: { contractName, ...TRADES_PARAMETERS },
  about: {
    operation: "futuresTrades",
    tags: ["market data", "futures", "extensions"],
    summary: "The newest trades of a contract",
    reply: tradesShape(figure),
    codes: ["BAD_SYMBOL"],
  },
  handle(call, { contractName: name, limit }) {
    return tradesOf(marketOf(call, getContractNamed(call, name)), limit, "");
  },
});

const INDEX_MAX = 100;

/** FUT-WIRE-5: a limit is checked as in every list, and has no effect: the answer is one object. */
export const indexPrice = openEndpoint({
  method: "GET",
  path: "/fapi/v1/index",
  security: "NONE",
  parameters: {
    contractName,
    limit: optional(
      shaped(limitTo(INDEX_MAX), { ...COUNT_SHAPE, description: "Checked, and without effect." }),
    ),
  },
  about: {
    operation: "futuresIndex",
    tags: ["market data", "futures"],
    summary: "The index, the mark price and the funding rate of a contract",
    reply: INDEX,
    codes: ["BAD_SYMBOL"],
  },
  handle(call, { contractName: name }) {
    const contract = getContractNamed(call, name);
    const { index, mark } = contractMarketOf(call, contract);
    const rate = fundingRateNow(call.exchange.state.futures, contract.id);
    return writeIndex(contract, { index, mark, rate, timeMs: engineTimeOf(call.exchange) });
  },
});

export const klines = openEndpoint({
  method: "GET",
  path: "/fapi/v1/klines",
  security: "NONE",
  parameters: { contractName, ...KLINE_PARAMETERS },
  about: {
    operation: "futuresKlines",
    tags: ["market data", "futures"],
    summary: "The candles of a contract",
    reply: klinesShape(figure),
    codes: ["BAD_SYMBOL"],
    waitsFor: "archive",
  },
  handle(call, { contractName: name, ...values }) {
    const market = marketOf(call, getContractNamed(call, name));
    return klinesOf(call, market, values, { area: "futures", quote: "" });
  },
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
