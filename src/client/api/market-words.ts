/** Market data in the words of the API, of pairs and of contracts. */
import type { ValueOf } from "../../contract/field.ts";
import type {
  CONTRACT_BOOK_TICKERS,
  CONTRACT_TICKERS,
} from "../../contract/futures/market-shapes.ts";
import type { CLOCK, DEPTH, KLINE_PARAMETERS, TICKER } from "../../contract/markets.ts";
import type {
  KLINES,
  RECENT_TRADES,
  SYMBOL,
  SYMBOL_BOOK_TICKERS,
  SYMBOL_TICKERS,
} from "../../contract/pairs/market.ts";

export type ServerTime = ValueOf<typeof CLOCK>;

/** Best first on both sides. */
export type Depth = ValueOf<typeof DEPTH>;

/** Price and quantity. */
export type Level = Depth["bids"][number];

/** The last 24 hours; `buy` and `sell` are the best prices now, 0 on an empty side. */
export type Ticker = ValueOf<typeof TICKER>;

/** The ticker of one of all markets. */
export type TickerRow = Omit<Ticker, "time">;

export type MarketNameField = "symbol" | "contractName";

/** `N` is what the market's name is called. Rows in the order the markets were listed. */
export type AllTickers<N extends MarketNameField> = N extends "symbol"
  ? ValueOf<typeof SYMBOL_TICKERS>
  : ValueOf<typeof CONTRACT_TICKERS>;

export type AllBookTickers<N extends MarketNameField> = N extends "symbol"
  ? ValueOf<typeof SYMBOL_BOOK_TICKERS>
  : ValueOf<typeof CONTRACT_BOOK_TICKERS>;

/** The best bid and ask with what rests there, 0 on an empty side. */
export type BookTicker = Omit<AllBookTickers<"symbol">["bookTickers"][number], "symbol">;

/** `idx` is where the candle begins, in ms. */
export type Kline = ValueOf<typeof KLINES>[number];

export type Interval = "1h" | GivenInterval;
type GivenInterval = NonNullable<ReturnType<(typeof KLINE_PARAMETERS)["interval"]["read"]>>;

/** Both ends count; newest first, at most 300. */
export interface KlineSpan {
  readonly interval: Interval;
  readonly limit?: number | undefined;
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

/** `limitUp` to `rangeDown` are multiples of the last price, for limit prices and for what a market order trades at. */
export type ListedSymbol = ValueOf<typeof SYMBOL>;

/** What becomes of an order that meets its own user's: its rest is canceled, or they trade. */
export type StpMode = ListedSymbol["stpMode"];

/** `side` is the taker's. */
export type RecentTrade = ValueOf<typeof RECENT_TRADES>["list"][number];
