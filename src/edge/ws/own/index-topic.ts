/** The index, the mark price and the funding rate of a contract. STREAM-INDEX-1. */

import type { ValueOf, Written } from "../../../contract/field.ts";
import { PUBLIC_CHANNELS } from "../../../contract/streams/channels.ts";
import { INDEX_PRICE } from "../../../contract/streams/public-rows.ts";
import { writerOf } from "../../../contract/writer.ts";
import { present } from "../../../core/base/assert.ts";
import { fundingRateNow } from "../../../core/engine/read/contracts.ts";
import { formatSteps, formatUnits } from "../../../core/money/decimal.ts";
import { RATE_DECIMALS } from "../../../core/money/rate.ts";
import { engineTimeOf } from "../../../runtime/replica/submission.ts";
import type { Advance, Topic } from "../channel.ts";
import { MarketTopic, type TopicTools } from "../market-topic.ts";
import type { Markets, StreamMarket } from "../markets.ts";

const indexText = writerOf(INDEX_PRICE);

/** In ticks, and in 10^-8. */
interface Figures {
  readonly index: number;
  readonly mark: number;
  readonly rate: number;
}

/** The words of the API's own reply, each figure as text. */
export class IndexTopic extends MarketTopic implements Topic {
  readonly everyMs = PUBLIC_CHANNELS.index.everyMs;
  readonly #markets: Markets;
  #told: Figures;
  #toldAtMs: number;

  constructor(market: StreamMarket, tools: TopicTools) {
    super(market, tools);
    this.#markets = tools.markets;
    this.#told = this.#figures();
    this.#toldAtMs = engineTimeOf(this.#markets.exchange);
    this.follow({ traded: tools.mark });
    this.followSeconds();
  }

  told(): Written<ValueOf<typeof INDEX_PRICE>> {
    const { name: contractName, pricePrecision } = this.market;
    const { index, mark, rate } = this.#told;
    const markPrice = formatSteps(mark, pricePrecision);
    const fundingRate = formatUnits(BigInt(rate), RATE_DECIMALS);
    return indexText({
      contractName,
      indexPrice: formatSteps(index, pricePrecision),
      markPrice,
      tagPrice: markPrice,
      lastFundingRate: fundingRate,
      currentFundRate: fundingRate,
      nextFundRate: fundingRate,
      time: this.#toldAtMs,
    });
  }

  advance(): Advance | "over" | undefined {
    if (this.isOver) return "over";
    const now = this.#figures();
    const { index, mark, rate } = this.#told;
    if (now.index === index && now.mark === mark && now.rate === rate) return undefined;
    this.#told = now;
    this.#toldAtMs = engineTimeOf(this.#markets.exchange);
    return { data: this.told() };
  }

  #figures(): Figures {
    const { futures } = this.#markets.exchange.state;
    const { id } = this.market;
    const { index, mark } = present(futures.markets[id - 1], "the market of a contract");
    return { index, mark, rate: fundingRateNow(futures, id) };
  }
}
