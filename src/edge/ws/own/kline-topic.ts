/** The candles of a market in one interval: those that change or begin. STREAM-KLINE-1. */
import type { Written } from "../../../contract/field.ts";
import { PUBLIC_CHANNELS } from "../../../contract/streams/channels.ts";
import { CANDLES } from "../../../contract/streams/public-rows.ts";
import { writerOf } from "../../../contract/writer.ts";
import type { Candle } from "../../../core/views/candles.ts";
import type { IntervalName } from "../../../core/views/interval.ts";
import { CANDLES_MAX } from "../../../core/views/interval.ts";
import { engineTimeOf } from "../../../runtime/replica/submission.ts";
import { klinesIn } from "../../http/dialect/market-reply.ts";
import type { Advance, Topic } from "../channel.ts";
import { MarketTopic, type TopicTools } from "../market-topic.ts";
import type { Markets, StreamMarket } from "../markets.ts";

const candlesText = writerOf(CANDLES);

export class KlineTopic extends MarketTopic implements Topic {
  readonly everyMs = PUBLIC_CHANNELS.kline.everyMs;
  readonly #interval: IntervalName;
  readonly #markets: Markets;
  /** Oldest first. */
  #told: readonly Candle[];
  /** Candles before the last have changed, too. */
  #isStale = false;

  constructor(market: StreamMarket, interval: IntervalName, tools: TopicTools) {
    super(market, tools);
    this.#interval = interval;
    this.#markets = tools.markets;
    this.#told = this.#since(undefined);
    const imported = () => {
      this.#isStale = true;
      tools.mark();
    };
    this.follow({ traded: tools.mark, imported });
    this.followSeconds();
  }

  told(): Written<unknown> {
    return this.#write(this.#told);
  }

  advance(): Advance | "over" | undefined {
    if (this.isOver) return "over";
    if (this.#isStale) return this.#anew();
    const last = this.#told.at(-1);
    const now = this.#since(last?.startMs);
    const changed = now.filter((candle) => !last || !isSame(candle, last));
    if (changed.length === 0) return undefined;
    const kept = this.#told.filter(({ startMs }) => startMs < (now[0]?.startMs ?? 0));
    this.#told = [...kept, ...now].slice(-CANDLES_MAX);
    return { data: this.#write(changed) };
  }

  #anew(): Advance {
    this.#isStale = false;
    this.#told = this.#since(undefined);
    return { data: this.told(), isWhole: true };
  }

  #since(startMs: number | undefined): Candle[] {
    const { market } = this;
    const nowMs = engineTimeOf(this.#markets.exchange);
    const span = { nowMs, limit: CANDLES_MAX, startMs };
    return market.views.candles.newest(market.id, this.#interval, span).reverse();
  }

  #write(candles: readonly Candle[]): Written<unknown> {
    return candlesText({ candles: klinesIn(this.market, candles) });
  }
}

function isSame(a: Candle, b: Candle): boolean {
  const isShape = a.open === b.open && a.high === b.high && a.low === b.low;
  return isShape && a.close === b.close && a.lots === b.lots && a.startMs === b.startMs;
}
