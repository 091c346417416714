/**
 * All read models in one: what the server shows without asking the engine. Folded from the events
 * of every command, live and in replay alike, and written behind the state in the snapshot, since
 * the log before it may be gone (LOG-SNAP-1).
 */
import type { ByteReader, ByteWriter } from "../base/records/bytes.ts";
import { list, uint } from "../base/records/record.ts";
import type { ExchangeEvent } from "../engine/events.ts";
import type { ClosedCandles } from "./closed-candles.ts";
import { MarketViews } from "./market-views.ts";

export class Views {
  private readonly pairs = new MarketViews();
  readonly trades = this.pairs.trades;
  readonly tickers = this.pairs.tickers;
  readonly candles = this.pairs.candles;
  /** HIST-PUBLIC-1: of public trades only; what the exchange closes by itself is none. */
  readonly contracts = new MarketViews();

  /** SANDBOX-PAST-4: told of the candles that close, of the markets that have a past. */
  set onClosed(tell: ((closed: ClosedCandles) => void) | undefined) {
    this.pairs.candles.onClosed = tell && ((run) => tell({ sort: "pair", ...run }));
    this.contracts.candles.onClosed = tell && ((run) => tell({ sort: "contract", ...run }));
  }

  /** The same call, without the candles. */
  set onTurned(tell: () => void) {
    this.pairs.candles.onTurned = tell;
    this.contracts.candles.onTurned = tell;
  }

  fold(event: ExchangeEvent): void {
    // One look at the type: events have many shapes, and V8 searches for it each time.
    switch (event.type) {
      case "Traded":
        this.pairs.add(event.pair, event);
        break;
      case "ContractTraded":
        this.contracts.add(event.contract, event);
        break;
      case "CandlesImported":
        this.#viewsOf(event.sort).addPast(event.market, event.candles);
        break;
      default:
    }
  }

  #viewsOf(sort: "pair" | "contract"): MarketViews {
    return sort === "pair" ? this.pairs : this.contracts;
  }

  write(out: ByteWriter): void {
    this.pairs.write(out);
    this.contracts.write(out);
    if (this.candles.kept.length + this.contracts.candles.kept.length === 0) return;
    for (const { candles } of [this.pairs, this.contracts]) list(uint).write(out, candles.kept);
  }

  /**
   * Reading is for empty ones. A snapshot from before there were contracts ends with the pairs, one
   * without imported candles with the contracts.
   */
  read(from: ByteReader): void {
    this.pairs.read(from);
    if (!from.isAtEnd()) this.contracts.read(from);
    if (from.isAtEnd()) return;
    for (const { candles } of [this.pairs, this.contracts]) {
      for (const market of list(uint).read(from)) candles.keep(market);
    }
  }
}
