/**
 * The kind of a channel by its name, on both paths: `depth` of `depth:BTCUSDT` and of
 * `market_btcusdt_depth_step0`. A private channel is a kind of its own.
 */
import { MY_CHANNELS, PUBLIC_CHANNELS } from "../../contract/streams/channels.ts";

export const PRIVATE_CHANNELS: readonly string[] = Object.keys(MY_CHANNELS);

export const CHANNEL_KINDS: readonly string[] = [
  ...Object.keys(PUBLIC_CHANNELS),
  ...PRIVATE_CHANNELS,
];

/** The end of a name on `/kline-api/ws`. */
const FAMILY_ENDS = [
  ["depth", /_depth_step0$/],
  ["trades", /_trade_ticker$/],
  ["ticker", /_ticker$/],
  ["kline", /_kline_[a-z0-9]+$/],
] as const;

export function kindOfChannel(name: string): string {
  if (!name.startsWith("market_")) return name.split(":", 1)[0] ?? name;
  return FAMILY_ENDS.find(([, end]) => end.test(name))?.[0] ?? name;
}
