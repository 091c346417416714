/** Whether the streams of an exchange have a channel of a name, on either path, open or not. SANDBOX-FAULT-8. */

import type { Exchange } from "../../runtime/replica/submission.ts";
import { PRIVATE_CHANNELS } from "../ws/channel-kind.ts";
import { Feed } from "../ws/feed.ts";
import { ChannelNames } from "../ws/kline-api/channel-name.ts";
import { Markets } from "../ws/markets.ts";
import { publicTopicNamed } from "../ws/own/public-topics.ts";
import { MARKET_WORDS } from "./streams-of.ts";

export function hasChannel(exchange: Exchange, name: string): boolean {
  if (PRIVATE_CHANNELS.some((known) => known === name)) return true;
  const markets = new Markets(exchange, MARKET_WORDS);
  if (new ChannelNames(markets).find(name)) return true;
  const feed = new Feed(() => exchange.state.position);
  return publicTopicNamed(name, { feed, markets }) !== undefined;
}
