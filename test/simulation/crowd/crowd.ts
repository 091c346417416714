/**
 * All senders of commands, drawn from the seed: traders who mostly make sense, others
 * who do not, and an operator. It looks at the state to find something to cancel or to repeat, but
 * never at its own chance twice: the same seed sends the same commands.
 */
import { isInForce } from "../../../src/core/engine/catalogue/rule-changes.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import { HOUR_MS } from "../../../src/core/engine/directory.ts";
import { holdingsOf, undecidedBy } from "../../../src/core/engine/margin/valuation.ts";
import type { Order } from "../../../src/core/engine/orders/order.ts";
import { RULES } from "../../../src/core/engine/rule-versions.ts";
import { dueCountdowns } from "../../../src/core/engine/spot/countdowns.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import type { Dice } from "../dice.ts";
import { batchOf } from "./batches.ts";
import { type Belongings, Borrowers } from "./borrowers.ts";
import { Cancelers } from "./cancelers.ts";
import { Chains } from "./chains.ts";
import { Clock } from "./clock.ts";
import { Contracts } from "./contracts.ts";
import { FairPrices } from "./fair-prices.ts";
import { Feeds } from "./feeds.ts";
import { Gambles } from "./gambles.ts";
import { Keepers } from "./keepers.ts";
import { ListMakers } from "./list-makers.ts";
import { openingCommands, USERS } from "./market.ts";
import { Operator } from "./operator.ts";
import { OrderWriter } from "./order-writer.ts";
import { Plots } from "./plots.ts";
import { RareBets } from "./rare-bets.ts";
import { RareInstructions } from "./rare-instructions.ts";
import { RareLists } from "./rare-lists.ts";
import { RareMarkets } from "./rare-markets.ts";
import { RareOrders } from "./rare-orders.ts";
import { RareRulings } from "./rare-rulings.ts";
import { RareStops } from "./rare-stops.ts";
import { Rarities } from "./rarities.ts";
import { Repeats } from "./repeats.ts";
import { Ruins } from "./ruins.ts";
import { Speculators } from "./speculators.ts";
import type { Story, Telling } from "./story.ts";
import { Treasurer } from "./treasurer.ts";

const WEIGHTS = {
  order: 21,
  batch: 6,
  cancel: 6,
  cancelBatch: 2,
  hour: 3,
  operator: 13,
  borrower: 10,
  plot: 32,
  feed: 8,
  treasurer: 3,
  second: 0,
  contracts: 0,
  speculator: 0,
  gamble: 0,
  canceler: 0,
} as const;

/** Of a run with futures: all of the above less often, and as much again about contracts. */
const FUTURES_WEIGHTS = {
  order: 8,
  batch: 3,
  cancel: 3,
  cancelBatch: 1,
  hour: 2,
  operator: 12,
  borrower: 5,
  plot: 29,
  feed: 4,
  treasurer: 3,
  second: 2,
  contracts: 6,
  speculator: 17,
  gamble: 20,
  canceler: 0,
} as const;

/** Of a run with the order set, besides. */
const CANCELERS = 9;
/** Less often by users of an older directory, which knows no lists. */
const LIST_MAKERS = 9;
/** How soon an older directory adopts the newest rules. */
const RENEWED = 0.03;

/** How often a user does what is rare; with the order set there is more of it. */
const RARE = 0.03;
const RARE_OF_MORE = 0.07;

/** As many as a long run lets pass. */
const MONTH_DAYS = 30;
/** The first of them, while some user is sure to hold a contract. */
const KEPT_DAYS = 5;
/** So many commands from the first, the days that are left pass whatever the users hold. */
const LATE = 200;

/** What kind of run it is. */
export interface Plan {
  /** A month passes. */
  readonly isLong: boolean;
  readonly hasFutures: boolean;
  /** Orders have instructions, and their users manage them. */
  readonly hasOrderSet: boolean;
}

