/** Rarities of the users who trade on their own money or on borrowed money, in pairs. */

import { ladderOf } from "../../../src/core/engine/book/book.ts";
import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import { freeOf } from "../../../src/core/engine/ledger/ledger.ts";
import { findAccount } from "../../../src/core/engine/margin/account.ts";
import type { Side } from "../../../src/core/engine/orders/order.ts";
import { openOrdersOf } from "../../../src/core/engine/read/orders.ts";
import { formatSteps, formatUnits } from "../../../src/core/money/decimal.ts";
import type { Belongings } from "./borrowers.ts";
import { lotsUpTo } from "./depth.ts";
import { YEN } from "./market.ts";
import { otherSide } from "./speculators.ts";
import type { Story, Telling } from "./story.ts";
import { EVERYBODY, tradersIn } from "./traders.ts";

/** An order to be met by another. */
interface Offer {
  readonly pair: Pair;
  readonly user: number;
  readonly side: Side;
  readonly lots: number;
  readonly ticks: number;
}

export class RareOrders {
  private readonly belongings: Belongings;

  constructor(belongings: Belongings) {
    this.belongings = belongings;
  }

  tellings(): Telling[] {
    return [
      () => this.payBack(),
      () => this.payBack(),
      () => this.tradeVast(),
      () => this.pileUp(),
      () => this.overspend(),
      () => this.takeBack(),
      () => this.nameAgain(),
    ];
  }

  /** A debtor offers what the account has for what it owes, and another user takes it on spot. */
  private *payBack(): Story {
    const { dice, state } = this.belongings;
    const offers = tradersIn(state).flatMap((user) => this.repaying(user));
    if (offers.length === 0) return;
    const offer = dice.pick(offers);
    yield this.asked("PlaceMarginOrder", offer);
    yield* this.meet(offer);
  }

  /** All that the debtor could sell of what is free, or buy with it, to pay back. */
  private repaying(user: number): Offer[] {
    const { state } = this.belongings;
    const { pairs } = state.catalogue;
    const open = pairs.filter((pair) => pair.isMarginEnabled && pair.status === "trading");
    const debts = findAccount(state.margin, user)?.debts ?? [];
    const offers = debts.flatMap(({ asset }) => {
      const buys = open.filter(({ base }) => base === asset);
      const sells = open.filter(({ quote }) => quote === asset);
      const buying = buys.map((pair) => this.affordable(user, pair, "buy"));
      return [...buying, ...sells.map((pair) => this.affordable(user, pair, "sell"))];
    });
    return offers.filter(({ lots, pair }) => lots >= pair.lotsMin);
  }

  private affordable(user: number, pair: Pair, side: Side): Offer {
    const { ledger } = this.belongings.state;
    const ticks = this.restingTicks(pair, side);
    const paid = side === "buy" ? pair.quote : pair.base;
    const free = freeOf(ledger, "margin", user, paid);
    const cost = side === "buy" ? BigInt(ticks) * pair.quoteUnit : pair.baseUnit;
    const lots = Math.min(Number(free / cost), pair.lotsMax);
    return { pair, user, side, lots, ticks };
  }

  /** A price at which an order waits, first of all if it can, and where a band allows it. */
  private restingTicks(pair: Pair, side: Side): number {
    const book = this.belongings.state.books[pair.id - 1];
    const against = book && ladderOf(book, otherSide(side)).best?.ticks;
    const fair = this.belongings.fair.ticksOf(pair);
    if (against === undefined) return fair;
    return Math.max(1, side === "buy" ? against - 1 : against + 1);
  }

  /** Another user takes all that is offered up to this order. */
  private *meet({ pair, side, ticks, user }: Offer): Story {
    const { dice, state } = this.belongings;
    const book = state.books[pair.id - 1];
    const others = tradersIn(state, user);
    if (!book || others.length === 0) return;
    const lots = Math.min(lotsUpTo(ladderOf(book, side), ticks), pair.lotsMax);
    const taker = { pair, user: dice.pick(others), side: otherSide(side), lots, ticks };
    yield this.asked("PlaceOrder", taker);
  }

