/**
 * Rarities of orders with instructions: a user who meets an own order in every mode, orders that fill whole or
 * not at all, countdowns that end, and one countdown too many.
 */
import { ladderOf } from "../../../src/core/engine/book/book.ts";
import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import { SELF_TRADES, type SelfTrade } from "../../../src/core/engine/orders/instructions.ts";
import type { Side } from "../../../src/core/engine/orders/order.ts";
import type { Belongings } from "./borrowers.ts";
import type { Clock } from "./clock.ts";
import { drawTradedPair, fewLots, instructedOrder } from "./instructed-order.ts";
import { otherSide } from "./speculators.ts";
import type { Story, Telling } from "./story.ts";
import { drawTwo, EVERYBODY, tradersIn } from "./traders.ts";

/** The modes that every pair allows. */
const MODES = SELF_TRADES.filter((mode) => mode !== "none");
/** More than a story fills. */
const COUNTDOWNS_FILLED = 5;

export class RareInstructions {
  private readonly belongings: Belongings;
  private readonly clock: Clock;

  constructor(belongings: Belongings, clock: Clock) {
    this.belongings = belongings;
    this.clock = clock;
  }

  tellings(): Telling[] {
    const { dice } = this.belongings;
    return [
      () => this.meetOwn(dice.pick([...SELF_TRADES])),
      () => this.meetOwn(dice.pick(MODES)),
      () => this.meetOwn("decrement"),
      () => this.takeWhole(),
      () => this.amendFirst(),
      () => this.countDown(),
      () => this.countDown(),
      () => this.crowdCountdowns(),
    ];
  }

  /** First in the queue stands an own order, behind it one of another user. */
  private *meetOwn(selfTrade: SelfTrade): Story {
    const { dice, state } = this.belongings;
    const pair = drawTradedPair(this.belongings);
    const [user, other] = drawTwo(dice, state);
    if (!pair || user === undefined || other === undefined) return;
    const side = dice.pick(["buy", "sell"] as const);
    const ticks = this.freeTicks(pair, side);
    const lots = fewLots(this.belongings, pair, ticks);
    const stands = lots * dice.pick([1, 1, 3]);
    for (const maker of [user, other])
      yield instructedOrder(this.belongings, pair, { user: maker, side, ticks, lots: stands });
    const told = { timeInForce: dice.pick(["gtc", "ioc", "fok", "fok"] as const), selfTrade };
    const taking = { user, side: otherSide(side), ticks, lots: lots * dice.pick([1, 2]), told };
    yield instructedOrder(this.belongings, pair, taking);
  }

  /** A price at which an order rests before all others of its side, where there is one. */
  private freeTicks({ id, ...pair }: Pair, side: Side): number {
    const { fair, state } = this.belongings;
    const book = state.books[id - 1];
    const against = book && ladderOf(book, otherSide(side)).best?.ticks;
    if (against !== undefined) return Math.max(1, side === "buy" ? against - 1 : against + 1);
    return fair.ticksOf({ ...pair, id });
  }

  /** One order takes all that another has offered, at once or not at all. */
  private *takeWhole(): Story {
    const { dice, state } = this.belongings;
    const pair = drawTradedPair(this.belongings);
    const [maker, taker] = drawTwo(dice, state);
    if (!pair || maker === undefined || taker === undefined) return;
    const side = dice.pick(["buy", "sell"] as const);
    const ticks = this.freeTicks(pair, side);
    const lots = fewLots(this.belongings, pair, ticks);
    yield instructedOrder(this.belongings, pair, { user: maker, side, ticks, lots });
    const force = dice.pick(["fok", "ioc"] as const);
    for (const timeInForce of ["post_only", force, force, "post_only"] as const) {
      const taking = { user: taker, side: otherSide(side), ticks, lots, told: { timeInForce } };
      const order = instructedOrder(this.belongings, pair, taking);
      yield dice.chance(0.5) ? { ...order, type: "PlaceMarginOrder" } : order;
    }
  }

  /** The first of two orders of one price asks for less, and keeps its turn. */
  private *amendFirst(): Story {
    const { dice, state, by } = this.belongings;
    const pair = drawTradedPair(this.belongings);
    const [first, second] = drawTwo(dice, state);
    if (!pair || first === undefined || second === undefined) return;
    const side = dice.pick(["buy", "sell"] as const);
    const ticks = this.freeTicks(pair, side);
    const lots = fewLots(this.belongings, pair, ticks);
    const offer = { user: first, side, ticks, lots: 2 * lots };
    yield instructedOrder(this.belongings, pair, offer);
    const order = state.orders.orderIdLast;
    yield instructedOrder(this.belongings, pair, { ...offer, user: second });
    const { type: _, ...asked } = instructedOrder(this.belongings, pair, { ...offer, lots });
    const old = { area: "spot", order, orderClientId: "", mustCancel: true } as const;
    yield { type: "ReplaceOrder", ...asked, ...by(first), ...old };
    const taking = { user: second, side: otherSide(side), ticks, lots };
    yield instructedOrder(this.belongings, pair, taking);
  }

  /** A user who is not heard of again in time, with an order in each area. */
  private *countDown(): Story {
    const { dice, state, by, writer } = this.belongings;
    const open = state.orders.byId.sorted().filter(({ area }) => area === "margin");
    const users = tradersIn(state);
    if (users.length === 0) return;
    const drawn = open.length > 0 ? dice.pick(open) : undefined;
    const user = drawn?.user ?? dice.pick(users);
    const pair = drawn?.market ?? writer.drawPair();
    yield { type: "PlaceOrder", ...by(user), ...writer.asked(pair, 0) };
    yield { type: "SetCountdown", ...by(user), pair, afterMs: dice.pick([1_000, 2_000]) };
    this.clock.pass(dice.pick([900, 2_000, 5_000]));
    yield { type: "PlaceOrder", ...by(user), ...writer.asked(pair, 0) };
  }

  /** One more than there is room for, where there is little. */
  private *crowdCountdowns(): Story {
    const { state, by } = this.belongings;
    const { countMax } = state.countdowns;
    if (countMax > COUNTDOWNS_FILLED) return;
    for (const user of tradersIn(state).slice(0, 2)) {
      for (const { id: pair } of state.catalogue.pairs.slice(0, countMax + 1)) {
        yield { type: "SetCountdown", ...by(user), pair, afterMs: 1_000 * EVERYBODY.length };
      }
    }
  }
}
