/**
 * The running candle of a market. When a new one begins, the one that closed is told first, in its final
 * form, and the new one with the next message. STREAM-FAM-6.
 */
import type { Written } from "../../../contract/field.ts";
import { KLINE_API_CHANNELS } from "../../../contract/streams/channels.ts";
import type { Candle, CandleSpan } from "../../../core/views/candles.ts";
import type { IntervalName } from "../../../core/views/interval.ts";
import { engineTimeOf } from "../../../runtime/replica/submission.ts";
import type { Advance, Topic } from "../channel.ts";
import { MarketTopic, type TopicTools } from "../market-topic.ts";
import type { Markets, StreamMarket } from "../markets.ts";
import { writeCandle } from "./figures.ts";

interface Told {
  readonly startMs: number;
  readonly data: Written<unknown>;
}

export class KlineApiKlineTopic extends MarketTopic implements Topic {
  readonly everyMs = KLINE_API_CHANNELS.kline.everyMs;
  readonly #interval: IntervalName;
  readonly #markets: Markets;
  readonly #mark: () => void;
  /** There is none before the first trade. */
  #told: Told | undefined;

  constructor(market: StreamMarket, interval: IntervalName, tools: TopicTools) {
    super(market, tools);
    this.#interval = interval;
    this.#markets = tools.markets;
    this.#mark = tools.mark;
    this.#told = this.#find({});
    this.follow({ traded: tools.mark, imported: tools.mark });
    this.followSeconds();
  }

  told(): Written<unknown> | undefined {
    return this.#told?.data;
  }

  advance(): Advance | "over" | undefined {
    if (this.isOver) return "over";
    const closed = this.#closed();
    if (closed) this.#mark();
    const next = closed ?? this.#find({});
    if (!next || next.data === this.#told?.data) return undefined;
    this.#told = next;
    return { data: next.data };
  }

  /** The candle that was told last, if it has closed since and changed. */
  #closed(): Told | undefined {
    if (!this.#told) return undefined;
    const { startMs, data } = this.#told;
    const same = this.#find({ startMs, endMs: startMs });
    const isClosed = this.#find({})?.startMs !== startMs;
    return isClosed && same && same.data !== data ? same : undefined;
  }

  #find(span: Pick<CandleSpan, "startMs" | "endMs">): Told | undefined {
    const { market } = this;
    const nowMs = engineTimeOf(this.#markets.exchange);
    const within = { nowMs, limit: 1, ...span };
    const [candle] = market.views.candles.newest(market.id, this.#interval, within);
    return candle && this.#tell(candle);
  }

  #tell(candle: Candle): Told {
    return { startMs: candle.startMs, data: writeCandle(this.market, candle) };
  }
}
