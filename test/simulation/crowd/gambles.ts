/**
 * Stories about contracts that chance alone would tell too seldom: a user opens with high
 * leverage, and the price slides, leaps, is halted or unknown when it matters; funding eats a
 * margin; one condition sets off another. Between the steps the other users go on.
 */
import type { Contract } from "../../../src/core/engine/catalogue/contract.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import {
  findContractAccount,
  isModeFree,
  positionOn,
} from "../../../src/core/engine/futures/contract-account.ts";
import type { Position } from "../../../src/core/engine/futures/futures-state.ts";
import type { MarginMode, Side } from "../../../src/core/engine/orders/order.ts";
import { OPERATOR } from "../../../src/core/engine/prices/index-prices.ts";
import { isFrozen } from "../../../src/core/engine/users/users.ts";
import type { Belongings } from "./borrowers.ts";
import type { Chains } from "./chains.ts";
import type { Clock } from "./clock.ts";
import type { Contracts } from "./contracts.ts";
import { type Feeds, withdrawing } from "./feeds.ts";
import { ASSETS, USERS } from "./market.ts";
import { otherSide, type Speculators } from "./speculators.ts";
import type { Story } from "./story.ts";

const ENDINGS = { slide: 6, crash: 4, spent: 4, halt: 2, stale: 7, drain: 7, none: 1 } as const;

/** The senders that the stories use. */
interface Cast {
  readonly speculators: Speculators;
  readonly contracts: Contracts;
  readonly chains: Chains;
  readonly feeds: Feeds;
  readonly clock: Clock;
}

/** The user who bets, the contract and the side. */
interface Bet {
  readonly contract: Contract;
  readonly user: number;
  readonly side: Side;
  readonly mode: MarginMode;
}

export class Gambles {
  private readonly belongings: Belongings;
  private readonly cast: Cast;
  private current: Story | undefined;

  constructor(belongings: Belongings, cast: Cast) {
    this.belongings = belongings;
    this.cast = cast;
  }

  /** The next step of the story, or of the next one. */
  next(): Command {
    for (;;) {
      this.current ??= this.story();
      const step = this.current.next();
      if (!step.done) return step.value;
      this.current = undefined;
    }
  }

  private *story(): Story {
    const { dice, state } = this.belongings;
    const contract = this.drawContract();
    if (contract.status !== "trading") {
      yield { type: "ResumeContract", contract: contract.id, request: 0 };
    }
    yield* this.say(contract);
    const market = state.futures.markets[contract.id - 1];
    if (market && dice.chance(0.25)) yield* this.cast.chains.tell(market);
    else yield* this.bet(contract);
  }

  /** BTC mostly, one kind as often as the other. */
  private drawContract(): Contract {
    const { dice, state } = this.belongings;
    const listed = state.catalogue.contracts.filter(({ status }) => status !== "delisted");
    const [first = listed[0], second = first, third = second] = state.catalogue.contracts;
    const drawn = dice.pick([first, first, second, second, third]);
    return (drawn?.status === "delisted" ? listed[0] : drawn) ?? (first as Contract);
  }

  /** A user who may trade. */
  private drawUser(...not: number[]): number {
    const { dice, state } = this.belongings;
    const users = Array.from({ length: USERS }, (_, index) => index + 1);
    const others = users.filter((user) => !not.includes(user));
    const free = others.filter(
      (user) => state.users.traders.includes(user) && !isFrozen(state.users, user),
    );
    return dice.pick(free.length > 0 ? free : others);
  }

