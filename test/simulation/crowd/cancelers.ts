/**
 * The users who cancel or replace what they have open: all of a symbol canceled at once, an order replaced by another or by
 * less of itself, countdowns. Some name what is gone, what is not theirs, or ask for too much.
 */

import type { Command } from "../../../src/core/engine/codec.ts";
import type { AskedInstructions } from "../../../src/core/engine/orders/instructions.ts";
import type { Order, PairArea } from "../../../src/core/engine/orders/order.ts";
import type { OrderRequest } from "../../../src/core/engine/spot/spot.ts";
import { formatSteps } from "../../../src/core/money/decimal.ts";
import type { Belongings } from "./borrowers.ts";
import { USERS } from "./market.ts";

const WEIGHTS = { replace: 55, cancelAll: 12, countdown: 26, end: 3 } as const;
const WISHES = { less: 40, other: 30, more: 10, named: 6, gone: 14 } as const;

/** Mostly soon; some are out of range. */
const AFTER_MS = [0, 1_000, 1_000, 1_500, 3_000, 60_000, 86_400_000, 999, 86_400_001] as const;

/** Instructions that most open orders do not have: with them less of an order is another order. */
const OTHERS: readonly AskedInstructions[] = [
  { timeInForce: "gtc", selfTrade: "expire_both", triggerPrice: "" },
  { timeInForce: "post_only", selfTrade: undefined, triggerPrice: "" },
];

/** The order to be replaced, and the one in its place. */
interface Wish {
  readonly order: number;
  readonly asked: OrderRequest;
}

export class Cancelers {
  private readonly belongings: Belongings;

  constructor(belongings: Belongings) {
    this.belongings = belongings;
  }

  next(): Command {
    const { dice } = this.belongings;
    switch (dice.weighted(WEIGHTS)) {
      case "replace":
        return this.replace();
      case "cancelAll":
        return this.cancelAll();
      case "countdown":
        return this.countdown();
      case "end":
        return { type: "EndCountdown", user: dice.between(1, USERS), pair: dice.between(0, 6) };
    }
  }

  /** An open order of spot or margin; half of the time one of margin, if there is one. */
  private someOrder(): Order | undefined {
    const { dice, state } = this.belongings;
    const open = state.orders.byId.sorted().filter(({ area }) => area !== "futures");
    const lent = open.filter(({ area }) => area === "margin");
    const drawn = lent.length > 0 && dice.chance(0.5) ? lent : open;
    return drawn.length > 0 ? dice.pick(drawn) : undefined;
  }

  private cancelAll(): Command {
    const { dice, by } = this.belongings;
    const order = this.someOrder();
    const user = order && dice.chance(0.9) ? order.user : dice.between(1, USERS);
    const pair = order && dice.chance(0.9) ? order.market : dice.between(0, 6);
    const area: PairArea = order && dice.chance(0.9) ? areaOf(order) : "spot";
    return { type: "CancelAllOrders", ...by(user), pair, area };
  }

  private countdown(): Command {
    const { dice, state, by } = this.belongings;
    const { byTime } = state.countdowns;
    if (byTime.length > 0 && dice.chance(0.3)) {
      const { user, pair } = dice.pick(byTime);
      return { type: "SetCountdown", ...by(user), pair, afterMs: dice.pick([0, 1_000, 2_000]) };
    }
    const order = this.someOrder();
    const user = order && dice.chance(0.8) ? order.user : dice.between(1, USERS);
    const pair = order && dice.chance(0.9) ? order.market : dice.between(0, 6);
    return { type: "SetCountdown", ...by(user), pair, afterMs: dice.pick(AFTER_MS) };
  }

  private replace(): Command {
    const { dice, state, by, writer } = this.belongings;
    const order = this.someOrder();
    const pair = order?.market ?? writer.drawPair();
    const wish = order ? this.wishFor(order) : { order: 0, asked: writer.asked(pair) };
    const isNamed = wish.order === order?.id && dice.chance(0.3);
    const name = order?.clientId || `bourse:${order?.id ?? state.orders.orderIdLast}`;
    return {
      type: "ReplaceOrder",
      ...by(order?.user ?? dice.between(1, USERS)),
      area: order && dice.chance(0.97) ? areaOf(order) : "spot",
      mustCancel: dice.chance(0.5),
      ...wish.asked,
      pair,
      order: isNamed ? 0 : wish.order,
      orderClientId: isNamed ? name : "",
    };
  }

  private wishFor(order: Order): Wish {
    const { dice, state, writer } = this.belongings;
    const other = { order: order.id, asked: writer.asked(order.market, 0.01) };
    const isLimit = order.kind === "limit";
    switch (dice.weighted(WISHES)) {
      case "less":
        return isLimit ? this.lessOf(order) : other;
      case "more":
        return isLimit ? this.moreOf(order) : other;
      case "named":
        return { ...other, asked: { ...other.asked, clientId: this.takenName(order) } };
      case "gone":
        return { ...other, order: dice.between(0, state.orders.orderIdLast + 3) };
      case "other":
        return other;
    }
  }

  /** The same order with less, or not quite the same. */
  private lessOf(order: Order): Wish {
    const { dice } = this.belongings;
    const lots = Math.max(1, Math.floor(order.remaining * dice.pick([0.3, 0.7, 0.9, 1])));
    const clientId = dice.pick(["", "", order.clientId]);
    return { order: order.id, asked: { ...this.again(order, lots), clientId } };
  }

  /** More than the user could pay for, or simply more. */
  private moreOf(order: Order): Wish {
    const { dice, state } = this.belongings;
    const most = state.catalogue.pairs[order.market - 1]?.lotsMax ?? order.lots;
    const lots = dice.pick([most, most, Math.min(most, order.remaining * 2)]);
    return { order: order.id, asked: this.again(order, lots) };
  }

  private again(order: Order, lots: number): OrderRequest {
    const { dice, state } = this.belongings;
    const { pricePrecision = 0, quantityPrecision = 0 } =
      state.catalogue.pairs[order.market - 1] ?? {};
    return {
      side: order.side,
      kind: "limit",
      price: formatSteps(order.ticks, pricePrecision),
      quantity: formatSteps(lots, quantityPrecision),
      clientId: "",
      instructions: dice.chance(0.8) ? toldOf(order) : dice.pick(OTHERS),
    };
  }

  /** The client id of another open order of the user, if there is one. */
  private takenName({ user, area, id }: Order): string {
    const { state } = this.belongings;
    const open = state.orders.byId.sorted();
    const other = open.find(
      (one) => one.user === user && one.area === area && one.id !== id && one.clientId !== "",
    );
    return other?.clientId ?? "";
  }
}

function areaOf({ area }: Order): PairArea {
  return area === "margin" ? "margin" : "spot";
}

/** The instructions of an order without its trigger, as a request has them. */
function toldOf({ instructions }: Order): AskedInstructions | undefined {
  if (!instructions) return undefined;
  const { timeInForce, selfTrade } = instructions;
  return { timeInForce, selfTrade, triggerPrice: "" };
}
