/**
 * All read models in one: what the server shows without asking the engine. Folded from the events
 * of every command, live and in replay alike, and written behind the state in the snapshot, since
 * the log before it may be gone (LOG-SNAP-1).
 */
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import type { ExchangeEvent } from "../engine/events.ts";
import { MarketViews } from "./market-views.ts";

export class Views {
  private readonly pairs = new MarketViews();
  readonly trades = this.pairs.trades;
  readonly tickers = this.pairs.tickers;
  readonly candles = this.pairs.candles;
  /** HIST-PUBLIC-1: of public trades only; what the exchange closes by itself is none. */
  readonly contracts = new MarketViews();

  fold(event: ExchangeEvent): void {
    if (event.type === "Traded") this.pairs.add(event.pair, event);
    else if (event.type === "ContractTraded") this.contracts.add(event.contract, event);
  }

  write(out: ByteWriter): void {
    this.pairs.write(out);
    this.contracts.write(out);
  }

  /** Reading is for empty ones. A snapshot from before there were contracts ends with the pairs. */
  read(from: ByteReader): void {
    this.pairs.read(from);
    if (!from.isAtEnd()) this.contracts.read(from);
  }
}