export class Crowd {
  private readonly dice: Dice;
  private readonly state: ExchangeState;
  private readonly opening: Command[];
  /** What people bring into margin as soon as they have keys. */
  private readonly bringing: Story;
  private readonly writer: OrderWriter;
  private readonly operator: Operator;
  readonly borrowers: Borrowers;
  readonly feeds: Feeds;
  readonly treasurer: Treasurer;
  readonly contracts: Contracts;
  readonly speculators: Speculators;
  readonly clock: Clock;
  readonly chains: Chains;
  private readonly plots: Plots;
  private readonly gambles: Gambles;
  private readonly keepers: Keepers;
  private readonly cancelers: Cancelers;
  private readonly listMakers: ListMakers;
  private readonly rarities: Rarities;
  private readonly plan: Plan;
  private readonly repeats: Repeats;
  /** Drawn, and sent when what is due before it is done. */
  private held: Command | undefined;
  /** A story of futures goes on for some steps, so that little comes between. */
  private isGambling = false;
  /** Days have passed, and their hours tick up to then before anything else happens. */
  private ticksUntilMs = 0;
  private daysPassed = 0;
  /** How many commands were drawn: hours that tick by themselves do not count. */
  drawn = 0;

  constructor(dice: Dice, state: ExchangeState, plan: Plan) {
    this.dice = dice;
    this.state = state;
    this.clock = new Clock(1_700_000_000_000 + dice.between(0, HOUR_MS));
    this.plan = plan;
    this.repeats = new Repeats(dice);
    const fair = new FairPrices(dice);
    this.writer = new OrderWriter(dice, state, fair, plan.hasOrderSet);
    const by = (user: number) => this.by(user);
    const { hasOrderSet } = plan;
    const belongings = { dice, state, fair, writer: this.writer, by, hasOrderSet };
    this.operator = new Operator(dice, state, () => this.timeMs);
    this.borrowers = new Borrowers(belongings);
    this.feeds = new Feeds(belongings, plan);
    this.treasurer = new Treasurer(dice, state, fair);
    this.contracts = new Contracts(dice, state, fair);
    this.speculators = new Speculators(belongings);
    this.chains = new Chains(belongings, this.speculators);
    this.plots = new Plots(belongings, this);
    this.gambles = new Gambles(belongings, this);
    this.keepers = new Keepers(belongings, this);
    this.cancelers = new Cancelers(belongings);
    this.listMakers = new ListMakers(belongings);
    this.bringing = this.bringAll();
    this.rarities = new Rarities(dice, this.rareTellings(belongings));
    const opening = openingCommands(dice, plan.hasOrderSet);
    this.opening = [...opening, ...this.feeds.opening(), ...this.treasurer.opening()];
    if (plan.hasFutures) this.opening.push(...this.contracts.opening());
  }

  private rareTellings(belongings: Belongings): Telling[] {
    const { dice, state } = this;
    const tellings = [
      ...new RareRulings(dice, state, this.clock).tellings(),
      ...new RareOrders(belongings).tellings(),
      ...new Ruins(belongings, this).tellings(),
    ];
    if (this.plan.hasOrderSet) {
      tellings.push(...new RareInstructions(belongings, this.clock).tellings());
      tellings.push(...new RareStops(belongings).tellings());
      tellings.push(...new RareLists(belongings).tellings());
    }
    if (!this.plan.hasFutures) return tellings;
    const bets = new RareBets(belongings, this);
    return [...tellings, ...bets.tellings(), ...new RareMarkets(belongings, this).tellings()];
  }

  get timeMs(): number {
    return this.clock.timeMs;
  }

