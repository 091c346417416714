/**
 * The channels of both paths: their names, what they tell and how often. NAME is a symbol or a contract, CONTRACT a contract,
 * INTERVAL a word such as `1min`; of `/kline-api/ws` MARKET is a symbol in small letters, or a contract as `e_btcusdt`.
 */
import type { Shape } from "../field.ts";
import { BOOK_TICK, CANDLE_TICK, DAY_TICK, TRADE_TICK, TRADES_TICK } from "./kline-api.ts";
import { MY_LIQUIDATIONS } from "./liquidation.ts";
import {
  MY_BALANCES,
  MY_CONFIGS,
  MY_LEDGER,
  MY_LISTS,
  MY_MARGIN,
  MY_ORDERS,
  MY_POSITIONS,
  MY_TRADES,
} from "./private-rows.ts";
import {
  BOOK,
  BOOK_CHANGES,
  CANDLES,
  CHANGED_TICKERS,
  INDEX_PRICE,
  NAMED_TICKER,
  PUBLIC_TRADES,
  TICKERS,
} from "./public-rows.ts";

/** What a channel tells first, and from then on. */
interface ToldShape {
  readonly words: string;
  readonly shape: Shape;
}

export interface StreamChannel {
  /** With what stands for a name in capitals. */
  readonly name: string;
  readonly about: string;
  /** At most so often; 0 for events, which leave at the next beat. */
  readonly everyMs: number;
  readonly snapshot: ToldShape;
  readonly update: ToldShape;
}

/** STREAM-PACE-1: how long an event may wait for its beat. */
export const EVENTS_WITHIN_MS = 20;

/** Of `/ws`, by kind. */
export const PUBLIC_CHANNELS = {
  depth: {
    name: "depth:NAME",
    about: "the order book",
    everyMs: 100,
    snapshot: { words: "the best 100 levels of each side, best first", shape: BOOK },
    update: {
      words:
        "the levels that changed, in no order; quantity `0`: gone, or no longer among the best 100",
      shape: BOOK_CHANGES,
    },
  },
  trades: {
    name: "trades:NAME",
    about: "every public trade, in the order of the log",
    everyMs: 0,
    snapshot: { words: "the newest 100, oldest first", shape: PUBLIC_TRADES },
    update: { words: "the new ones, oldest first, at most 500 a message", shape: PUBLIC_TRADES },
  },
  ticker: {
    name: "ticker:NAME",
    about: "the last 24 hours of a market",
    everyMs: 500,
    snapshot: { words: "the fields of the REST ticker, and the name", shape: NAMED_TICKER },
    update: { words: "the same", shape: NAMED_TICKER },
  },
  tickers: {
    name: "tickers",
    about: "the last 24 hours of all markets",
    everyMs: 500,
    snapshot: { words: "one of every market", shape: TICKERS },
    update: {
      words: 'those that changed; `{"name":NAME,"delisted":true}`, once, for one that is no more',
      shape: CHANGED_TICKERS,
    },
  },
  kline: {
    name: "kline:NAME:INTERVAL",
    about: "the candles of a market",
    everyMs: 500,
    snapshot: { words: "up to 300, oldest first", shape: CANDLES },
    update: { words: "the candles that changed or began, oldest first", shape: CANDLES },
  },
  index: {
    name: "index:CONTRACT",
    about: "index, mark price and funding rate of a contract",
    everyMs: 500,
    snapshot: { words: "the fields of the REST index", shape: INDEX_PRICE },
    update: { words: "the same", shape: INDEX_PRICE },
  },
} as const satisfies Readonly<Record<string, StreamChannel>>;

/** STREAM-MINE-3 */
const STATE_EVERY_MS = 50;

