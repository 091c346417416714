/** `/ws`: public channels for all clients, and private ones for those that have logged in. */
import { engineTimeOf } from "../../../runtime/replica/submission.ts";
import type { OpenTopic } from "../channels.ts";
import type { Dialect } from "../dialect.ts";
import type { LogName } from "../log-name.ts";
import type { RecentEvents } from "../recent-events.ts";
import type { CancelDesk } from "../socket/cancel-wish.ts";
import type { Member } from "../socket/connection.ts";
import type { CallOrder } from "./calls.ts";
import { OWN_FORMAT } from "./message-format.ts";
import { OwnPeer } from "./own-peer.ts";
import { publicTopicNamed } from "./public-topics.ts";

/** The private channels. */
export interface PrivateTopics {
  topicNamed(name: string, user: number, recent: RecentEvents): OpenTopic | undefined;
  /** Throws a refusal. */
  login(fields: Readonly<Record<string, unknown>>, address: string): Member;
}

export interface OwnOptions {
  readonly privateStreams: PrivateTopics;
  readonly log: LogName;
  readonly isTalkative: boolean;
  /** The API that takes the calls. */
  readonly callOrder: CallOrder;
  readonly cancels: CancelDesk;
}

export function ownDialect(options: OwnOptions): Dialect {
  const { privateStreams, log, isTalkative, callOrder, cancels } = options;
  return {
    path: "/ws",
    format: OWN_FORMAT,
    greet({ feed, markets, ...given }) {
      const about = { feed, markets };
      const tools = {
        ...given,
        log,
        isTalkative,
        callOrder,
        cancels,
        engineNow: () => engineTimeOf(markets.exchange),
        publicTopic: (name: string) => publicTopicNamed(name, about),
        privateTopic: (name: string, user: number) =>
          privateStreams.topicNamed(name, user, feed.recent),
        login: (fields: Readonly<Record<string, unknown>>, address: string) =>
          privateStreams.login(fields, address),
      };
      return (connection) => new OwnPeer(connection, tools);
    },
  };
}