  private *bet(contract: Contract): Story {
    const { dice } = this.belongings;
    const { speculators } = this.cast;
    const ending = dice.weighted(ENDINGS);
    const user = this.drawUser();
    const side = dice.pick(["buy", "sell"] as const);
    const bet: Bet = { contract, user, side, mode: this.modeOf(user, contract, ending) };
    yield speculators.bringing(user, contract.marginCoin, dice.between(5, 40));
    yield* this.lever(user, contract, ending === "drain" ? 100 : dice.pick([20, 50, 50, 100]));
    const against = this.drawUser(user);
    if (ending === "drain") {
      // The holder of the other side must bear it when the first one gains.
      yield speculators.bringing(against, contract.marginCoin, 150);
      yield* this.lever(against, contract, 2);
    }
    const fair = this.belongings.fair.contractTicks(contract);
    const isHedged = bet.mode === "cross" && dice.chance(0.55);
    const isDouble = bet.mode === "cross" && !isHedged && dice.chance(0.6);
    const share = isHedged || isDouble ? 0.5 : dice.pick([0.5, 0.85, 0.93]);
    const most = ending === "drain" ? speculators.reachOf(against, contract, 0.9) : Infinity;
    const lots = Math.min(speculators.reachOf(user, contract, share), most);
    yield* this.quote(bet, otherSide(side), { lots, not: user, by: against });
    yield this.taking(bet, { lots, ticks: fair });
    if (dice.chance(0.3)) yield* this.waitToClose(bet, against);
    if (isDouble) yield* this.secondLeg(bet);
    if (bet.mode === "cross" && dice.chance(0.35)) yield speculators.stripping(bet);
    if (isHedged) yield* this.hedge(bet, Math.ceil(lots * dice.pick([0.5, 0.75])));
    if (dice.chance(0.2)) yield speculators.next();
    if (!this.heldIn(bet)) return;
    // The other side gains half of the loss: it takes more to ruin the user.
    if (isHedged && dice.chance(0.7)) yield* this.tighten(bet);
    else if (isHedged) yield* this.slide(bet, dice.between(20, 60));
    else if (isDouble && ending !== "stale") yield* this.slide(bet, dice.between(5, 22));
    else yield* this.turn(bet, ending);
  }

  /** The holder of the other side offers to close it, far off: what is forced must take it back. */
  private *waitToClose({ contract, side }: Bet, user: number): Story {
    const other = this.heldIn({ contract, user, side: otherSide(side), mode: "cross" });
    if (!other) return;
    const fair = this.belongings.fair.contractTicks(contract);
    const ticks = Math.max(1, Math.floor(fair * (other.side === "buy" ? 1.3 : 0.7)));
    const quantity = `${other.volume - other.pending}`;
    yield this.cast.speculators.closing(other, { quantity, ticks, clientId: "" });
  }

  /** The same bet in another contract of the coin, so that one account bears both. */
  private *secondLeg(bet: Bet): Story {
    const { state, fair } = this.belongings;
    const { id, marginCoin } = bet.contract;
    const contract = state.catalogue.contracts.find(
      (one) => one.marginCoin === marginCoin && one.id !== id && one.status === "trading",
    );
    const contractAccount = contract && findContractAccount(state.futures, bet.user, contract.id);
    if (
      !contract ||
      (contractAccount && !isModeFree(contractAccount) && contractAccount.mode !== "cross")
    )
      return;
    const leg = { ...bet, contract };
    const lots = this.cast.speculators.reachOf(bet.user, contract, 0.8);
    yield* this.quote(leg, otherSide(bet.side), { lots, not: bet.user });
    yield this.taking(leg, { lots, ticks: fair.contractTicks(contract) });
  }

  /** Margin that stands alone drains sooner. */
  private modeOf(user: number, contract: Contract, ending: keyof typeof ENDINGS): MarginMode {
    const { dice, state } = this.belongings;
    const contractAccount = findContractAccount(state.futures, user, contract.id);
    const isAlone = ending === "drain" && dice.chance(0.7);
    const drawn = isAlone ? "isolated" : dice.pick(["cross", "cross", "isolated"] as const);
    return contractAccount && !isModeFree(contractAccount) ? contractAccount.mode : drawn;
  }

  /** Not while the user has orders there: it would be refused. */
  private *lever(user: number, contract: Contract, leverage: number): Story {
    const { dice, state } = this.belongings;
    const isBusy = findContractAccount(state.futures, user, contract.id)?.resting;
    if (!isBusy || dice.chance(0.1)) {
      yield this.cast.speculators.levering(user, contract, leverage);
    }
  }

