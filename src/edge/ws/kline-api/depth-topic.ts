/** The whole book, on every change that can be seen in it. STREAM-FAM-3. */

import type { Written } from "../../../contract/field.ts";
import { KLINE_API_CHANNELS } from "../../../contract/streams/channels.ts";
import type { Advance, Topic } from "../channel.ts";
import { MarketTopic, type TopicTools } from "../market-topic.ts";
import type { StreamMarket } from "../markets.ts";
import { writeBook } from "./figures.ts";

export class KlineApiDepthTopic extends MarketTopic implements Topic {
  readonly everyMs = KLINE_API_CHANNELS.depth.everyMs;
  #told: Written<unknown>;

  constructor(market: StreamMarket, tools: TopicTools) {
    super(market, tools);
    this.#told = writeBook(market);
    this.follow({ bookMoved: tools.mark });
  }

  told(): Written<unknown> {
    return this.#told;
  }

  advance(): Advance | "over" | undefined {
    if (this.isOver) return "over";
    const data = writeBook(this.market);
    if (data === this.#told) return undefined;
    this.#told = data;
    return { data };
  }
}