  /** So much YEN that price times quantity is beyond 2^53. */
  private *tradeVast(): Story {
    const pair = this.pairOfYen();
    if (!pair) return;
    const ticks = this.restingTicks(pair, "sell");
    const lots = Math.floor(2 ** 53 / ticks) + this.belongings.dice.between(1, 1000);
    const user = this.drawRich(lots);
    if (user === undefined) return;
    const offer = { pair, user, side: "sell", lots, ticks } as const;
    yield this.asked("PlaceOrder", offer);
    yield* this.meet(offer);
  }

  /** Two of the largest orders at one price. */
  private *pileUp(): Story {
    const pair = this.pairOfYen();
    if (!pair) return;
    const ticks = this.restingTicks(pair, "sell") + 1;
    const lots = Number.MAX_SAFE_INTEGER - this.belongings.dice.between(0, 3);
    for (const user of [this.drawRich(lots), this.drawRich(lots)]) {
      if (user) yield this.asked("PlaceOrder", { pair, user, side: "sell", lots, ticks });
    }
  }

  private pairOfYen(): Pair | undefined {
    const { pairs } = this.belongings.state.catalogue;
    return pairs.find(({ base, status }) => base === YEN && status === "trading");
  }

  /** A user who can sell so many YEN. */
  private drawRich(lots: number): number | undefined {
    const { dice, state } = this.belongings;
    const rich = tradersIn(state).filter((user) => {
      return freeOf(state.ledger, "spot", user, YEN) >= 2n * BigInt(lots);
    });
    return rich.length > 0 ? dice.pick(rich) : undefined;
  }

  /** A market order for more than a pair allows at once. */
  private *overspend(): Story {
    const { dice, state, by } = this.belongings;
    const pair = state.catalogue.pairs.find(
      ({ marketNotionalMax, status }) => marketNotionalMax > 0n && status === "trading",
    );
    const users = tradersIn(state);
    if (!pair || users.length === 0) return;
    const amount = pair.marketNotionalMax / pair.quoteUnit + BigInt(dice.between(1, 9));
    yield {
      type: "PlaceOrder",
      ...by(dice.pick(users)),
      pair: pair.id,
      side: "buy",
      kind: "market",
      price: "",
      clientId: "",
      quantity: formatUnits(amount, pair.pricePrecision + pair.quantityPrecision),
    };
  }

  /** A user cancels an order on borrowed money. */
  private *takeBack(): Story {
    const { dice, state, by } = this.belongings;
    const open = EVERYBODY.flatMap((user) => [
      ...openOrdersOf(state.orders, { area: "margin", user }),
    ]);
    if (open.length === 0) return;
    const { user, market: pair, id } = dice.pick(open);
    yield { type: "CancelMarginOrder", ...by(user), pair, order: id, clientId: "" };
  }

  /** SPOT-CLIENT-7: a name whose order the operator has ended is used again, before and after it is free at once. */
  private *nameAgain(): Story {
    const { dice, state, by, writer } = this.belongings;
    const pairs = state.catalogue.pairs.filter(({ status }) => status === "trading");
    const users = tradersIn(state);
    if (pairs.length === 0 || users.length === 0) return;
    const user = dice.pick(users);
    const clientId = "once-more";
    const order = (): Command => {
      const asked = writer.asked(dice.pick(pairs).id, 0);
      return { type: "PlaceOrder", ...by(user), ...asked, clientId };
    };
    const setting = { type: "SetClientIdReuse", user, request: 0 } as const;
    yield { ...setting, isFree: false };
    for (const isFree of [true, false]) {
      yield order();
      const open = state.orders.byId.sorted().find((one) => one.clientId === clientId);
      if (open) yield { type: "CancelByOperator", order: open.id, request: 0 };
      yield order();
      yield { ...setting, isFree };
    }
  }

  private asked(
    type: "PlaceOrder" | "PlaceMarginOrder",
    { pair, user, side, lots, ticks }: Offer,
  ): Command {
    return {
      type,
      ...this.belongings.by(user),
      pair: pair.id,
      side,
      kind: "limit",
      clientId: "",
      quantity: formatSteps(lots, pair.quantityPrecision),
      price: formatSteps(ticks, pair.pricePrecision),
    };
  }
}
