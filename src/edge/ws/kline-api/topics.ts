/** The topics of the channels of the kline-api. */
import type { OpenTopic } from "../channels.ts";
import type { TopicTools } from "../market-topic.ts";
import type { KlineApiChannel } from "./channel-name.ts";
import { KlineApiDepthTopic } from "./depth-topic.ts";
import { KlineApiKlineTopic } from "./kline-topic.ts";
import { KlineApiTickerTopic } from "./ticker-topic.ts";
import { KlineApiTradesTopic } from "./trades-topic.ts";

export type OpenerTools = Omit<TopicTools, "mark">;

export function openerOf(channel: KlineApiChannel, tools: OpenerTools): OpenTopic {
  const { market, kind } = channel;
  switch (kind) {
    case "depth":
      return (mark) => new KlineApiDepthTopic(market, { ...tools, mark });
    case "trades":
      return (mark) => new KlineApiTradesTopic(market, { ...tools, mark });
    case "ticker":
      return (mark) => new KlineApiTickerTopic(market, { ...tools, mark });
    case "kline": {
      const { interval } = channel;
      return (mark) => new KlineApiKlineTopic(market, interval, { ...tools, mark });
    }
  }
}
