/** What the channels of the family tell. */
import type { OpenTopic } from "../channels.ts";
import type { TopicTools } from "../market-topic.ts";
import type { KlineApiChannel } from "./channel-name.ts";
import { type DepthTools, DepthTopic } from "./depth-topic.ts";
import { KlineTopic } from "./kline-topic.ts";
import { TickerTopic } from "./ticker-topic.ts";
import { TradesTopic } from "./trades-topic.ts";

export type OpenerTools = Omit<TopicTools & DepthTools, "mark">;

export function openerOf(channel: KlineApiChannel, tools: OpenerTools): OpenTopic {
  const { market, kind } = channel;
  switch (kind) {
    case "depth":
      return (mark) => new DepthTopic(market, { ...tools, mark });
    case "trades":
      return (mark) => new TradesTopic(market, { ...tools, mark });
    case "ticker":
      return (mark) => new TickerTopic(market, { ...tools, mark });
    case "kline": {
      const { interval } = channel;
      return (mark) => new KlineTopic(market, interval, { ...tools, mark });
    }
  }
}