/** Of `/ws`, by name; for clients that have logged in. */
export const MY_CHANNELS = {
  "my.orders": {
    name: "my.orders",
    about: "your orders of all areas",
    everyMs: 0,
    snapshot: { words: "all open ones", shape: MY_ORDERS },
    update: {
      words: "orders that were placed, traded or ended, in the order of the log",
      shape: MY_ORDERS,
    },
  },
  "my.lists": {
    name: "my.lists",
    about: "your order lists of spot",
    everyMs: 0,
    snapshot: { words: "all open ones", shape: MY_LISTS },
    update: {
      words: "lists that were placed, whose legs went live or that ended, in the order of the log",
      shape: MY_LISTS,
    },
  },
  "my.trades": {
    name: "my.trades",
    about: "your trades of all areas",
    everyMs: 0,
    snapshot: { words: "none", shape: MY_TRADES },
    update: { words: "own trades", shape: MY_TRADES },
  },
  "my.ledger": {
    name: "my.ledger",
    about: "every change of your balances, in all areas",
    everyMs: 0,
    snapshot: { words: "none", shape: MY_LEDGER },
    update: {
      words: "entries of your ledgers, each with the balance behind it, in the order of the log",
      shape: MY_LEDGER,
    },
  },
  "my.balances": {
    name: "my.balances",
    about: "what you have in each area",
    everyMs: STATE_EVERY_MS,
    snapshot: { words: "all of them", shape: MY_BALANCES },
    update: { words: "those that changed", shape: MY_BALANCES },
  },
  "my.positions": {
    name: "my.positions",
    about: "your positions in contracts",
    everyMs: STATE_EVERY_MS,
    snapshot: { words: "all of them", shape: MY_POSITIONS },
    update: { words: 'those that changed; `"volume":"0"` is one that ended', shape: MY_POSITIONS },
  },
  "my.margin": {
    name: "my.margin",
    about: "the level of your margin account",
    everyMs: STATE_EVERY_MS,
    snapshot: { words: "the level, and what the account may do at it", shape: MY_MARGIN },
    update: { words: "the same", shape: MY_MARGIN },
  },
  "my.config": {
    name: "my.config",
    about: "your leverage and margin mode",
    everyMs: STATE_EVERY_MS,
    snapshot: { words: "of every contract", shape: MY_CONFIGS },
    update: {
      words: 'those that changed; `"delisted":true`, once, for one that is no more',
      shape: MY_CONFIGS,
    },
  },
  "my.liquidation": {
    name: "my.liquidation",
    about: "what risk did to you",
    everyMs: 0,
    snapshot: { words: "none", shape: MY_LIQUIDATIONS },
    update: {
      words: "margin calls, liquidations, forced closes, what insurance paid",
      shape: MY_LIQUIDATIONS,
    },
  },
} as const satisfies Readonly<Record<string, StreamChannel>>;

/** A channel of `/kline-api/ws`: every tick is alike, and what is asked for once is a list of rows. */
export interface KlineApiChannelTerms {
  readonly name: string;
  readonly about: string;
  readonly everyMs: number;
  /** Whether the first comes on subscribing. */
  readonly isToldAtOnce: boolean;
  readonly tick: ToldShape;
  readonly row: Shape;
}

/** By kind. */
export const KLINE_API_CHANNELS = {
  depth: {
    name: "market_MARKET_depth_step0",
    about: "the order book",
    everyMs: 100,
    isToldAtOnce: true,
    tick: { words: "all of it: 100 levels a side, best first", shape: BOOK_TICK },
    row: BOOK_TICK,
  },
  trades: {
    name: "market_MARKET_trade_ticker",
    about: "every public trade, in the order of the log",
    everyMs: 0,
    isToldAtOnce: false,
    tick: { words: "newest first; more than 500 in several ticks", shape: TRADES_TICK },
    row: TRADE_TICK,
  },
  ticker: {
    name: "market_MARKET_ticker",
    about: "the last 24 hours of a market",
    everyMs: 500,
    isToldAtOnce: true,
    tick: { words: "the last 24 hours", shape: DAY_TICK },
    row: DAY_TICK,
  },
  kline: {
    name: "market_MARKET_kline_INTERVAL",
    about: "the candles of a market",
    everyMs: 500,
    isToldAtOnce: true,
    tick: { words: "the running candle", shape: CANDLE_TICK },
    row: CANDLE_TICK,
  },
} as const satisfies Readonly<Record<string, KlineApiChannelTerms>>;
