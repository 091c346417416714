/** The index, the mark price and the funding rate of a contract. STREAM-INDEX-1. */
import { present } from "../../base/assert.ts";
import { fundingRateNow } from "../../engine/read/contracts.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import { RATE_DECIMALS } from "../../money/rate.ts";
import { engineTimeOf } from "../../service/submission.ts";
import type { Advance, Topic } from "../channel.ts";
import { MarketTopic, type TopicTools } from "../market-topic.ts";
import type { Markets, StreamMarket } from "../markets.ts";

const EVERY_MS = 500;

/** The words of the API's own reply, each figure as text. */
export class IndexTopic extends MarketTopic implements Topic {
  readonly everyMs = EVERY_MS;
  readonly #markets: Markets;
  #told = "";
  #toldAtMs = 0;

  constructor(market: StreamMarket, tools: TopicTools) {
    super(market, tools);
    this.#markets = tools.markets;
    this.#tell(this.#figures());
    this.follow({ traded: tools.mark });
    this.followSeconds();
  }

  told(): string {
    return `{${this.#told},"time":${this.#toldAtMs}}`;
  }

  advance(): Advance | "over" | undefined {
    if (this.isOver) return "over";
    const figures = this.#figures();
    if (figures === this.#told) return undefined;
    this.#tell(figures);
    return { data: this.told() };
  }

  #tell(figures: string): void {
    this.#told = figures;
    this.#toldAtMs = engineTimeOf(this.#markets.exchange);
  }

  #figures(): string {
    const { futures } = this.#markets.exchange.state;
    const { id, name, pricePrecision } = this.market;
    const market = present(futures.markets[id - 1], "the market of a contract");
    const mark = formatSteps(market.mark, pricePrecision);
    const rate = formatUnits(BigInt(fundingRateNow(futures, id)), RATE_DECIMALS);
    const prices = `"indexPrice":"${formatSteps(market.index, pricePrecision)}","markPrice":"${mark}","tagPrice":"${mark}"`;
    const rates = ["lastFundingRate", "currentFundRate", "nextFundRate"];
    return `"contractName":"${name}",${prices},${rates.map((word) => `"${word}":"${rate}"`).join()}`;
  }
}
