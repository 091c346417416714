/**
 * Order lists whose turn comes: a leg that another user takes, a trigger that is reached, a first order that is filled in part or
 * whole, a price that jumps over a leg, legs that nobody can pay for, lists that one taker sets off together.
 */

import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import { LIST_KINDS } from "../../../src/core/engine/orders/order-lists.ts";
import { lastTicksOf } from "../../../src/core/engine/prices/prices.ts";
import type { Belongings } from "./borrowers.ts";
import { lotsUpTo } from "./depth.ts";
import { drawTradedPair, fewLots, instructedOrder } from "./instructed-order.ts";
import { ListWriter } from "./list-writer.ts";
import { otherSide } from "./speculators.ts";
import type { Story, Telling } from "./story.ts";
import { drawTwo, tradersIn } from "./traders.ts";

/** Where a story happens, and who is in it. */
interface Scene {
  readonly pair: Pair;
  readonly last: number;
  readonly lots: number;
  readonly user: number;
  readonly other: number;
}

export class RareLists {
  private readonly belongings: Belongings;
  private readonly writer: ListWriter;

  constructor(belongings: Belongings) {
    this.belongings = belongings;
    this.writer = new ListWriter(belongings);
  }

  tellings(): Telling[] {
    return [
      () => this.workOut(),
      () => this.workOut(),
      () => this.enter(),
      () => this.enter(),
      () => this.jump(),
      () => this.overreach(),
      () => this.comeTogether(),
      () => this.passOn(),
      () => this.endBy(),
      () => this.endBy(),
      () => this.endBy(),
      () => this.meetOwn(),
      () => this.postAcross(),
      () => this.sellTooFar(),
      () => this.sellTooFar(),
      () => this.crowdLists(),
    ];
  }

  private scene(): Scene | undefined {
    const { belongings } = this;
    const { dice, state } = belongings;
    const pair = drawTradedPair(belongings);
    const [user, other] = drawTwo(dice, state);
    if (!pair || user === undefined || other === undefined) return undefined;
    const last = Math.max(9, lastTicksOf(state.prices, pair.id));
    return { pair, last, lots: fewLots(belongings, pair, last), user, other };
  }

  /** The other user trades so many lots at a price with whoever stands there. */
  private *takeTo(
    { pair, other }: Scene,
    side: "buy" | "sell",
    at: readonly [number, number],
  ): Story {
    const [ticks, lots] = at;
    yield instructedOrder(this.belongings, pair, { user: other, side, ticks, lots });
  }

  /** A trade of two others at a price, so that it is the last. */
  private *printAt(scene: Scene, ticks: number): Story {
    const { dice, state } = this.belongings;
    const { pair, lots, user, other } = scene;
    const third = dice.pick([...tradersIn(state, user, other), user]);
    const side = dice.pick(["buy", "sell"] as const);
    yield instructedOrder(this.belongings, pair, { user: third, side, ticks, lots });
    yield* this.takeTo(scene, otherSide(side), [ticks, lots * dice.pick([1, 3])]);
  }

  /** One leg of an OCO works: the limit leg is taken, in part or whole, or a trigger is reached. */
  private *workOut(): Story {
    const { dice } = this.belongings;
    const scene = this.scene();
    if (!scene) return;
    const { pair, last, lots, user } = scene;
    const side = dice.pick(["buy", "sell"] as const);
    const away = side === "sell" ? 1 : -1;
    const limit = this.writer.item(pair, { side, lots: 2 * lots, ticks: last + away });
    const trigger = last - 2 * away;
    const worst = trigger - 2 * away;
    const isPriced = dice.chance(0.6);
    const wish = { side, lots: 2 * lots, trigger, ...(isPriced ? { ticks: worst } : {}) };
    const items = [limit, this.writer.item(pair, wish)];
    yield this.writer.list(user, pair, {
      kind: "oco",
      items: dice.chance(0.5) ? items : items.reverse(),
    });
    if (dice.chance(0.5)) {
      const taken = lots * dice.pick([1, 2, 5]);
      yield* this.takeTo(scene, otherSide(side), [last + away, taken]);
      return;
    }
    yield* this.takeTo(scene, otherSide(side), [worst, lots * dice.pick([1, 2, 4])]);
    yield* this.printAt(scene, trigger);
  }