  /** Time goes on, mostly by little; commands of one batch have the same. */
  private wait(): void {
    const { dice } = this;
    if (dice.chance(0.6)) return;
    if (dice.chance(0.02)) this.clock.pass(dice.between(55_000, 65_000));
    else if (dice.chance(0.015)) this.clock.pass(dice.between(1, 3) * HOUR_MS);
    else this.clock.pass(dice.between(1, 800));
    if (this.opening.length > 0) return;
    const daysLeft = MONTH_DAYS - this.daysPassed;
    if (this.isMonthDue() && dice.chance(0.2))
      this.passDays(dice.between(1, Math.min(8, daysLeft)));
    else if (this.isAnyoneWarned() && dice.chance(0.08)) this.passDays(1);
  }

  /** Has a long run more days to pass? Mostly while some user holds contracts, and pays for it. */
  private isMonthDue(): boolean {
    const { plan, state, dice } = this;
    if (!plan.isLong || this.daysPassed >= MONTH_DAYS) return false;
    const isPaid = !plan.hasFutures || state.futures.positions.size > 0;
    return isPaid || this.drawn > LATE || dice.chance(0.2);
  }

  /** Every hour of them is going to tick. */
  private passDays(count: number): void {
    this.daysPassed += count;
    this.clock.pass(count * 25 * HOUR_MS);
    this.ticksUntilMs = this.timeMs;
  }

  /** A user whose level will still be known tomorrow. */
  private isAnyoneWarned(): boolean {
    const { state } = this;
    const tomorrowMs = this.timeMs + 25 * HOUR_MS;
    return [...state.margin.accounts.values()].some((account) => {
      if (account.calledAtMs === 0) return false;
      return undecidedBy(state, holdingsOf(state, account.user), tomorrowMs) === 0;
    });
  }

  next(): Command {
    const nextHourMs = this.state.hourMs + HOUR_MS;
    if (nextHourMs <= this.ticksUntilMs) return this.tick(nextHourMs);
    this.held ??= this.take();
    const command = this.held;
    const [due] = dueCountdowns(this.state.countdowns, this.timeMs, 1);
    // SPOT-COUNT-3: as the sequencer would, before whatever comes at this time.
    if (due) return { type: "EndCountdown", user: due.user, pair: due.pair };
    this.held = undefined;
    return command;
  }

  private take(): Command {
    this.drawn++;
    this.wait();
    const opening = this.opening.shift();
    if (opening) return opening;
    const brought = this.bringing.next();
    if (!brought.done) return brought.value;
    return this.repeats.again() ?? this.repeats.prepare(this.draw());
  }

  /** FUT-FUND-2: an interval has a sample in it, or no funding. */
  private tick(hourMs: number): Command {
    const secondMs = hourMs - 1000;
    const isSampled = !this.plan.hasFutures || this.state.futures.secondMs >= secondMs;
    return isSampled ? { type: "HourTick", hourMs } : { type: "SecondTick", secondMs };
  }

  private *bringAll(): Story {
    yield* this.borrowers.opening();
    if (!this.plan.hasFutures) return;
    yield* this.speculators.opening(this.contracts.coins());
    yield this.clock.second();
    const [market] = this.state.futures.markets;
    if (!this.plan.isLong || !market) return;
    yield* this.keepers.keep(market);
    this.passDays(KEPT_DAYS);
  }

