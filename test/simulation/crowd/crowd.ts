/**
 * Everybody who ever sends a command, drawn from the seed: traders who mostly make sense, people
 * who do not, and an operator. It looks at the state to find something to cancel or to repeat, but
 * never at its own chance twice: the same seed sends the same commands.
 */
import type { Command } from "../../../src/engine/codec.ts";
import { HOUR_MS } from "../../../src/engine/directory.ts";
import { holdingsOf, undecidedBy } from "../../../src/engine/margin/valuation.ts";
import type { Order } from "../../../src/engine/orders/order.ts";
import type { ExchangeState } from "../../../src/engine/state.ts";
import type { Dice } from "../dice.ts";
import { Borrowers } from "./borrowers.ts";
import { FairPrices } from "./fair-prices.ts";
import { Feeds } from "./feeds.ts";
import { openingCommands, USERS } from "./market.ts";
import { Operator } from "./operator.ts";
import { OrderWriter } from "./order-writer.ts";
import { Plots } from "./plots.ts";
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
} as const;

export class Crowd {
  private readonly dice: Dice;
  private readonly state: ExchangeState;
  private readonly opening: Command[];
  /** What people bring into margin as soon as they have keys. */
  private bringing: Command[] | undefined;
  private readonly writer: OrderWriter;
  private readonly operator: Operator;
  readonly borrowers: Borrowers;
  readonly feeds: Feeds;
  readonly treasurer: Treasurer;
  private readonly plots: Plots;
  /** Months pass in such a run. */
  private readonly isLong: boolean;
  /** Days have passed, and their hours strike up to then before anything else happens. */
  private strikesUntilMs = 0;
  /** How many commands were drawn: those of hours that nobody asked for do not count. */
  drawn = 0;
  timeMs: number;

  constructor(dice: Dice, state: ExchangeState, { isLong }: { isLong: boolean }) {
    this.dice = dice;
    this.state = state;
    this.timeMs = 1_700_000_000_000 + dice.between(0, HOUR_MS);
    this.isLong = isLong;
    const fair = new FairPrices(dice);
    this.writer = new OrderWriter(dice, state, fair);
    const by = (user: number) => this.by(user);
    const belongings = { dice, state, fair, writer: this.writer, by };
    this.operator = new Operator(dice, state);
    this.borrowers = new Borrowers(belongings);
    this.feeds = new Feeds(belongings, { isLong });
    this.treasurer = new Treasurer(dice, state, fair);
    this.plots = new Plots(belongings, this);
    this.opening = [...openingCommands(dice), ...this.feeds.opening(), ...this.treasurer.opening()];
  }

  /** Time goes on, mostly by little; commands of one batch have the same. */
  private wait(): void {
    const { dice } = this;
    if (dice.chance(0.6)) return;
    if (dice.chance(0.02)) this.timeMs += dice.between(55_000, 65_000);
    else if (dice.chance(0.015)) this.timeMs += dice.between(1, 3) * HOUR_MS;
    else this.timeMs += dice.between(1, 800);
    if (this.opening.length > 0) return;
    if (this.isLong && dice.chance(0.08)) this.passDays(dice.between(1, 8));
    else if (this.isAnyoneWarned() && dice.chance(0.08)) this.passDays(1);
  }

  /** Every hour of them is going to strike. */
  private passDays(count: number): void {
    this.timeMs += count * 25 * HOUR_MS;
    this.strikesUntilMs = this.timeMs;
  }

  /** Somebody whose level will still be known tomorrow. */
  private isAnyoneWarned(): boolean {
    const { state } = this;
    const tomorrowMs = this.timeMs + 25 * HOUR_MS;
    return state.margin.accounts.some((account) => {
      if (!account || account.calledAtMs === 0) return false;
      return undecidedBy(state, holdingsOf(state, account.user), tomorrowMs) === 0;
    });
  }

  next(): Command {
    const nextHourMs = this.state.hourMs + HOUR_MS;
    if (nextHourMs <= this.strikesUntilMs) return { type: "StrikeHour", hourMs: nextHourMs };
    this.drawn++;
    this.wait();
    const opening = this.opening.shift();
    if (opening) return opening;
    this.bringing ??= this.borrowers.opening();
    return this.bringing.shift() ?? this.draw();
  }

  private draw(): Command {
    switch (this.dice.weighted(WEIGHTS)) {
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

  /** Who asks, mostly with a good key of his own. */
  private by(user = this.dice.between(1, USERS)) {
    const { dice, state } = this;
    const own = state.users.keys.filter((key) => key.user === user);
    const key = dice.chance(0.02) || own.length === 0 ? dice.between(0, 12) : dice.pick(own).id;
    return { user, key, request: dice.between(0, 1000) };
  }

  private batch(): Command {
    const pair = this.writer.drawPair();
    const count = this.dice.chance(0.1) ? this.dice.pick([0, 10, 11]) : this.dice.between(1, 5);
    const items = Array.from({ length: count }, () => {
      const { pair: _, ...item } = this.writer.asked(pair, 0.01);
      return item;
    });
    return { type: "PlaceBatch", ...this.by(), pair, items };
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
    const { user, pair } = order;
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
    return { type: "CancelBatch", ...this.by(order?.user), pair: order?.pair ?? 1, orders };
  }

  /** The next hour, or one that has struck, is not due, or is none. */
  private hour(): Command {
    const step = this.dice.pick([1, 1, 1, 0, 2, -1, 0.5]);
    return { type: "StrikeHour", hourMs: this.state.hourMs + step * HOUR_MS };
  }
}
