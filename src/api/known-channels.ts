/** Whether the streams of an exchange have a channel of a name, on either path, open or not. SANDBOX-FAULT-8. */

import { PRIVATE_CHANNELS } from "../edge/ws/channel-kind.ts";
import { Feed } from "../edge/ws/feed.ts";
import { ChannelNames } from "../edge/ws/kline-api/channel-name.ts";
import { Markets } from "../edge/ws/markets.ts";
import { publicTopicNamed } from "../edge/ws/own/public-topics.ts";
import type { Exchange } from "../runtime/replica/submission.ts";
import { MARKET_WORDS } from "./streams-of.ts";

export function hasChannel(exchange: Exchange, name: string): boolean {
  if (PRIVATE_CHANNELS.some((known) => known === name)) return true;
  const markets = new Markets(exchange, MARKET_WORDS);
  if (new ChannelNames(markets).find(name)) return true;
  const feed = new Feed(() => exchange.state.position);
  return publicTopicNamed(name, { feed, markets }) !== undefined;
}
