/** Stops that trail: a price that goes their way, from its trigger on or at once, and comes back; by themselves, and as a leg. */

import { ladderOf } from "../../../src/core/engine/book/book.ts";
import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { Side } from "../../../src/core/engine/orders/order.ts";
import { lastTicksOf } from "../../../src/core/engine/prices/prices.ts";
import type { Belongings } from "./borrowers.ts";
import { drawWrongDelta } from "./deltas.ts";
import { lotsUpTo } from "./depth.ts";
import { drawTradedPair, fewLots, instructedOrder } from "./instructed-order.ts";
import { ListWriter } from "./list-writer.ts";
import { otherSide } from "./speculators.ts";
import type { Story, Telling } from "./story.ts";
import { drawTwo, tradersIn } from "./traders.ts";

const POINTS = 10_000;

export class RareTrails {
  private readonly belongings: Belongings;
  private readonly writer: ListWriter;

  constructor(belongings: Belongings) {
    this.belongings = belongings;
    this.writer = new ListWriter(belongings);
  }

  tellings(): Telling[] {
    return [() => this.follow(), () => this.follow(), () => this.leave(), () => this.askWrong()];
  }

  /** Several trail, beside a plain stop; the price goes on for a while, and turns. */
  private *follow(): Story {
    const { belongings } = this;
    const { dice, state } = belongings;
    const pair = drawTradedPair(belongings);
    const users = tradersIn(state);
    if (!pair || users.length < 2) return;
    const last = lastTicksOf(state.prices, pair.id);
    const lots = fewLots(belongings, pair, last);
    const side = dice.pick(["buy", "sell"] as const);
    const away = side === "sell" ? 1 : -1;
    for (const delta of [10, dice.pick([10, 11, 20, 50])]) {
      const ticks = dice.chance(0.5) ? 0 : Math.max(1, last + dice.between(-4, 4));
      const triggerTicks = dice.chance(0.5) ? 0 : Math.max(1, last + dice.pick([-1, 1, 1]) * away);
      const wish = { side, ticks, triggerTicks, delta, lots };
      yield instructedOrder(belongings, pair, { user: dice.pick(users), ...wish });
    }
    const plain = Math.max(1, last - dice.pick([0, 1, 1, 2]) * away);
    const stop = { side, ticks: plain, triggerTicks: plain, lots };
    if (dice.chance(0.5))
      yield instructedOrder(belongings, pair, { user: dice.pick(users), ...stop });
    for (const step of [1, dice.pick([1, 2])]) yield* this.moveBy(pair, step * away);
    yield* this.turn(pair, side);
  }

  /** One leg of an OCO stands far away, and the other one trails. */
  private *leave(): Story {
    const { belongings } = this;
    const { dice, state } = belongings;
    const pair = drawTradedPair(belongings);
    const [user] = drawTwo(dice, state);
    if (!pair || user === undefined) return;
    const last = lastTicksOf(state.prices, pair.id);
    const lots = fewLots(belongings, pair, last);
    const side = dice.pick(["buy", "sell"] as const);
    const away = side === "sell" ? 1 : -1;
    const near = this.writer.item(pair, { side, lots, ticks: Math.max(1, last + 5 * away) });
    const trailing = this.writer.item(pair, { side, lots, delta: dice.pick([10, 10, 20]) });
    const items = dice.chance(0.5) ? [near, trailing] : [trailing, near];
    yield this.writer.list(user, pair, { kind: "oco", items });
    yield* this.moveBy(pair, 2 * away);
    yield* this.turn(pair, side);
  }

  /** SPOT-TRAIL-1, SPOT-LIST-18 */
  private *askWrong(): Story {
    const { belongings } = this;
    const { dice, state } = belongings;
    const pair = drawTradedPair(belongings);
    const [user] = drawTwo(dice, state);
    if (!pair || user === undefined) return;
    const ticks = lastTicksOf(state.prices, pair.id);
    const lots = fewLots(belongings, pair, ticks);
    if (dice.chance(0.5)) {
      const side = dice.pick(["buy", "sell"] as const);
      const order = instructedOrder(belongings, pair, { user, side, ticks, lots });
      yield { ...order, trailing: { delta: drawWrongDelta(dice) } };
      return;
    }
    const first = this.writer.item(pair, { side: "buy", lots, ticks });
    const leg = this.writer.item(pair, { side: "sell", lots, trigger: ticks, delta: 10 });
    yield this.writer.list(user, pair, { kind: "oto", items: [first, leg] });
  }

  /** Back to where the nearest of them are triggered, or just short of that. */
  private *turn(pair: Pair, side: Side): Story {
    const { dice, state } = this.belongings;
    const gap = Math.ceil((lastTicksOf(state.prices, pair.id) * 10) / POINTS);
    if (dice.chance(0.3)) yield* this.moveBy(pair, (side === "sell" ? -1 : 1) * (gap - 1));
    const left = Math.max(1, dice.pick([gap, gap, gap + 1]));
    yield* this.moveBy(pair, (side === "sell" ? -1 : 1) * left);
  }

  /** A trade of two users so far from the last price, through all that stands before. */
  private *moveBy(pair: Pair, steps: number): Story {
    const { belongings } = this;
    const { dice, state } = belongings;
    const [maker, taker] = drawTwo(dice, state);
    const book = state.books[pair.id - 1];
    if (steps === 0 || !book || maker === undefined || taker === undefined) return;
    const ticks = Math.max(1, lastTicksOf(state.prices, pair.id) + steps);
    const side = steps > 0 ? "sell" : "buy";
    const lots = fewLots(belongings, pair, ticks);
    yield instructedOrder(belongings, pair, { user: maker, side, ticks, lots: 3 * lots });
    const all = Math.min(pair.lotsMax, lotsUpTo(ladderOf(book, side), ticks));
    if (all < pair.lotsMin) return;
    const taking = { user: taker, side: otherSide(side), ticks, lots: all };
    yield instructedOrder(belongings, pair, taking);
  }
}
