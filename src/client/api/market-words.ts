/** Market data in the words of the API, of pairs and of contracts. */
import type { Decimal, Side } from "./pair-words.ts";

export interface ServerTime {
  readonly timezone: "UTC";
  readonly serverTime: number;
}

/** Price and quantity. */
export type Level = readonly [Decimal, Decimal];

/** Best first on both sides. */
export interface Depth {
  readonly time: number;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

/** The last 24 hours; `buy` and `sell` are the best prices now, 0 on an empty side. */
export interface Ticker {
  readonly time: number;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly last: Decimal;
  readonly open: Decimal;
  readonly vol: Decimal;
  readonly amount: Decimal;
  readonly rose: Decimal;
  readonly buy: Decimal;
  readonly sell: Decimal;
}

/** The ticker of one of all markets. */
export type TickerRow = Omit<Ticker, "time">;

/** `N` is what the market's name is called. Rows in the order the markets were listed. */
export interface AllTickers<N extends MarketNameField> {
  readonly time: number;
  readonly tickers: readonly (Readonly<Record<N, string>> & TickerRow)[];
}

export type MarketNameField = "symbol" | "contractName";

/** The best bid and ask with what rests there, 0 on an empty side. */
export interface BookTicker {
  readonly bidPrice: Decimal;
  readonly bidQty: Decimal;
  readonly askPrice: Decimal;
  readonly askQty: Decimal;
}

export interface AllBookTickers<N extends MarketNameField> {
  readonly time: number;
  readonly bookTickers: readonly (Readonly<Record<N, string>> & BookTicker)[];
}

export interface Kline {
  /** Where the candle begins, in ms. */
  readonly idx: number;
  readonly open: Decimal;
  readonly close: Decimal;
  readonly high: Decimal;
  readonly low: Decimal;
  readonly vol: Decimal;
}

export type Interval =
  | "1min"
  | "5min"
  | "15min"
  | "30min"
  | "60min"
  | "1h"
  | "1day"
  | "1week"
  | "1month";

/** Both ends count; newest first, at most 300. */
export interface KlineSpan {
  readonly interval: Interval;
  readonly limit?: number | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

export interface ListedSymbol {
  readonly symbol: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  readonly limitVolumeMin: Decimal;
  readonly limitPriceMin: Decimal;
  readonly marketBuyMin: Decimal;
  readonly marketSellMin: Decimal;
  /** 1 can be traded, 0 cannot. */
  readonly status: 0 | 1;
  readonly baseAssetPrecision: number;
  readonly quoteAssetPrecision: number;
  readonly maxQty: Decimal;
  /** 0 is no limit. */
  readonly maxMarketNotional: Decimal;
  readonly makerFeeRate: Decimal;
  readonly takerFeeRate: Decimal;
  /** Multiples of the last price, for limit prices and for what a market order trades at. */
  readonly limitUp: Decimal;
  readonly limitDown: Decimal;
  readonly rangeUp: Decimal;
  readonly rangeDown: Decimal;
  /** How many orders a user may have open on it, in spot and in margin each. */
  readonly maxOpenOrders: number;
  readonly stpMode: StpMode;
  readonly marginEnabled: boolean;
}

/** What becomes of an order that meets its own user's: its rest is canceled, or they trade. */
export type StpMode = "EXPIRE_TAKER" | "NONE";

/** `side` is the taker's. */
export interface RecentTrade {
  readonly price: Decimal;
  readonly qty: Decimal;
  readonly time: number;
  readonly side: Side;
}
