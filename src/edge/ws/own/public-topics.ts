/** The public channels of `/ws` by their names. */
import { INTERVALS, type IntervalName } from "../../../core/views/interval.ts";
import type { OpenTopic } from "../channels.ts";
import type { Feed } from "../feed.ts";
import type { Markets, StreamMarket } from "../markets.ts";
import { DepthTopic } from "./depth-topic.ts";
import { IndexTopic } from "./index-topic.ts";
import { KlineTopic } from "./kline-topic.ts";
import { TickersTopic, TickerTopic } from "./ticker-topic.ts";
import { TradesTopic } from "./trades-topic.ts";

export interface PublicTools {
  readonly feed: Feed;
  readonly markets: Markets;
}

/** Opens the channel of a name; undefined when there is none of that name. */
export function publicTopicNamed(name: string, tools: PublicTools): OpenTopic | undefined {
  if (name === "tickers") return (mark) => new TickersTopic({ ...tools, mark });
  const [kind, marketName = "", interval, ...more] = name.split(":");
  const market = tools.markets.named(marketName);
  if (!market || more.length > 0) return undefined;
  if (kind === "kline" && isInterval(interval)) {
    return (mark) => new KlineTopic(market, interval, { ...tools, mark });
  }
  return interval === undefined ? topicOf(kind, market, tools) : undefined;
}

function topicOf(
  kind: string | undefined,
  market: StreamMarket,
  tools: PublicTools,
): OpenTopic | undefined {
  switch (kind) {
    case "depth":
      return (mark) => new DepthTopic(market, { ...tools, mark });
    case "trades":
      return (mark) => new TradesTopic(market, { ...tools, mark });
    case "ticker":
      return (mark) => new TickerTopic(market, { ...tools, mark });
    case "index":
      return market.contract && ((mark) => new IndexTopic(market, { ...tools, mark }));
    default:
      return undefined;
  }
}

function isInterval(text: string | undefined): text is IntervalName {
  return INTERVALS.some((name) => name === text);
}