  private heldIn({ contract, user, side }: Bet): Position | undefined {
    const contractAccount = findContractAccount(this.belongings.state.futures, user, contract.id);
    return contractAccount && positionOn(contractAccount, side);
  }

  /** The user takes what was offered, at the price it was offered for. */
  private taking(bet: Bet, { lots, ticks }: { lots: number; ticks: number }): Command {
    const { contract, user, side, mode } = bet;
    const wish = { action: "open", side, mode, quantity: `${lots}`, ticks } as const;
    return this.cast.speculators.order(user, contract, { ...wish, clientId: "" });
  }

  /** The other side too, which a cross account can set against the first. */
  private *hedge(bet: Bet, lots: number): Story {
    const { side, user } = bet;
    const ticks = this.belongings.fair.contractTicks(bet.contract);
    yield* this.quote(bet, side, { lots, not: user });
    yield this.taking({ ...bet, side: otherSide(side) }, { lots, ticks });
  }

  /** Both sides together must keep more than the user has, and what is left of them alone need not. */
  private *tighten(bet: Bet): Story {
    const { speculators, contracts, clock } = this.cast;
    const { id } = bet.contract;
    yield speculators.stripping(bet);
    yield contracts.changing(id, 3_000_000);
    yield clock.second();
    yield contracts.changing(id);
  }

  /** Another user offers to open so many at the fair price. */
  private *quote(
    { contract }: Bet,
    side: Side,
    { lots, not, by }: { lots: number; not: number; by?: number },
  ): Story {
    const { dice, fair } = this.belongings;
    const { speculators } = this.cast;
    const user = by ?? this.drawUser(not);
    const ticks = fair.contractTicks(contract);
    if (speculators.reachOf(user, contract, 0.9) < lots) {
      yield speculators.bringing(user, contract.marginCoin, dice.between(40, 120));
    }
    const wish = { action: "open", side, quantity: `${lots}`, ticks, clientId: "" } as const;
    yield speculators.order(user, contract, wish);
  }

  /** The price goes against the user. */
  private *turn(bet: Bet, ending: keyof typeof ENDINGS): Story {
    const { dice } = this.belongings;
    switch (ending) {
      case "slide":
        yield* this.slide(bet, dice.between(5, 22));
        break;
      case "crash":
        yield* this.crash(bet, dice.between(4, 45));
        break;
      case "spent":
        yield* this.spend(bet);
        break;
      case "halt":
        yield { type: "HaltContract", contract: bet.contract.id, request: 0 };
        yield* this.crash(bet, dice.between(4, 30));
        yield { type: "ResumeContract", contract: bet.contract.id, request: 0 };
        break;
      case "stale":
        yield* this.silence(bet);
        break;
      case "drain":
        yield* this.drain(bet);
        break;
      case "none":
        break;
    }
  }

  /** By so many tenths of a percent, four times, with a user who takes what must be sold. */
  private *slide(bet: Bet, tenths: number): Story {
    const { dice } = this.belongings;
    for (let step = 0; step < 4; step++) {
      const position = this.heldIn(bet);
      if (!position) return;
      this.leap(bet, tenths / 10);
      const lots = Math.ceil(position.volume * dice.pick([0.4, 1, 1]));
      yield* this.quote(bet, bet.side, { lots, not: bet.user });
      yield* this.say(bet.contract);
    }
  }

  /** At once, with hardly an order that takes it. */
  private *crash(bet: Bet, percent: number): Story {
    const { dice } = this.belongings;
    const lots = Math.ceil((this.heldIn(bet)?.volume ?? 1) / 10);
    this.leap(bet, percent);
    if (dice.chance(0.4)) yield this.cast.contracts.insuring(bet.contract.marginCoin);
    if (dice.chance(0.5)) yield* this.quote(bet, bet.side, { lots, not: bet.user });
    yield* this.say(bet.contract);
  }

