/** Two users take opposite sides of a contract with little leverage, and keep it while days pass. */
import type { Command } from "../../../src/core/engine/codec.ts";
import type { ContractMarket } from "../../../src/core/engine/futures/futures-state.ts";
import { OPERATOR } from "../../../src/core/engine/prices/index-prices.ts";
import type { Belongings } from "./borrowers.ts";
import type { Clock } from "./clock.ts";
import type { Contracts } from "./contracts.ts";
import type { Feeds } from "./feeds.ts";
import { lotsFor, type Speculators } from "./speculators.ts";
import type { Story } from "./story.ts";
import { drawTwo } from "./traders.ts";

/** The senders that the stories use. */
interface Cast {
  readonly speculators: Speculators;
  readonly contracts: Contracts;
  readonly feeds: Feeds;
  readonly clock: Clock;
}

/** Funding each hour, and cheap: no user is ruined by it within a week. */
const CHEAP = { fundingHours: 1, interestRate: 10_000, fundingClamp: 20_000, settlementHours: 0 };

export class Keepers {
  private readonly belongings: Belongings;
  private readonly cast: Cast;

  constructor(belongings: Belongings, cast: Cast) {
    this.belongings = belongings;
    this.cast = cast;
  }

  *keep({ contract, mark }: ContractMarket): Story {
    const { dice, state, fair } = this.belongings;
    const { speculators, contracts, feeds, clock } = this.cast;
    const { id, base, marginCoin } = contract;
    yield { ...contracts.changing(id), ...CHEAP } as Command;
    yield feeds.setting(base, OPERATOR);
    yield clock.second();
    const ticks = mark || fair.contractTicks(contract);
    const lots = lotsFor(contract, fair.unitsWorth(marginCoin, 10), ticks) + 1n;
    const wish = { action: "open", mode: "isolated", quantity: `${lots}`, ticks } as const;
    for (const [at, user] of drawTwo(dice, state).entries()) {
      const side = at === 0 ? "buy" : "sell";
      yield speculators.bringing(user, marginCoin, 40);
      yield speculators.levering(user, contract, 2);
      yield speculators.order(user, contract, { ...wish, side, clientId: "" });
    }
  }
}
