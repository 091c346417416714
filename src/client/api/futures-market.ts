/** Public endpoints of futures. */
import { openRead } from "../session/endpoint.ts";
import type { Session } from "../session/session.ts";
import type { Contract, FundingRate, IndexPrice } from "./futures-words.ts";
import type {
  AllBookTickers,
  AllTickers,
  Depth,
  Kline,
  KlineSpan,
  RecentTrade,
  ServerTime,
  Ticker,
} from "./market-words.ts";

const ROOT = "/fapi/v1";
const PING = openRead(`${ROOT}/ping`);
const TIME = openRead(`${ROOT}/time`);
const CONTRACTS = openRead(`${ROOT}/contracts`);
const DEPTH = openRead(`${ROOT}/depth`);
const TICKER = openRead(`${ROOT}/ticker`);
const TICKERS = openRead(`${ROOT}/tickers`);
const BOOK_TICKERS = openRead(`${ROOT}/bookTickers`);
const TRADES = openRead(`${ROOT}/trades`);
const INDEX = openRead(`${ROOT}/index`);
const FUNDING_RATES = openRead(`${ROOT}/fundingRate`);
const KLINES = openRead(`${ROOT}/klines`);

export interface OfContract {
  readonly contractName: string;
}

/** Both ends count; newest first, at most 1,000. */
export interface FundingSpan extends OfContract {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly limit?: number | undefined;
}

export class FuturesMarket {
  protected readonly session: Session;

  constructor(session: Session) {
    this.session = session;
  }

  ping(): Promise<Record<string, never>> {
    return this.session.call(PING);
  }

  time(): Promise<ServerTime> {
    return this.session.call(TIME);
  }

  contracts(): Promise<readonly Contract[]> {
    return this.session.call(CONTRACTS);
  }

  depth(asked: OfContract & { readonly limit?: number | undefined }): Promise<Depth> {
    return this.session.call(DEPTH, asked);
  }

  ticker(asked: OfContract): Promise<Ticker> {
    return this.session.call(TICKER, asked);
  }

  /** Every contract; counts as 10 requests. */
  tickers(): Promise<AllTickers<"contractName">> {
    return this.session.call(TICKERS);
  }

  /** The best prices of every contract; counts as 10 requests. */
  bookTickers(): Promise<AllBookTickers<"contractName">> {
    return this.session.call(BOOK_TICKERS);
  }

  /** Newest first; `qty` is contracts. */
  trades(
    asked: OfContract & { readonly limit?: number | undefined },
  ): Promise<{ readonly list: readonly RecentTrade[] }> {
    return this.session.call(TRADES, asked);
  }

  /** Index price, mark price and funding rate. */
  index(asked: OfContract): Promise<IndexPrice> {
    return this.session.call(INDEX, asked);
  }

  /** Newest first. */
  klines(asked: KlineSpan & OfContract): Promise<readonly Kline[]> {
    return this.session.call(KLINES, asked);
  }

  /** Fundings that were settled, newest first; the rate of the running interval is in `index`. */
  fundingRates(asked: FundingSpan): Promise<readonly FundingRate[]> {
    return this.session.call(FUNDING_RATES, asked);
  }
}
