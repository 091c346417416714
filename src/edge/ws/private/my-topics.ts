/** The private channels of `/ws` by their names. */

import { MY_CHANNELS } from "../../../contract/streams/channels.ts";
import { MY_LIQUIDATIONS } from "../../../contract/streams/liquidation.ts";
import {
  MY_BALANCES,
  MY_CONFIGS,
  MY_POSITIONS,
  MY_TRADES,
} from "../../../contract/streams/private-rows.ts";
import { writerAround, writtenList } from "../../../contract/writer.ts";
import { present } from "../../../core/base/assert.ts";
import type { Catalogue } from "../../../core/engine/catalogue/catalogue.ts";
import type { UserId } from "../../../core/engine/users/users.ts";
import type { Topic } from "../channel.ts";
import type { OpenTopic } from "../channels.ts";
import type { PrivateEvent } from "../private-event.ts";
import type { RecentEvents } from "../recent-events.ts";
import type { Audience } from "./audience.ts";
import { EventsTopic } from "./events-topic.ts";
import type { LedgerAudience } from "./ledger-audience.ts";
import { LedgerTopic } from "./ledger-topic.ts";
import { type LiquidationText, writeLiquidation } from "./liquidation-words.ts";
import { ListsTopic } from "./lists-topic.ts";
import { OrdersTopic } from "./orders-topic.ts";
import type { MyTradeText, PrivateWords } from "./private-words.ts";
import { type StateTools, StateTopic } from "./state-topic.ts";

const tradesText = writerAround(MY_TRADES, "trades");
const eventsText = writerAround(MY_LIQUIDATIONS, "events");
const balancesText = writerAround(MY_BALANCES, "balances");
const positionsText = writerAround(MY_POSITIONS, "positions");
const configsText = writerAround(MY_CONFIGS, "config");

type StateName = "my.balances" | "my.positions" | "my.margin" | "my.config";

export interface MyTools {
  readonly audience: Audience;
  readonly ledgers: LedgerAudience;
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
    case "my.lists":
      return (mark) => new ListsTopic(user, { audience, words, recent, mark });
    case "my.trades":
      return (mark) => {
        const rowsOf = (event: PrivateEvent) => tradesOf(words, event, user);
        return new EventsTopic(user, { audience, recent, mark, rowsOf, write: writeTrades });
      };
    case "my.liquidation":
      return (mark) => {
        const rowsOf = (event: PrivateEvent) => writeLiquidation(catalogue, event);
        return new EventsTopic(user, { audience, recent, mark, rowsOf, write: writeEvents });
      };
    case "my.ledger":
      return (mark) => new LedgerTopic(user, { ledgers: tools.ledgers, words, mark });
    case "my.balances":
    case "my.positions":
    case "my.margin":
    case "my.config":
      return (mark) => STATES[name](user, words, { audience, mark });
    default:
      return undefined;
  }
}

/** STREAM-MINE-2: a user's trade with itself is two, the maker's first. */
function tradesOf(words: PrivateWords, event: PrivateEvent, user: UserId): readonly MyTradeText[] {
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

const NOTHING: readonly MyTradeText[] = [];

const writeTrades = (rows: readonly MyTradeText[]) => tradesText({ trades: writtenList(rows) });
const writeEvents = (rows: readonly LiquidationText[]) => eventsText({ events: writtenList(rows) });

type Heard = Pick<StateTools<never>, "audience" | "mark">;
type OpenState = (user: UserId, words: PrivateWords, heard: Heard) => Topic;

const STATES: Readonly<Record<StateName, OpenState>> = {
  "my.balances": (user, words, heard) =>
    new StateTopic(user, {
      ...heard,
      everyMs: MY_CHANNELS["my.balances"].everyMs,
      look: (of) => words.balancesOf(of),
      write: (rows) => balancesText({ balances: writtenList(rows) }),
    }),
  "my.positions": (user, words, heard) =>
    new StateTopic(user, {
      ...heard,
      everyMs: MY_CHANNELS["my.positions"].everyMs,
      look: (of) => words.positionsOf(of),
      write: (rows) => positionsText({ positions: writtenList(rows) }),
      ended: (told) => words.endedPosition(told),
    }),
  "my.config": (user, words, heard) =>
    new StateTopic(user, {
      ...heard,
      everyMs: MY_CHANNELS["my.config"].everyMs,
      look: (of) => words.configsOf(of),
      write: (rows) => configsText({ config: writtenList(rows) }),
      ended: (told) => words.endedConfig(told),
    }),
  "my.margin": (user, words, heard) =>
    new StateTopic(user, {
      ...heard,
      everyMs: MY_CHANNELS["my.margin"].everyMs,
      look: (of) => new Map([["margin", words.marginOf(of)]]),
      write: ([level]) => present(level, "the level of a margin account"),
    }),
};
