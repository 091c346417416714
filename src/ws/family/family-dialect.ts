/** The family's public streams on the path that its clients know. Rules STREAM-FAM-1 to STREAM-FAM-8. */
import type { Dialect } from "../dialect.ts";
import { ChannelNames } from "./channel-name.ts";
import { FamilyPeer } from "./family-peer.ts";
import { FAMILY_VOICE, Heartbeat } from "./voice.ts";

export const FAMILY: Dialect = {
  path: "/kline-api/ws",
  voice: FAMILY_VOICE,
  greet(tools) {
    const { markets } = tools;
    const names = new ChannelNames(markets);
    const heartbeat = new Heartbeat(() => Math.floor(markets.exchange.now() / 1_000));
    return (connection) => new FamilyPeer(connection, { ...tools, names, heartbeat });
  },
};
