/**
 * What is shown of the markets of one sort, all pairs or all contracts: their newest trades, their
 * day and their candles, each trade told to all three, and each row of an imported candle like one.
 */
import type { ByteReader, ByteWriter } from "../base/records/bytes.ts";
import type { PastCandle } from "../engine/prices/past.ts";
import type { MarketId } from "./by-market.ts";
import { Candles } from "./candles.ts";
import { type RecentTrade, RecentTrades } from "./recent-trades.ts";
import { Tickers } from "./ticker.ts";

export class MarketViews {
  readonly trades = new RecentTrades();
  readonly tickers = new Tickers();
  readonly candles = new Candles();

  add(market: MarketId, trade: RecentTrade): void {
    this.trades.add(market, trade);
    this.tickers.add(market, trade);
    this.candles.add(market, trade);
  }

  /** SANDBOX-PAST-3 */
  addPast(market: MarketId, past: readonly PastCandle[]): void {
    this.trades.addPast(market, past);
    this.tickers.addPast(market, past);
    this.candles.addPast(market, past);
  }

  write(out: ByteWriter): void {
    this.trades.write(out);
    this.tickers.write(out);
    this.candles.write(out);
  }

  /** Reading is for empty ones. */
  read(from: ByteReader): void {
    this.trades.read(from);
    this.tickers.read(from);
    this.candles.read(from);
  }
}
