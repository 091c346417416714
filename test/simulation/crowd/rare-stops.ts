/** Stops that are triggered: one by the next, several at once, by every kind of order that can trade. */

import { ladderOf } from "../../../src/core/engine/book/book.ts";
import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import { lastTicksOf } from "../../../src/core/engine/prices/prices.ts";
import type { PlaceOrder } from "../../../src/core/engine/spot/spot.ts";
import { formatSteps } from "../../../src/core/money/decimal.ts";
import type { Belongings } from "./borrowers.ts";
import { lotsUpTo } from "./depth.ts";
import { drawTradedPair, fewLots, instructedOrder } from "./instructed-order.ts";
import { RareTrails } from "./rare-trails.ts";
import { otherSide } from "./speculators.ts";
import type { Story, Telling } from "./story.ts";
import { drawTwo, tradersIn } from "./traders.ts";

const GATHERED = 5;

export class RareStops {
  private readonly belongings: Belongings;

  constructor(belongings: Belongings) {
    this.belongings = belongings;
  }

  tellings(): Telling[] {
    const gathering = () => this.gather();
    const trails = new RareTrails(this.belongings).tellings();
    return [() => this.chain(), gathering, gathering, gathering, ...trails];
  }

  /** Each stop takes an offer that is dearer than the one before, and all are above what was paid so far. */
  private *chain(): Story {
    const { belongings } = this;
    const { dice, state } = belongings;
    const pair = drawTradedPair(belongings);
    const [seller, buyer] = drawTwo(dice, state);
    const book = pair && state.books[pair.id - 1];
    if (!pair || !book || seller === undefined || buyer === undefined) return;
    const ticks = Math.max(lastTicksOf(state.prices, pair.id), book.bids.best?.ticks ?? 0);
    const lots = fewLots(belongings, pair, ticks);
    for (const step of [1, 2, 3]) {
      const offer = { user: seller, side: "sell", ticks: ticks + step, lots } as const;
      yield instructedOrder(belongings, pair, offer);
    }
    const told = { timeInForce: dice.pick(["gtc", "ioc"] as const) };
    for (const step of [2, 3, 3]) {
      const waits = { ticks: ticks + step, triggerTicks: ticks + step - 1, told };
      const stop = { user: buyer, side: "buy", lots: lots + step - 2, ...waits } as const;
      yield instructedOrder(belongings, pair, stop);
    }
    const all = lotsUpTo(ladderOf(book, "sell"), ticks + 1);
    const taking = { user: buyer, side: "buy", ticks: ticks + 1, lots: all } as const;
    if (all > 0) yield instructedOrder(belongings, pair, taking);
  }

  /** Users wait on both sides of the last price, some for the same, and then the price moves. */
  private *gather(): Story {
    const { belongings } = this;
    const { dice, state } = belongings;
    const pair = drawTradedPair(belongings);
    const users = tradersIn(state);
    if (!pair || users.length < 2) return;
    const last = lastTicksOf(state.prices, pair.id);
    for (let count = 0; count < GATHERED; count++) {
      const triggerTicks = Math.max(1, last + dice.pick([-2, -1, -1, 1, 1, 2]));
      const limit = Math.max(1, triggerTicks + dice.between(-2, 2));
      const ticks = dice.chance(0.4) ? 0 : limit;
      const forces = ["gtc", "gtc", "ioc", "fok", "post_only"] as const;
      yield instructedOrder(belongings, pair, {
        user: dice.pick(users),
        side: dice.pick(["buy", "sell"] as const),
        ticks,
        triggerTicks,
        lots: fewLots(belongings, pair, triggerTicks),
        told: { timeInForce: dice.pick(ticks === 0 ? forces.slice(0, 3) : forces) },
      });
    }
    if (dice.chance(0.8)) yield* this.move(pair);
    const user = dice.pick(users);
    const giveUp = { type: "CancelAllOrders", pair: pair.id, area: "spot" } as const;
    if (dice.chance(0.4)) yield { ...giveUp, ...belongings.by(user) };
  }

  /** A trade a step away from the last one. */
  private *move(pair: Pair): Story {
    const { belongings } = this;
    const { dice, state } = belongings;
    const [maker, taker] = drawTwo(dice, state);
    const book = state.books[pair.id - 1];
    if (!book || maker === undefined || taker === undefined) return;
    const side = dice.pick(["buy", "sell"] as const);
    const step = dice.pick([1, 1, 2]) * (side === "sell" ? 1 : -1);
    const ticks = Math.max(1, lastTicksOf(state.prices, pair.id) + step);
    const lots = fewLots(belongings, pair, ticks);
    yield instructedOrder(belongings, pair, { user: maker, side, ticks, lots: 4 * lots });
    const all = Math.min(pair.lotsMax, lotsUpTo(ladderOf(book, side), ticks));
    if (all < pair.lotsMin) return;
    const against = otherSide(side);
    yield* this.takeBy(
      pair,
      instructedOrder(belongings, pair, { user: taker, side: against, ticks, lots: all }),
    );
  }

  private *takeBy(pair: Pair, order: PlaceOrder): Story {
    const { type: _, user, key, request, pair: id, ...asked } = order;
    const sender = { user, key, request, pair: id };
    switch (this.belongings.dice.pick(["order", "batch", "margin", "replacement"] as const)) {
      case "order":
        yield order;
        return;
      case "batch": {
        const batch: Command = { type: "PlaceBatch", ...sender, items: [asked, asked] };
        yield batch;
        return;
      }
      case "margin":
        yield { ...order, type: "PlaceMarginOrder" };
        return;
      case "replacement":
        yield* this.replaceBy(pair, order);
    }
  }

  /** Another order first, which trades with nothing, and then this one in its place. */
  private *replaceBy(pair: Pair, order: PlaceOrder): Story {
    const { state } = this.belongings;
    const last = lastTicksOf(state.prices, pair.id);
    const far = Math.max(1, Math.floor(last * (order.side === "buy" ? 0.9 : 1.1)));
    yield { ...order, price: formatSteps(far, pair.pricePrecision) };
    const { type: _, ...asked } = order;
    const replaced = { order: state.orders.orderIdLast, orderClientId: "" };
    yield { type: "ReplaceOrder", ...asked, area: "spot", mustCancel: false, ...replaced };
  }
}
