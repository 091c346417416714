/**
 * Debtors are ruined: what they hold falls, what they owe rises, and there is
 * a buyer, so that all of it is sold and does not suffice. The buyer is a user without debt, one
 * with debt, or the one who is ruined.
 */

import { ladderOf } from "../../../src/core/engine/book/book.ts";
import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import { findBalance, freeOf } from "../../../src/core/engine/ledger/ledger.ts";
import { findAccount, hasDebt } from "../../../src/core/engine/margin/account.ts";
import { owedOf } from "../../../src/core/engine/margin/loans.ts";
import type { Side } from "../../../src/core/engine/orders/order.ts";
import { OPERATOR } from "../../../src/core/engine/prices/index-prices.ts";
import { lastTicksOf } from "../../../src/core/engine/prices/prices.ts";
import { formatSteps } from "../../../src/core/money/decimal.ts";
import { RATE_ONE } from "../../../src/core/money/rate.ts";
import type { Belongings, Borrowers } from "./borrowers.ts";
import { lotsUpTo } from "./depth.ts";
import { type Feeds, withdrawing } from "./feeds.ts";
import { fewLots, instructedOrder } from "./instructed-order.ts";
import { ASSETS, GOLD, USDT } from "./market.ts";
import { otherSide } from "./speculators.ts";
import type { Story, Telling } from "./story.ts";
import { tradersIn } from "./traders.ts";
import type { Treasurer } from "./treasurer.ts";

/** How far a price goes in one step, and how many steps ruin any debtor. */
const STEP = 0.97;
const STEPS = 60;

/** The senders that the stories use. */
interface Cast {
  readonly borrowers: Borrowers;
  readonly feeds: Feeds;
  readonly treasurer: Treasurer;
}

/** What a debtor holds and owes, without USDT. */
interface Exposure {
  readonly falling: readonly number[];
  readonly rising: readonly number[];
}

/** A user who trades for about so many USDT. */
interface Quote {
  readonly side: Side;
  readonly usdt: number;
  readonly user: number;
  readonly area?: "margin" | "spot";
}

export class Ruins {
  private readonly belongings: Belongings;
  private readonly cast: Cast;

  constructor(belongings: Belongings, cast: Cast) {
    this.belongings = belongings;
    this.cast = cast;
  }

  tellings(): Telling[] {
    return [() => this.ruin(), () => this.ruin(), () => this.ruinWhoSoldShort()];
  }

  private *ruin(): Story {
    const { dice, state } = this.belongings;
    const debtors = tradersIn(state).filter((user) => hasDebt(findAccount(state.margin, user)));
    if (debtors.length > 0) yield* this.sellUp(dice.pick(debtors));
  }

  /** A debtor who owes BTC and holds GOLD sells the one for USDT, and buys the other for it. */
  private *ruinWhoSoldShort(): Story {
    const { dice, state } = this.belongings;
    const users = tradersIn(state);
    const pair = state.catalogue.pairs[0];
    if (users.length < 2 || !pair?.isMarginEnabled || pair.status !== "trading") return;
    const first = dice.pick(users);
    const second = dice.pick(users);
    for (const user of new Set([first, second])) yield* this.sellShort(user, pair);
    if (hasDebt(findAccount(state.margin, first))) yield* this.sellUp(first);
  }

  private *sellShort(user: number, pair: Pair): Story {
    yield this.cast.borrowers.bringing(user, GOLD, 30);
    yield* this.say([GOLD, pair.base]);
    const usdt = this.cast.borrowers.reachOf(user, pair, "sell", 1.2);
    yield* this.makeWay(pair, "buy", user);
    yield this.quote(pair, {
      side: "buy",
      usdt: usdt * 1.2,
      user: this.richest(pair, "buy", user),
    });
    yield this.quote(pair, { side: "sell", usdt, user, area: "margin" });
  }

  private *sellUp(user: number): Story {
    const { state } = this.belongings;
    const exposure = this.exposureOf(user);
    this.spoil(user, exposure);
    const owed = findAccount(state.margin, user)?.debts.map(({ asset }) => asset) ?? [];
    for (const asset of owed) yield* this.cast.treasurer.thinning(asset);
    yield* this.comeToBuy(user, exposure);
    const spoken = [...exposure.rising, ...exposure.falling];
    yield* this.say(spoken);
    if (state.margin.liquidating.has(user)) {
      yield* this.comeToBuy(user, exposure);
      yield* this.say(spoken.slice(-1));
    }
    for (const asset of spoken) {
      if (!this.cast.feeds.isSpoken(asset, OPERATOR)) yield withdrawing(asset, OPERATOR);
    }
  }

  private *say(assets: readonly number[]): Story {
    for (const asset of assets) yield this.cast.feeds.setting(asset, OPERATOR);
  }

  private exposureOf(user: number): Exposure {
    const { ledger, margin } = this.belongings.state;
    const debts = findAccount(margin, user)?.debts ?? [];
    const rising = debts.map(({ asset }) => asset).filter((asset) => asset !== USDT);
    const falling = ASSETS.map((_, index) => index + 1).filter((asset) => {
      const { free = 0n, locked = 0n } = findBalance(ledger, "margin", user, asset) ?? {};
      return free + locked > 0n && asset !== USDT && !rising.includes(asset);
    });
    return { falling, rising };
  }

