/**
 * The private side of `/ws`: logins, and what a user hears about itself. Fed with every event in the
 * order of the log, with the users that a batch posted to, and with the seconds.
 */

import type { ExchangeEvent } from "../../../core/engine/events.ts";
import type { UserId } from "../../../core/engine/users/users.ts";
import type { Exchange } from "../../../runtime/replica/submission.ts";
import type { KeyTable } from "../../auth/keys.ts";
import type { OpenTopic } from "../channels.ts";
import type { RecentEvents } from "../recent-events.ts";
import type { Seq } from "../seq.ts";
import type { Member } from "../socket/connection.ts";
import { Audience } from "./audience.ts";
import { LedgerAudience } from "./ledger-audience.ts";
import { login } from "./login.ts";
import { type MyTools, myTopicNamed } from "./my-topics.ts";
import type { PrivateWords } from "./private-words.ts";

export interface PrivateStreamsOptions {
  readonly exchange: Pick<Exchange, "state" | "now" | "onPosted">;
  readonly keys: KeyTable;
  readonly words: PrivateWords;
}

export class PrivateStreams {
  readonly #exchange: PrivateStreamsOptions["exchange"];
  readonly #keys: KeyTable;
  readonly #audience = new Audience();
  readonly #tools: Omit<MyTools, "recent">;

  constructor({ exchange, keys, words }: PrivateStreamsOptions) {
    this.#exchange = exchange;
    this.#keys = keys;
    const { catalogue } = exchange.state;
    const ledgers = new LedgerAudience(exchange);
    this.#tools = { audience: this.#audience, ledgers, words, catalogue };
  }

  /** How many users are followed. */
  get listenedTo(): number {
    return this.#audience.size;
  }

  login(fields: Readonly<Record<string, unknown>>, address: string): Member {
    return login(this.#keys, fields, { address, nowMs: this.#exchange.now() });
  }

  topicNamed(name: string, user: UserId, recent: RecentEvents): OpenTopic | undefined {
    return myTopicNamed(name, user, { ...this.#tools, recent });
  }

  /** A user on both sides of a trade hears of it once. */
  fold(event: ExchangeEvent, seq: Seq): void {
    switch (event.type) {
      case "OrderRested":
      case "OrderEnded":
      case "OrderListOpened":
      case "OrderListEnded":
        this.#audience.tell(event.user, event, seq);
        break;
      case "Traded":
      case "ContractTraded":
        this.#audience.tell(event.makerUser, event, seq);
        if (event.takerUser !== event.makerUser) this.#audience.tell(event.takerUser, event, seq);
        break;
      case "ForceClosed":
      case "PositionEnded":
      case "ContractAccountChanged":
      case "FuturesLiquidated":
      case "DeficitCovered":
      case "MarginCalled":
      case "LiquidationBegan":
      case "LiquidationOver":
      case "Insured":
      case "LossCovered":
        this.#audience.tell(event.user, event, seq);
        break;
    }
  }

  /** STREAM-MINE-3: a batch has posted to a user's money; "all" when the users are unknown. */
  touched(user: UserId | "all"): void {
    if (user === "all") this.#audience.touchAll();
    else this.#audience.touch(user);
  }

  /** STREAM-MINE-4: prices move and interest accrues without a command of the user. */
  second(): void {
    this.#audience.touchAll();
  }
}