  /** All of it could be sold, near the mark and below what it cost: the fund pays while it lasts. */
  private *spend(bet: Bet): Story {
    const { dice } = this.belongings;
    const position = this.heldIn(bet);
    if (!position) return;
    yield this.cast.contracts.drawing(bet.contract.marginCoin);
    yield this.cast.contracts.insuring(bet.contract.marginCoin);
    this.leap(bet, dice.between(5, 25));
    yield* this.quote(bet, bet.side, { lots: position.volume, not: bet.user });
    yield* this.say(bet.contract);
  }

  /** No source names the price any more when it is needed; then one does. */
  private *silence(bet: Bet): Story {
    const { dice } = this.belongings;
    const { feeds, clock, contracts } = this.cast;
    const { id, base } = bet.contract;
    const source = "north";
    yield feeds.setting(base, source);
    yield withdrawing(base, OPERATOR);
    clock.pass(dice.between(10_001, 14_000));
    if (dice.chance(0.9)) yield contracts.changing(id, dice.pick([9_000_000, 7_500_000]));
    else yield* this.quote(bet, bet.side, { lots: 2, not: bet.user });
    if (dice.chance(0.5)) yield clock.second();
    yield feeds.setting(base, source);
    yield clock.second();
    if (feeds.isSilentOn(base)) yield withdrawing(base, source);
    else yield* this.say(bet.contract);
    yield contracts.changing(id);
  }

  /** Funding takes margin hour by hour while the price is kind; then it is not. */
  private *drain(bet: Bet): Story {
    const { dice, state } = this.belongings;
    const { clock, contracts, feeds } = this.cast;
    const { id, base } = bet.contract;
    const dear = { fundingHours: 1, fundingClamp: 2_000_000, settlementHours: 0 };
    const rate = bet.side === "buy" ? 900_000 : -900_000;
    yield { ...contracts.changing(id), ...dear, interestRate: rate } as Command;
    this.leap(bet, -dice.between(8, 35));
    const { marginCoin } = bet.contract;
    yield dice.chance(0.4) ? contracts.insuring(marginCoin) : contracts.drawing(marginCoin);
    yield feeds.setting(base, OPERATOR);
    yield clock.second();
    const hours = dice.between(3, 8);
    for (let hour = 0; hour < hours && this.heldIn(bet); hour++) {
      clock.untilHour(state.hourMs);
      yield clock.second();
      yield clock.hour(state.hourMs);
    }
    if (dice.chance(0.7)) yield* this.crash(bet, dice.between(20, 50));
    if (!feeds.isSpoken(base, OPERATOR)) yield withdrawing(base, OPERATOR);
  }

  /** So many percent against the user. */
  private leap({ contract, side }: Bet, percent: number): void {
    const { fair } = this.belongings;
    const factor = 1 - Math.abs(percent) / 100;
    const isDown = (side === "buy") === percent > 0;
    fair.leapBy(contract.base, isDown ? factor : 1 / factor);
  }

  /** Every source says what it knows of the price, and the second ticks. */
  private *say({ base, quote }: Contract): Story {
    const { feeds, clock } = this.cast;
    const { dice, state } = this.belongings;
    const { sources = [] } = state.prices.index[base - 1] ?? {};
    const isFixed = sources.some(({ name }) => name === OPERATOR);
    // Where no source speaks, or the operator's price stands already, the operator says it.
    const isHis = isFixed || feeds.isSilentOn(base) || dice.chance(0.4);
    if (isHis) yield feeds.setting(base, OPERATOR);
    else yield* feeds.speaking(base);
    const at = ASSETS.findIndex(({ name }) => name === quote);
    if (at >= 0) yield* feeds.speaking(at + 1);
    yield clock.second();
    const isFree = isHis && !feeds.isSpoken(base, OPERATOR);
    if (isFree && dice.chance(0.3)) yield withdrawing(base, OPERATOR);
  }
}