  /** All prices go against the debtor until what is held must be sold, or does not even suffice. */
  private spoil(user: number, { falling, rising }: Exposure): void {
    const { dice, fair, state } = this.belongings;
    const { liquidationLevel } = state.catalogue.marginRules;
    const level = dice.chance(0.25) ? 1 + (liquidationLevel / RATE_ONE - 1) / 2 : 0.9;
    for (let step = 0; step < STEPS && this.levelOf(user) > level; step++) {
      for (const asset of falling) fair.push(asset, STEP);
      for (const asset of rising) fair.push(asset, 1 / STEP);
    }
  }

  /** What the debtor holds, in parts of what is owed. */
  private levelOf(user: number): number {
    const { fair, state } = this.belongings;
    const debts = findAccount(state.margin, user)?.debts ?? [];
    const owed = debts.map((debt) => fair.worthOf(debt.asset, owedOf(state.margin, debt)));
    return sumOf(ASSETS.map((_, index) => this.worthHeld(user, index + 1))) / sumOf(owed);
  }

  private worthHeld(user: number, asset: number): number {
    const { fair, state } = this.belongings;
    const { free = 0n, locked = 0n } = findBalance(state.ledger, "margin", user, asset) ?? {};
    return fair.worthOf(asset, free + locked);
  }

  /** Wherever the debtor can sell what falls or buy what rises, others are there for all of it. */
  private *comeToBuy(user: number, { falling, rising }: Exposure): Story {
    const { state } = this.belongings;
    for (const pair of state.catalogue.pairs.filter(({ status }) => status === "trading")) {
      const { base, quote } = pair;
      const isSold = falling.includes(base) && (quote === USDT || rising.includes(quote));
      const isBought = rising.includes(base) && (quote === USDT || falling.includes(quote));
      if (!isSold && !isBought) continue;
      const side = isSold ? "buy" : "sell";
      const held = sumOf(falling.map((asset) => this.worthHeld(user, asset)));
      yield* this.makeWay(pair, side, user);
      yield* this.bidFor(pair, { side, usdt: held * 1.5 + 1, user });
    }
  }

  /** No order offers more than the new price any more. */
  private *makeWay(pair: Pair, side: Side, not: number): Story {
    const { fair, state } = this.belongings;
    const book = state.books[pair.id - 1];
    const beyond = fair.ticksOf(pair) + (side === "buy" ? 1 : -1);
    const lots = book ? lotsUpTo(ladderOf(book, side), beyond) : 0;
    const against = otherSide(side);
    const order = { side: against, user: this.richest(pair, against, not), lots, ticks: beyond };
    if (lots > 0 && beyond > 0) yield this.limit(pair, order);
  }

  /** A little of it on borrowed money, a little by the debtor, and the rest by another user. */
  private *bidFor(pair: Pair, { side, usdt, user }: Quote): Story {
    const { dice, state } = this.belongings;
    if (tradersIn(state, user).length === 0) return;
    if (dice.chance(0.5) && pair.isMarginEnabled) {
      const borrower = dice.pick(tradersIn(state, user));
      yield this.quote(pair, { side, usdt: usdt / 8, user: borrower, area: "margin" });
    }
    if (dice.chance(0.3)) yield this.quote(pair, { side, usdt: usdt / 8, user });
    yield this.quote(pair, { side, usdt, user: this.richest(pair, side, user) });
    if (this.belongings.hasOrderSet) yield* this.waitFor(pair, user);
  }

  /** Others wait for the price at which the debtor is going to sell. */
  private *waitFor(pair: Pair, not: number): Story {
    const { belongings } = this;
    const { dice, fair, state } = belongings;
    const others = tradersIn(state, not);
    const ticks = fair.ticksOf(pair);
    if (others.length === 0 || lastTicksOf(state.prices, pair.id) === 0) return;
    const stop = { user: dice.pick(others), side: dice.pick(["buy", "sell"] as const), ticks };
    const lots = fewLots(belongings, pair, ticks);
    yield instructedOrder(belongings, pair, { ...stop, lots, triggerTicks: ticks });
  }

  /** The user who has most of what such an order costs. */
  private richest(pair: Pair, side: Side, not: number): number {
    const { state } = this.belongings;
    const paid = side === "buy" ? pair.quote : pair.base;
    const has = (user: number) => freeOf(state.ledger, "spot", user, paid);
    const others = tradersIn(state, not);
    return others.reduce((best, user) => (has(user) > has(best) ? user : best), others[0] ?? not);
  }

  /** At the fair price. */
  private quote(pair: Pair, { usdt, ...order }: Quote): Command {
    const { fair } = this.belongings;
    const lots = Math.min(fair.lotsWorth(pair, usdt), pair.lotsMax);
    return this.limit(pair, { ...order, lots, ticks: fair.ticksOf(pair) });
  }

  private limit(
    pair: Pair,
    { side, lots, ticks, user, area }: Omit<Quote, "usdt"> & { lots: number; ticks: number },
  ): Command {
    return {
      type: area === "margin" ? "PlaceMarginOrder" : "PlaceOrder",
      ...this.belongings.by(user),
      pair: pair.id,
      side,
      kind: "limit",
      clientId: "",
      quantity: formatSteps(Math.min(lots, pair.lotsMax), pair.quantityPrecision),
      price: formatSteps(ticks, pair.pricePrecision),
    };
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
