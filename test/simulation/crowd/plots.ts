/**
 * Stories that chance alone would tell too seldom: a user brings money, borrows, buys or sells
 * short, and the price turns against the user, on a full book, a thin one or a halted one. Between the
 * steps of a story the other users go on, so that no two of them go alike.
 */

import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import { findAccount } from "../../../src/core/engine/margin/account.ts";
import type { Side } from "../../../src/core/engine/orders/order.ts";
import { isFrozen } from "../../../src/core/engine/users/users.ts";
import { formatSteps } from "../../../src/core/money/decimal.ts";
import type { Belongings, Borrowers } from "./borrowers.ts";
import type { Feeds } from "./feeds.ts";
import { GOLD, USDT, USERS, YEN } from "./market.ts";
import type { Story } from "./story.ts";
import type { Treasurer } from "./treasurer.ts";

const ENDINGS = { plain: 2, crash: 7, halt: 2, drip: 3, none: 0.5 } as const;

/** The senders that the stories use. */
interface Cast {
  readonly borrowers: Borrowers;
  readonly feeds: Feeds;
  readonly treasurer: Treasurer;
}

export class Plots {
  private readonly belongings: Belongings;
  private readonly borrowers: Borrowers;
  private readonly feeds: Feeds;
  private readonly treasurer: Treasurer;
  private current: Story | undefined;

  constructor(belongings: Belongings, { borrowers, feeds, treasurer }: Cast) {
    this.belongings = belongings;
    this.borrowers = borrowers;
    this.feeds = feeds;
    this.treasurer = treasurer;
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
    const pair = dice.pick(this.pairs());
    const side = dice.pick(["buy", "buy", "sell"] as const);
    const first = this.drawUser();
    const users = dice.chance(0.4) ? [first, this.drawOther(first)] : [first];
    for (const user of users) yield* this.borrow(user, pair, side);
    if (dice.chance(0.2)) yield this.borrowers.next();
    const isOwing = users.some((user) => findAccount(state.margin, user)?.debts.length);
    if (isOwing && (side === "sell" || pair.quote !== USDT)) yield* this.refresh();
    if (isOwing) yield* this.turn(pair, side);
  }

  /** A user who owes BTC and owns GOLD pays through USDT, where others buy the one and sell the other. */
  private *refresh(): Story {
    const { pairs } = this.belongings.state.catalogue;
    for (const pair of pairs.filter(({ isIndexPair }) => isIndexPair)) {
      yield this.quote(pair, pair.base === GOLD ? "buy" : "sell", { usdt: 80 });
    }
  }

  /** A user brings something and trades with more than that. */
  private *borrow(user: number, pair: Pair, side: Side): Story {
    const { dice } = this.belongings;
    // Who sells short on GOLD pays back through USDT.
    const asset =
      side === "sell" ? dice.pick([GOLD, GOLD, 3]) : dice.pick([USDT, USDT, 1, 3, GOLD]);
    yield this.borrowers.bringing(user, asset, dice.between(5, 40));
    for (const one of new Set([asset, pair.base, pair.quote])) yield* this.say(one);
    const usdt = this.borrowers.reachOf(user, pair, side, dice.between(10, 18) / 10);
    yield this.quote(pair, other(side), { usdt: usdt * 1.2, not: user });
    yield this.borrowers.leveraged(user, pair, side, usdt);
  }

  /** A user who may trade. */
  private drawUser(): number {
    const { dice, state } = this.belongings;
    const users = Array.from({ length: USERS }, (_, index) => index + 1);
    const free = users.filter((user) => {
      const isBusy = isFrozen(state.users, user) || state.margin.liquidating.has(user);
      return state.users.traders.includes(user) && !isBusy;
    });
    return dice.pick(free.length > 0 ? free : users);
  }

  private drawOther(not: number): number {
    const drawn = this.drawUser();
    return drawn === not ? (drawn % USERS) + 1 : drawn;
  }

  /** Where margin trades; or any, when it trades nowhere. */
  private pairs(): readonly Pair[] {
    const { pairs } = this.belongings.state.catalogue;
    const open = pairs.filter((pair) => pair.isMarginEnabled && pair.status === "trading");
    const usual = open.filter(({ base }) => base !== YEN);
    return usual.length > 0 ? usual : pairs;
  }

  /** The price goes against the user. */
  private *turn(pair: Pair, side: Side): Story {
    const { dice } = this.belongings;
    switch (dice.weighted(ENDINGS)) {
      case "plain":
        this.leap(pair, side, dice.between(10, 40));
        yield this.quote(pair, side, { usdt: dice.between(30, 300) });
        yield* this.say(pair.base);
        break;
      case "crash":
        yield* this.crash(pair, side);
        break;
      case "halt":
        yield { type: "HaltPair", pair: pair.id, request: 0 };
        this.leap(pair, side, dice.between(25, 60));
        yield* this.say(pair.base);
        yield { type: "ResumePair", pair: pair.id, request: 0 };
        break;
      case "drip":
        for (let drop = 0; drop < 4; drop++) {
          this.leap(pair, side, dice.between(4, 14));
          yield this.quote(pair, side, { usdt: dice.between(30, 200) });
          yield* this.say(pair.base);
        }
        break;
      case "none":
        break;
    }
  }

  /** The orders that would have bought are gone; a few come back, then more. */
  private *crash(pair: Pair, side: Side): Story {
    const { dice } = this.belongings;
    this.leap(pair, side, dice.between(25, 60));
    if (dice.chance(0.8)) yield this.treasurer.insuring(side === "buy" ? pair.quote : pair.base);
    yield this.quote(pair, other(side), { usdt: 150 });
    yield this.quote(pair, side, { usdt: dice.between(1, 10) });
    yield* this.say(pair.base);
    for (const usdt of [5, 60]) {
      yield this.quote(pair, side, { usdt });
      yield* this.say(pair.base);
    }
  }

  private leap({ base }: Pair, side: Side, percent: number): void {
    const { fair } = this.belongings;
    fair.leapBy(base, side === "buy" ? 1 - percent / 100 : 1 / (1 - percent / 100));
  }

  /** An asset gets a price: from its sources, or else by a trade. */
  private *say(asset: number): Story {
    const { dice, state } = this.belongings;
    yield* this.feeds.speaking(asset);
    const pair = state.catalogue.pairs.find(
      ({ base, isIndexPair }) => base === asset && isIndexPair,
    );
    if (!pair || !this.feeds.isSilentOn(asset)) return;
    for (const side of dice.pick([
      ["buy", "sell"],
      ["sell", "buy"],
    ] as const)) {
      yield this.quote(pair, side, { usdt: 2 });
    }
  }

  /** Another user offers about so much at the fair price. */
  private quote(
    pair: Pair,
    side: Side,
    { usdt, not = 0 }: { usdt: number; not?: number },
  ): Command {
    const { fair, by } = this.belongings;
    return {
      type: "PlaceOrder",
      ...by(this.drawOther(not)),
      pair: pair.id,
      side,
      kind: "limit",
      price: formatSteps(fair.ticksOf(pair), pair.pricePrecision),
      quantity: formatSteps(fair.lotsWorth(pair, usdt), pair.quantityPrecision),
      clientId: "",
    };
  }
}

function other(side: Side): Side {
  return side === "buy" ? "sell" : "buy";
}
