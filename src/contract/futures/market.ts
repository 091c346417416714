/** Public endpoints about contracts. */
import { openEndpoint } from "../endpoint.ts";
import { shaped, told } from "../field.ts";
import { COUNT_SHAPE, limitTo, milliseconds } from "../forms.ts";
import { ALL_MARKETS_WEIGHT } from "../limits.ts";
import {
  DEPTH,
  DEPTH_PARAMETERS,
  KLINE_PARAMETERS,
  pingAt,
  TICKER,
  TRADES_PARAMETERS,
  timeAt,
} from "../markets.ts";
import { optional } from "../parameter.ts";
import { contractName } from "./contract-name.ts";
import {
  CONTRACT_BOOK_TICKERS,
  CONTRACT_KLINES,
  CONTRACT_TICKERS,
  CONTRACT_TRADES,
  FUNDINGS,
  INDEX,
  LISTED,
} from "./market-shapes.ts";

export const ping = pingAt("/fapi/v1/ping", "futures");
export const time = timeAt("/fapi/v1/time", "futures");

export const contracts = openEndpoint({
  method: "GET",
  path: "/fapi/v1/contracts",
  parameters: {},
  operation: "futuresContracts",
  tags: ["market data", "futures"],
  summary: "Every contract that can be named in a request",
  reply: LISTED,
});

export const depth = openEndpoint({
  method: "GET",
  path: "/fapi/v1/depth",
  parameters: { contractName, ...DEPTH_PARAMETERS },
  operation: "futuresDepth",
  tags: ["market data", "futures"],
  summary: "The order book of a contract",
  reply: DEPTH,
  codes: ["BAD_SYMBOL"],
});

/** HIST-PUBLIC-1 */
export const ticker = openEndpoint({
  method: "GET",
  path: "/fapi/v1/ticker",
  parameters: { contractName },
  operation: "futuresTicker",
  tags: ["market data", "futures"],
  summary: "The last 24 hours of a contract",
  reply: TICKER,
  codes: ["BAD_SYMBOL"],
});

/** FUT-DATA-1 */
export const tickers = openEndpoint({
  method: "GET",
  path: "/fapi/v1/tickers",
  weight: ALL_MARKETS_WEIGHT,
  parameters: {},
  operation: "futuresTickers",
  tags: ["market data", "futures", "extensions"],
  summary: "The last 24 hours of every contract",
  reply: CONTRACT_TICKERS,
});

/** FUT-DATA-2 */
export const bookTickers = openEndpoint({
  method: "GET",
  path: "/fapi/v1/bookTickers",
  weight: ALL_MARKETS_WEIGHT,
  parameters: {},
  operation: "futuresBookTickers",
  tags: ["market data", "futures", "extensions"],
  summary: "The best bid and the best ask of every contract",
  reply: CONTRACT_BOOK_TICKERS,
});

/** FUT-DATA-3 */
export const trades = openEndpoint({
  method: "GET",
  path: "/fapi/v1/trades",
  parameters: { contractName, ...TRADES_PARAMETERS },
  operation: "futuresTrades",
  tags: ["market data", "futures", "extensions"],
  summary: "The newest trades of a contract",
  reply: CONTRACT_TRADES,
  codes: ["BAD_SYMBOL"],
});

const INDEX_MAX = 100;

/** FUT-WIRE-5: a limit is checked as in every list, and has no effect: the answer is one object. */
export const indexPrice = openEndpoint({
  method: "GET",
  path: "/fapi/v1/index",
  parameters: {
    contractName,
    limit: optional(
      shaped(limitTo(INDEX_MAX), { ...COUNT_SHAPE, description: "Checked, and without effect." }),
    ),
  },
  operation: "futuresIndex",
  tags: ["market data", "futures"],
  summary: "The index, the mark price and the funding rate of a contract",
  reply: INDEX,
  codes: ["BAD_SYMBOL"],
});

export const klines = openEndpoint({
  method: "GET",
  path: "/fapi/v1/klines",
  parameters: { contractName, ...KLINE_PARAMETERS },
  operation: "futuresKlines",
  tags: ["market data", "futures"],
  summary: "The candles of a contract",
  reply: CONTRACT_KLINES,
  codes: ["BAD_SYMBOL"],
  waitsFor: "archive",
});

const FUNDINGS_MAX = 1_000;
export const FUNDINGS_DEFAULT = 100;

/** FUT-DATA-4 */
export const fundingRate = openEndpoint({
  method: "GET",
  path: "/fapi/v1/fundingRate",
  parameters: {
    contractName,
    startTime: optional(told(milliseconds, { description: "No funding before, in ms." })),
    endTime: optional(told(milliseconds, { description: "No funding after, in ms." })),
    limit: optional(told(limitTo(FUNDINGS_MAX), { default: FUNDINGS_DEFAULT })),
  },
  operation: "futuresFundingRate",
  tags: ["market data", "futures", "extensions"],
  summary: "The fundings of a contract that were settled",
  description:
    "To read all of them, ask again with the oldest fundingTime less one as endTime, until a page is empty. For the rate of the running interval see /fapi/v1/index.",
  reply: FUNDINGS,
  codes: ["BAD_SYMBOL"],
  waitsFor: "archive",
});

export const CONTRACT_ENDPOINTS = [
  ping,
  time,
  contracts,
  depth,
  ticker,
  tickers,
  bookTickers,
  trades,
  indexPrice,
  klines,
  fundingRate,
] as const;
