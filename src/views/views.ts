/**
 * All read models in one: what the server shows without asking the engine. Folded from the events
 * of every command, live and in replay alike, and written behind the state in the snapshot, since
 * the log before it may be gone (LOG-SNAP-1).
 */
import type { ByteReader, ByteWriter } from "../base/bytes.ts";
import type { ExchangeEvent } from "../engine/events.ts";
import { Candles } from "./candles.ts";
import { RecentTrades } from "./recent-trades.ts";
import { Tickers } from "./ticker.ts";

/** What every read model can do. Reading is for an empty one. */
interface View {
  fold(event: ExchangeEvent): void;
  write(out: ByteWriter): void;
  read(from: ByteReader): void;
}

export class Views implements View {
  readonly trades = new RecentTrades();
  readonly tickers = new Tickers();
  readonly candles = new Candles();
  /** In the order of the snapshot. */
  private readonly all: readonly View[] = [this.trades, this.tickers, this.candles];

  fold(event: ExchangeEvent): void {
    // Called one by one: every event of the exchange passes here, and a loop would cost more.
    this.trades.fold(event);
    this.tickers.fold(event);
    this.candles.fold(event);
  }

  write(out: ByteWriter): void {
    for (const view of this.all) view.write(out);
  }

  read(from: ByteReader): void {
    for (const view of this.all) view.read(from);
  }
}
