/** The public streams of the kline-api, on the path that existing clients know. Rules STREAM-FAM-1 to STREAM-FAM-8. */
import type { Dialect } from "../dialect.ts";
import { ChannelNames } from "./channel-name.ts";
import { KlineApiPeer } from "./kline-api-peer.ts";
import { Heartbeat, KLINE_API_FORMAT } from "./message-format.ts";

export const KLINE_API: Dialect = {
  path: "/kline-api/ws",
  format: KLINE_API_FORMAT,
  greet(tools) {
    const { markets } = tools;
    const names = new ChannelNames(markets);
    const heartbeat = new Heartbeat(() => Math.floor(markets.exchange.now() / 1_000));
    return (connection) => new KlineApiPeer(connection, { ...tools, names, heartbeat });
  },
};
