/** Rarities of a whole contract: what one order, one price or the operator does to all users in it. */
import type { Contract } from "../../../src/core/engine/catalogue/contract.ts";
import type { ContractMarket } from "../../../src/core/engine/futures/futures-state.ts";
import { OPERATOR } from "../../../src/core/engine/prices/index-prices.ts";
import type { Belongings } from "./borrowers.ts";
import type { Chains } from "./chains.ts";
import type { Clock } from "./clock.ts";
import { type Feeds, withdrawing } from "./feeds.ts";
import type { Story, Telling } from "./story.ts";

/** The senders that the stories use. */
interface Cast {
  readonly chains: Chains;
  readonly feeds: Feeds;
  readonly clock: Clock;
}

/** Ruins every position with a leverage of more than three. */
const CRASH = 0.65;

export class RareMarkets {
  private readonly belongings: Belongings;
  private readonly cast: Cast;

  constructor(belongings: Belongings, cast: Cast) {
    this.belongings = belongings;
    this.cast = cast;
  }

  tellings(): Telling[] {
    return [
      () => this.chain("linear"),
      () => this.chain("inverse"),
      () => this.haltOverRisk("linear"),
      () => this.haltOverRisk("inverse"),
      () => this.delistHeld(),
    ];
  }

  private open(kind: Contract["kind"]): ContractMarket[] {
    const { markets } = this.belongings.state.futures;
    return markets.filter(
      ({ contract, mark }) => contract.kind === kind && contract.status === "trading" && mark > 0,
    );
  }

  private *chain(kind: Contract["kind"]): Story {
    const markets = this.open(kind).filter(({ contract }) => contract.triggerSource === "last");
    if (markets.length > 0) yield* this.cast.chains.tell(this.belongings.dice.pick(markets));
  }

  /** The price turns against a user while nothing can be sold. */
  private *haltOverRisk(kind: Contract["kind"]): Story {
    const { dice, fair } = this.belongings;
    const { feeds, clock } = this.cast;
    const held = this.open(kind).filter(({ positions }) => positions.size > 0);
    if (held.length === 0) return;
    const { contract, positions } = dice.pick(held);
    const { id, base } = contract;
    const [boldest] = [...positions.all()].sort((a, b) => {
      return b.contractAccount.leverage - a.contractAccount.leverage || a.id - b.id;
    });
    yield { type: "HaltContract", contract: id, request: 0 };
    fair.push(base, boldest?.side === "buy" ? CRASH : 1 / CRASH);
    yield feeds.setting(base, OPERATOR);
    yield clock.second();
    yield { type: "ResumeContract", contract: id, request: 0 };
    yield clock.second();
    if (!feeds.isSpoken(base, OPERATOR)) yield withdrawing(base, OPERATOR);
  }

  /** Not while a user holds something there. */
  private *delistHeld(): Story {
    const { dice, state } = this.belongings;
    const held = state.futures.markets.filter(({ positions }) => positions.size > 0);
    if (held.length === 0) return;
    yield { type: "DelistContract", contract: dice.pick(held).contract.id, request: 0 };
  }
}
