/** `/ws`: public channels for everybody, and private ones for whoever has logged in. */
import { engineTimeOf } from "../../service/submission.ts";
import type { OpenTopic } from "../channels.ts";
import type { Member } from "../connection.ts";
import type { Dialect } from "../dialect.ts";
import { OwnPeer } from "./own-peer.ts";
import { publicTopicNamed } from "./public-topics.ts";
import { OWN_VOICE } from "./voice.ts";

/** The private side of it. */
export interface PrivateDesk {
  topicNamed(name: string, user: number): OpenTopic | undefined;
  /** Throws a refusal. */
  login(fields: Readonly<Record<string, unknown>>, address: string): Member;
}

export interface OwnOptions {
  readonly desk: PrivateDesk;
  /** Names this server's memory of what it sent; another one at every start. */
  readonly log: string;
  readonly isTalkative: boolean;
}

export function ownDialect({ desk, log, isTalkative }: OwnOptions): Dialect {
  return {
    path: "/ws",
    voice: OWN_VOICE,
    greet({ channels, feed, markets, queries, subscriptionsMax, now, report }) {
      const about = { feed, markets, queries };
      const tools = {
        ...{ channels, log, isTalkative, subscriptionsMax, now, report },
        engineNow: () => engineTimeOf(markets.exchange),
        publicTopic: (name: string) => publicTopicNamed(name, about),
        privateTopic: (name: string, user: number) => desk.topicNamed(name, user),
        login: (fields: Readonly<Record<string, unknown>>, address: string) =>
          desk.login(fields, address),
      };
      return (connection) => new OwnPeer(connection, tools);
    },
  };
}
