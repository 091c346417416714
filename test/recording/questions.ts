/** What is asked of both APIs every now and then, and the channels that the day's clients listen to. */
import type { Catalogue } from "../../src/core/engine/catalogue/catalogue.ts";
import { INTERVALS } from "../../src/core/views/interval.ts";
import type { DayRequest } from "./requests.ts";

const PAIR_ROOTS = ["/sapi/v1", "/sapi/v1/margin"];
const PAGE = "limit=100";

export function publicQuestions({ pairs, contracts }: Catalogue): string[] {
  const ofPairs = pairs.flatMap(({ name }) => [
    `/sapi/v1/depth?symbol=${name}&${PAGE}`,
    `/sapi/v1/ticker?symbol=${name}`,
    `/sapi/v1/trades?symbol=${name}&${PAGE}`,
    ...INTERVALS.map((interval) => `/sapi/v1/klines?symbol=${name}&interval=${interval}&${PAGE}`),
  ]);
  const ofContracts = contracts.flatMap(({ name }) => [
    `/fapi/v1/depth?contractName=${name}&${PAGE}`,
    `/fapi/v1/ticker?contractName=${name}`,
    `/fapi/v1/index?contractName=${name}`,
    `/fapi/v1/trades?contractName=${name}&${PAGE}`,
    `/fapi/v1/fundingRate?contractName=${name}&${PAGE}`,
    ...INTERVALS.map((interval) => `/fapi/v1/klines?contractName=${name}&interval=${interval}`),
  ]);
  return ["/sapi/v1/symbols", "/fapi/v1/contracts", ...ofPairs, ...ofContracts];
}

/** Of one user. */
export function ownQuestions({ pairs, contracts }: Catalogue): string[] {
  const ofPairs = PAIR_ROOTS.flatMap((root) =>
    pairs.flatMap(({ name }) =>
      ["openOrders", "historyOrders", "myTrades"].map(
        (list) => `${root}/${list}?symbol=${name}&${PAGE}`,
      ),
    ),
  );
  const ofContracts = contracts.flatMap(({ name }) =>
    ["openOrders", "myTrades"].map((list) => `/fapi/v1/${list}?contractName=${name}&${PAGE}`),
  );
  const accounts = ["/sapi/v1/account", "/sapi/v1/margin/account", "/fapi/v1/account"];
  return [...accounts, "/fapi/v1/get_user_config", ...ofPairs, ...ofContracts];
}

/** Of one user, asked with a body. */
export function ownHistories({ contracts }: Catalogue): DayRequest[] {
  const lists = ["/fapi/v1/orderHistorical", "/fapi/v1/profitHistorical"];
  return contracts.flatMap(({ name: contractName }) =>
    lists.map((target) => ({ target, body: { contractName, limit: 100 } })),
  );
}

/** Of the operator; `/status` holds nothing that a day on virtual time does not decide. */
export function operatorQuestions(userNames: readonly string[]): string[] {
  const lists = ["status", "users", "keys", "assets", "symbols", "contracts", "bans"];
  const more = ["index", "margin", "pools", "insurance", "audit"];
  return [...lists, ...more, ...userNames.map((name) => `users/show?name=${name}`)];
}

export function ownChannels({ pairs, contracts }: Catalogue): string[] {
  const markets = [...pairs, ...contracts].map(({ name }) => name);
  const ofMarkets = markets.flatMap((name) => [
    `depth:${name}`,
    `trades:${name}`,
    `ticker:${name}`,
    ...INTERVALS.map((interval) => `kline:${name}:${interval}`),
  ]);
  return ["tickers", ...ofMarkets, ...contracts.map(({ name }) => `index:${name}`)];
}

export function klineApiChannels({ pairs, contracts }: Catalogue): string[] {
  const ofContracts = contracts.map(
    ({ name, baseName, quote }) => `${name.slice(0, name.indexOf("-"))}_${baseName}${quote}`,
  );
  const markets = [...pairs.map(({ name }) => name), ...ofContracts];
  return markets.flatMap((name) =>
    ["depth_step0", "trade_ticker", "ticker", "kline_1min", "kline_60min"].map(
      (kind) => `market_${name.toLowerCase()}_${kind}`,
    ),
  );
}

export const PRIVATE_CHANNELS = [
  "my.orders",
  "my.trades",
  "my.liquidation",
  "my.balances",
  "my.positions",
  "my.margin",
  "my.config",
];