  /** A first order is filled in one or two steps, and what it protects is next. */
  private *enter(): Story {
    const { dice } = this.belongings;
    const scene = this.scene();
    if (!scene) return;
    const { pair, last, lots, user } = scene;
    const side = dice.pick(["buy", "sell"] as const);
    const away = side === "buy" ? -1 : 1;
    const back = otherSide(side);
    const first = this.writer.item(pair, { side, lots: 2 * lots, ticks: last + away });
    const kind = dice.pick(["oto", "otoco", "otoco"] as const);
    const legs = this.writer.legs({ pair, side: back, lots, around: last + away });
    const items = [first, ...(kind === "oto" ? legs.slice(1) : legs)];
    yield this.writer.list(user, pair, { kind, items });
    yield* this.takeTo(scene, back, [last + away, lots]);
    if (dice.chance(0.3)) {
      const order = this.belongings.state.orders.orderIdLast - items.length;
      const on = { ...this.belongings.by(user), pair: pair.id };
      yield { type: "CancelOrder", ...on, order, clientId: "" };
      return;
    }
    if (dice.chance(0.4)) yield { type: "FreezeUser", user, request: 0 };
    yield* this.takeTo(scene, back, [last + away, lots]);
    yield* this.printAt(scene, last + away + dice.pick([-2, -1, 1, 2]));
    yield { type: "UnfreezeUser", user, request: 0 };
  }

  /** The taker that fills the first order goes on to a price behind a leg. */
  private *jump(): Story {
    const { dice } = this.belongings;
    const scene = this.scene();
    if (!scene) return;
    const { pair, last, lots, user, other } = scene;
    const side = dice.pick(["buy", "sell"] as const);
    const away = side === "buy" ? -1 : 1;
    const back = otherSide(side);
    const [entry, far] = [last + away, last + 4 * away];
    const first = this.writer.item(pair, { side, lots, ticks: entry });
    const goal = this.writer.item(pair, { side: back, lots, ticks: entry - 3 * away });
    const stop = this.writer.item(pair, { side: back, lots, trigger: entry + 2 * away });
    const items = dice.chance(0.5) ? [first, goal, stop] : [first, stop, goal];
    yield this.writer.list(user, pair, { kind: "otoco", items });
    const [third = user] = tradersIn(this.belongings.state, user, other);
    const offer = { user: third, side, ticks: far, lots: 3 * lots };
    yield instructedOrder(this.belongings, pair, offer);
    yield* this.takeTo(scene, back, [far, 2 * lots]);
  }

  /** Legs ask for more than there is. */
  private *overreach(): Story {
    const { dice } = this.belongings;
    const scene = this.scene();
    if (!scene) return;
    const { pair, last, lots, user } = scene;
    const first = this.writer.item(pair, { side: "buy", lots, ticks: last });
    const most = Math.min(pair.lotsMax, Number.MAX_SAFE_INTEGER);
    const legs = this.writer.legs({ pair, side: "sell", lots: most, around: last });
    const kind = dice.pick(["oto", "otoco"] as const);
    const items = [first, ...(kind === "oto" ? legs.slice(0, 1) : legs)];
    yield this.writer.list(user, pair, { kind, items });
    yield* this.takeTo(scene, "sell", [last, 3 * lots]);
  }

  /** Two lists whose first orders one taker fills, and a stop that waits for the same price. */
  private *comeTogether(): Story {
    const { dice, state } = this.belongings;
    const scene = this.scene();
    if (!scene) return;
    const { pair, last, lots, user, other } = scene;
    const [third = user] = tradersIn(state, user, other);
    const ticks = last - 1;
    for (const owner of [user, third]) {
      const first = this.writer.item(pair, { side: "buy", lots, ticks });
      const legs = this.writer.legs({ pair, side: "sell", lots, around: ticks });
      yield this.writer.list(owner, pair, { kind: "otoco", items: [first, ...legs] });
    }
    const waits = { side: "sell", ticks, triggerTicks: ticks, lots } as const;
    yield instructedOrder(this.belongings, pair, { user: third, ...waits });
    yield* this.takeTo(scene, "sell", [ticks, lots * dice.pick([2, 3])]);
    yield* this.printAt(scene, ticks + dice.pick([-2, 2]));
  }

  /** A leg trades as it goes live, at the price that a stop waits for. */
  private *passOn(): Story {
    const scene = this.scene();
    if (!scene) return;
    const { pair, last, lots, user, other } = scene;
    const ticks = last - 1;
    const offer = { user: other, side: "buy", ticks, lots: 4 * lots } as const;
    yield instructedOrder(this.belongings, pair, offer);
    const waits = { side: "sell", ticks, triggerTicks: ticks, lots } as const;
    yield instructedOrder(this.belongings, pair, { user, ...waits });
    const first = this.writer.item(pair, { side: "buy", lots, ticks: last });
    const leg = this.writer.item(pair, { side: "sell", lots, ticks });
    yield this.writer.list(user, pair, { kind: "oto", items: [first, leg] });
    const all = lotsUpTo(this.belongings.state.books[pair.id - 1]?.bids, last);
    if (all > 0) yield* this.takeTo(scene, "sell", [last, Math.min(pair.lotsMax, all)]);
  }

