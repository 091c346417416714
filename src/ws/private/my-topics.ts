/** The private channels of `/ws` by their names. */
import type { Catalogue } from "../../engine/catalogue/catalogue.ts";
import type { UserId } from "../../engine/users/users.ts";
import type { OpenTopic } from "../channels.ts";
import type { PrivateEvent } from "../private-event.ts";
import type { RecentEvents } from "../recent-events.ts";
import type { Audience } from "./audience.ts";
import { EventsTopic } from "./events-topic.ts";
import { writeLiquidation } from "./liquidation-words.ts";
import { OrdersTopic } from "./orders-topic.ts";
import type { PrivateWords } from "./private-words.ts";
import { StateTopic } from "./state-topic.ts";

export interface MyTools {
  readonly audience: Audience;
  readonly words: PrivateWords;
  readonly catalogue: Catalogue;
  readonly recent: RecentEvents;
}

/** What opens the channel of a name for a user; undefined when there is none of that name. */
export function myTopicNamed(name: string, user: UserId, tools: MyTools): OpenTopic | undefined {
  const { audience, words, catalogue, recent } = tools;
  switch (name) {
    case "my.orders":
      return (mark) => new OrdersTopic(user, { audience, words, recent, mark });
    case "my.trades":
      return (mark) => {
        const rowsOf = (event: PrivateEvent) => tradesOf(words, event, user);
        return new EventsTopic(user, { audience, recent, mark, field: "trades", rowsOf });
      };
    case "my.liquidation":
      return (mark) => {
        const rowsOf = (event: PrivateEvent) => writeLiquidation(catalogue, event);
        return new EventsTopic(user, { audience, recent, mark, field: "events", rowsOf });
      };
    case "my.balances":
    case "my.positions":
    case "my.margin":
    case "my.config":
      return (mark) => new StateTopic(user, { audience, mark, ...STATES[name](words) });
    default:
      return undefined;
  }
}

/** STREAM-MINE-2: a user's trade with itself is two, the maker's first. */
function tradesOf(words: PrivateWords, event: PrivateEvent, user: UserId): readonly string[] {
  switch (event.type) {
    case "Traded":
    case "ContractTraded":
      return [
        ...(event.makerUser === user ? [words.ownTrade(event, "maker")] : NOTHING),
        ...(event.takerUser === user ? [words.ownTrade(event, "taker")] : NOTHING),
      ];
    case "ForceClosed":
      return [words.ownTrade(event, "taker")];
    default:
      return NOTHING;
  }
}

const NOTHING: readonly string[] = [];

const STATES = {
  "my.balances": (words: PrivateWords) => ({
    look: (user: UserId) => words.balancesOf(user),
    write: (rows: readonly string[]) => `{"balances":[${rows.join()}]}`,
  }),
  "my.positions": (words: PrivateWords) => ({
    look: (user: UserId) => words.positionsOf(user),
    write: (rows: readonly string[]) => `{"positions":[${rows.join()}]}`,
    ended: (told: string) => words.endedPosition(told),
  }),
  "my.config": (words: PrivateWords) => ({
    look: (user: UserId) => words.configsOf(user),
    write: (rows: readonly string[]) => `{"config":[${rows.join()}]}`,
    ended: (told: string) => words.endedConfig(told),
  }),
  "my.margin": (words: PrivateWords) => ({
    look: (user: UserId) => new Map([["margin", words.marginOf(user)]]),
    write: (rows: readonly string[]) => rows.join(),
  }),
};
