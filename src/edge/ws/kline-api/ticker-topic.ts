/** The ticker of a market's last day, told when it has changed. STREAM-FAM-5. */
import type { Written } from "../../../contract/field.ts";
import { KLINE_API_CHANNELS } from "../../../contract/streams/channels.ts";
import type { Advance, Topic } from "../channel.ts";
import { MarketTopic, type TopicTools } from "../market-topic.ts";
import type { Markets, StreamMarket } from "../markets.ts";
import { writeDay } from "./figures.ts";

export class KlineApiTickerTopic extends MarketTopic implements Topic {
  readonly everyMs = KLINE_API_CHANNELS.ticker.everyMs;
  readonly #markets: Markets;
  #told: Written<unknown>;

  constructor(market: StreamMarket, tools: TopicTools) {
    super(market, tools);
    this.#markets = tools.markets;
    this.#told = writeDay(tools.markets, market);
    this.follow({ traded: tools.mark, imported: tools.mark });
    this.followSeconds();
  }

  told(): Written<unknown> {
    return this.#told;
  }

  advance(): Advance | "over" | undefined {
    if (this.isOver) return "over";
    const data = writeDay(this.#markets, this.market);
    if (data === this.#told) return undefined;
    this.#told = data;
    return { data };
  }
}
