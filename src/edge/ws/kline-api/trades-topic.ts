/**
 * The trades of a market, each once, in the order of the log; in a message the newest comes first. A
 * sweep through a deep book is told in several messages, so that none of them is too much for a client
 * that reads. STREAM-FAM-4.
 */
import { KLINE_API_CHANNELS } from "../../../contract/streams/channels.ts";
import { TRADES_TICK } from "../../../contract/streams/kline-api.ts";
import { writerAround, writtenList } from "../../../contract/writer.ts";
import type { Advance, Topic } from "../channel.ts";
import type { PublicTrade } from "../feed.ts";
import { MarketTopic, type TopicTools } from "../market-topic.ts";
import type { Markets, StreamMarket } from "../markets.ts";
import { writeTrade } from "./figures.ts";

const tradesText = writerAround(TRADES_TICK, "data");

/** The trades of one message. */
export const TRADES_TOLD_MAX = 500;
/** Trades that wait to be told. Beyond this number the oldest are left out. */
export const TRADES_WAITING_MAX = 100_000;

export class KlineApiTradesTopic extends MarketTopic implements Topic {
  /** At the next beat: a trade is news. */
  readonly everyMs = KLINE_API_CHANNELS.trades.everyMs;
  readonly #markets: Markets;
  readonly #mark: () => void;
  /** Oldest first. */
  #waiting: PublicTrade[] = [];

  constructor(market: StreamMarket, tools: TopicTools) {
    super(market, tools);
    this.#markets = tools.markets;
    this.#mark = tools.mark;
    this.follow({ traded: (trade) => this.#add(trade) });
  }

  #add(trade: PublicTrade): void {
    if (this.#waiting.length === TRADES_WAITING_MAX) this.#waiting.splice(0, TRADES_TOLD_MAX);
    this.#waiting.push(trade);
    this.#mark();
  }

  /** A new listener is told from then on; earlier trades can be asked for. */
  told(): undefined {
    return undefined;
  }

  advance(): Advance | "over" | undefined {
    const trades = this.#waiting.splice(0, TRADES_TOLD_MAX).reverse();
    const [newest] = trades;
    if (!newest) return this.isOver ? "over" : undefined;
    if (this.#waiting.length > 0 || this.isOver) this.#mark();
    const rows = trades.map((trade) => writeTrade(this.#markets, this.market, trade));
    const data = tradesText({ id: newest.id, ts: newest.timeMs, data: writtenList(rows) });
    return { data };
  }
}