  /** A list that ends by somebody's hand. */
  private *endBy(): Story {
    const { dice, state, by } = this.belongings;
    const scene = this.scene();
    if (!scene) return;
    const { pair, user } = scene;
    yield this.writer.good(user, pair, dice.pick(LIST_KINDS));
    const [list] = [...state.lists.byId.values()].filter((one) => one.user === user).reverse();
    if (!list) return;
    const on = { ...by(user), pair: list.pair };
    const order = list.id + dice.between(1, 2);
    const ends: readonly Command[] = [
      { type: "CancelOrder", ...on, order, clientId: "" },
      { type: "CancelByOperator", order, request: 0 },
      { type: "CancelAllOrders", ...on, area: "spot" },
      { type: "CancelBatch", ...on, orders: [order, list.id + 1, list.id + 2] },
      { type: "SetCountdown", ...on, afterMs: 1_000 },
      { type: "DelistPair", pair: list.pair, request: 0 },
      { type: "HaltPair", pair: list.pair, request: 0 },
    ];
    yield dice.pick(dice.chance(0.04) ? ends : ends.filter(({ type }) => type !== "DelistPair"));
    yield { type: "ResumePair", pair: list.pair, request: 0 };
  }

  /** The first order of a list rests, and goes for another of its user. */
  private *meetOwn(): Story {
    const { dice } = this.belongings;
    const scene = this.scene();
    if (!scene) return;
    const { pair, last, lots, user } = scene;
    const side = dice.pick(["buy", "sell"] as const);
    const ticks = last + (side === "buy" ? -1 : 1);
    const isOco = dice.chance(0.5);
    const first = this.writer.item(pair, { side, lots, ticks });
    const trigger = isOco ? last + (side === "buy" ? 2 : -2) : last;
    const leg = this.writer.item(pair, { side: isOco ? side : otherSide(side), lots, trigger });
    yield this.writer.list(user, pair, { kind: isOco ? "oco" : "oto", items: [first, leg] });
    const selfTrade = dice.pick([
      "expire_maker",
      "expire_both",
      "expire_taker",
      "decrement",
    ] as const);
    const taking = { user, side: otherSide(side), ticks, lots: 2 * lots, told: { selfTrade } };
    yield instructedOrder(this.belongings, pair, taking);
  }

  /** A leg that is only to be posted comes where it would trade. */
  private *postAcross(): Story {
    const scene = this.scene();
    if (!scene) return;
    const { pair, last, lots, user } = scene;
    const offer = { user: scene.other, side: "buy", ticks: last + 2, lots } as const;
    yield instructedOrder(this.belongings, pair, offer);
    const around = lastTicksOf(this.belongings.state.prices, pair.id);
    const posted = { side: "sell", lots, ticks: around + 1, timeInForce: "post_only" } as const;
    const limit = this.writer.item(pair, posted);
    const stop = this.writer.item(pair, { side: "sell", lots, trigger: Math.max(1, around - 2) });
    yield this.writer.list(user, pair, { kind: "oco", items: [limit, stop] });
  }

  /** SPOT-BAND-3: the market order that a list begins with comes to a bid below its range. */
  private *sellTooFar(): Story {
    const { dice, state } = this.belongings;
    const scene = this.scene();
    if (!scene) return;
    const { pair, last, lots, user, other } = scene;
    const far = Math.ceil(last / 2);
    yield instructedOrder(this.belongings, pair, { user: other, side: "buy", ticks: far, lots });
    yield* this.printAt(scene, last + dice.between(2, 4));
    const near = lotsUpTo(state.books[pair.id - 1]?.bids, far + 1);
    const first = this.writer.item(pair, { side: "sell", lots: near + lots });
    const leg = this.writer.item(pair, { side: "buy", lots, trigger: last + 9 });
    yield this.writer.list(user, pair, { kind: "oto", items: [first, leg] });
  }

  /** One more than there is room for, where there is little. */
  private *crowdLists(): Story {
    const { state } = this.belongings;
    const { countMax, byId } = state.lists;
    const scene = this.scene();
    if (countMax > 5 || !scene) return;
    for (let count = byId.size; count <= countMax; count++) {
      yield this.writer.good(scene.user, scene.pair, "oco");
    }
  }
}