  private draw(): Command {
    const often = this.plan.hasOrderSet ? RARE_OF_MORE : RARE;
    const rare =
      this.rarities.step() ?? (this.dice.chance(often) ? this.rarities.next() : undefined);
    if (rare) return rare;
    if (this.isOld() && this.dice.chance(RENEWED)) {
      return { type: "AdoptRules", rules: RULES, request: 0 };
    }
    if (this.isGambling && this.dice.chance(0.65)) return this.gambles.next();
    this.isGambling = false;
    const weights = this.plan.hasFutures ? FUTURES_WEIGHTS : WEIGHTS;
    const canceler = this.plan.hasOrderSet ? CANCELERS : 0;
    switch (this.dice.weighted({ ...weights, canceler, listMaker: this.listMakerWeight() })) {
      case "canceler":
        return this.cancelers.next();
      case "listMaker":
        return this.listMakers.next();
      case "second":
        return this.second();
      case "contracts":
        return this.contracts.next();
      case "speculator":
        return this.speculators.next();
      case "gamble":
        this.isGambling = true;
        return this.gambles.next();
      case "order":
        return { type: "PlaceOrder", ...this.by(), ...this.writer.asked(this.writer.drawPair()) };
      case "batch":
        return this.batch();
      case "cancel":
        return this.cancel();
      case "cancelBatch":
        return this.cancelBatch();
      case "hour":
        return this.hour();
      case "operator":
        return this.operator.next();
      case "borrower":
        return this.borrowers.next();
      case "plot":
        return this.plots.next();
      case "feed":
        return this.feeds.next();
      case "treasurer":
        return this.treasurer.next();
    }
  }

  private listMakerWeight(): number {
    if (!this.plan.hasOrderSet) return 0;
    return isInForce(this.state, "order_extras") ? LIST_MAKERS : 1;
  }

  /** Whether the directory has not adopted the newest rules yet. */
  private isOld(): boolean {
    return this.plan.hasOrderSet && this.state.rules < RULES;
  }

  /** The sender, mostly with a good key of its own. */
  private by(user = this.dice.between(1, USERS)) {
    const { dice, state } = this;
    const own = state.users.keys.filter((key) => key.user === user);
    const key = dice.chance(0.02) || own.length === 0 ? dice.between(0, 12) : dice.pick(own).id;
    return { user, key, request: dice.between(0, 1000) };
  }

  private batch(): Command {
    return { type: "PlaceBatch", ...this.by(), ...batchOf(this.dice, this.writer) };
  }

  private someOrder(): Order | undefined {
    const open = this.state.orders.byId.sorted();
    return open.length === 0 ? undefined : this.dice.pick(open);
  }

  /** An id that may have been given, ended or not. */
  private someId(): number {
    return this.dice.between(0, this.state.orders.orderIdLast + 3);
  }

  private cancel(): Command {
    const { dice } = this;
    const order = this.someOrder();
    if (!order || dice.chance(0.25)) {
      const clientId = dice.chance(0.5) ? this.writer.clientId() : `bourse:${this.someId()}`;
      const id = dice.chance(0.5) ? this.someId() : 0;
      return { type: "CancelOrder", ...this.by(), pair: dice.between(0, 6), order: id, clientId };
    }
    const byName = dice.chance(0.4);
    const clientId = byName ? order.clientId || `bourse:${order.id}` : "";
    const { user, market: pair } = order;
    return { type: "CancelOrder", ...this.by(user), pair, order: byName ? 0 : order.id, clientId };
  }

  private cancelBatch(): Command {
    const { dice, state } = this;
    const order = this.someOrder();
    const own = state.orders.byId.sorted().filter((one) => one.user === order?.user);
    const count = dice.chance(0.1) ? dice.pick([0, 10, 11]) : dice.between(1, 4);
    const orders = Array.from({ length: count }, () =>
      own.length > 0 && dice.chance(0.7) ? dice.pick(own).id : this.someId(),
    );
    return { type: "CancelBatch", ...this.by(order?.user), pair: order?.market ?? 1, orders };
  }

  /** A full second, or one that has ticked, is not due, or is none. */
  private second(): Command {
    if (this.dice.chance(0.8)) return this.clock.second();
    const { secondMs } = this.state.futures;
    return { type: "SecondTick", secondMs: secondMs + this.dice.pick([0, 500, 10 ** 9]) };
  }

  /** The next hour, or one that has ticked, is not due, or is none. */
  private hour(): Command {
    const step = this.dice.pick([1, 1, 1, 0, 2, -1, 0.5]);
    return { type: "HourTick", hourMs: this.state.hourMs + step * HOUR_MS };
  }
}
