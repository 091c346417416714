/** Writes order lists of every kind near the last price, with legs that trade soon, or wait; and every way to get one wrong. */

import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type {
  AskedInstructions,
  AskedTrailing,
} from "../../../src/core/engine/orders/instructions.ts";
import type { Side } from "../../../src/core/engine/orders/order.ts";
import { LIST_KINDS, type ListKind } from "../../../src/core/engine/orders/order-lists.ts";
import { lastTicksOf } from "../../../src/core/engine/prices/prices.ts";
import type { PlaceOrderList } from "../../../src/core/engine/spot/lists/list-commands.ts";
import { formatSteps } from "../../../src/core/money/decimal.ts";
import type { Belongings } from "./borrowers.ts";
import { drawDelta } from "./deltas.ts";
import { fewLots } from "./instructed-order.ts";
import { otherSide } from "./speculators.ts";

export type ListItem = PlaceOrderList["items"][number] & {
  readonly trailing?: AskedTrailing | undefined;
};

/** An order of a list; without ticks it is at market, without a trigger it waits for nothing. */
export interface ItemWish {
  readonly side: Side;
  readonly lots: number;
  readonly ticks?: number;
  readonly trigger?: number;
  readonly delta?: number;
  readonly timeInForce?: AskedInstructions["timeInForce"];
  readonly selfTrade?: AskedInstructions["selfTrade"];
}

interface LegsWish {
  readonly pair: Pair;
  readonly side: Side;
  readonly lots: number;
  /** The price that they stand around. */
  readonly around: number;
}

/** How a list is wrong. */
const FAULTS = [
  ...(["size", "lots", "side", "no stop", "no rest", "quote", "crossed", "name"] as const),
  "trails from a price",
] as const;

export class ListWriter {
  private readonly belongings: Belongings;

  constructor(belongings: Belongings) {
    this.belongings = belongings;
  }

  item(pair: Pair, wish: ItemWish): ListItem {
    const { ticks, trigger, delta, timeInForce = "gtc", selfTrade } = wish;
    const isMarket = ticks === undefined;
    const isTold = trigger !== undefined || timeInForce !== "gtc" || selfTrade !== undefined;
    const triggerPrice = trigger === undefined ? "" : formatSteps(trigger, pair.pricePrecision);
    return {
      side: wish.side,
      kind: isMarket ? "market" : "limit",
      price: isMarket ? "" : formatSteps(ticks, pair.pricePrecision),
      quantity: formatSteps(Math.min(wish.lots, pair.lotsMax), pair.quantityPrecision),
      clientId: this.belongings.dice.chance(0.15) ? this.belongings.writer.clientId() : "",
      instructions: isTold ? { timeInForce, selfTrade, triggerPrice } : undefined,
      extras: isMarket && wish.side === "buy" ? { unit: "base" } : undefined,
      ...(delta === undefined ? {} : { trailing: { delta } }),
    };
  }

  list(
    user: number,
    pair: Pair,
    asked: { readonly kind: ListKind; readonly items: readonly ListItem[] },
  ): PlaceOrderList {
    const { kind } = asked;
    const items = asked.items.map(({ trailing: _, ...item }) => item);
    const trailing = asked.items.map((item) => item.trailing);
    const isAny = trailing.some((one) => one !== undefined);
    const on = { ...this.belongings.by(user), pair: pair.id };
    const named = { kind, clientId: this.name(), items };
    const list = { type: "PlaceOrderList", ...on, ...named } as const;
    return isAny ? { ...list, trailing } : list;
  }

  private name(): string {
    const { dice } = this.belongings;
    if (dice.chance(0.5)) return "";
    return dice.chance(0.03) ? dice.pick(["a b", "bourse:7"]) : dice.pick(["way-out", "plan", "p"]);
  }

  /** Two legs around a price: a limit order and a stop, or two stops. */
  legs({ pair, side, lots, around }: LegsWish): ListItem[] {
    const { dice } = this.belongings;
    const [up, down] = [around + dice.between(1, 4), Math.max(1, around - dice.between(1, 4))];
    const isSale = side === "sell";
    const [near, far] = isSale ? [up, down] : [down, up];
    const rest = this.item(pair, {
      side,
      lots,
      ticks: near,
      timeInForce: dice.pick(["gtc", "gtc", "gtc", "post_only"] as const),
      selfTrade: dice.chance(0.2) ? dice.pick(["expire_maker", "expire_both"] as const) : undefined,
    });
    const other = dice.chance(0.25)
      ? this.trail(pair, { side, lots, around })
      : this.stop(pair, { side, lots, trigger: far });
    const one = dice.chance(0.25) ? this.stop(pair, { side, lots, trigger: near }) : rest;
    return dice.chance(0.5) ? [one, other] : [other, one];
  }

  /** At market, or at a price on either side of its trigger. */
  stop(pair: Pair, { side, lots, trigger = 1 }: ItemWish): ListItem {
    const { dice } = this.belongings;
    const selfTrade = dice.chance(0.2) ? dice.pick(["expire_maker", "none"] as const) : undefined;
    const wish = { side, lots, trigger, ...(pair.selfTrade === "none" ? { selfTrade } : {}) };
    if (dice.chance(0.4)) return this.item(pair, wish);
    const timeInForce = dice.pick(["gtc", "gtc", "gtc", "ioc", "fok", "post_only"] as const);
    const ticks = Math.max(1, trigger + dice.between(-3, 3));
    return this.item(pair, { ...wish, ticks, timeInForce });
  }

  /** It trails the last price: at market, or at a price near the one that it begins at. */
  private trail(pair: Pair, { side, lots, around }: Omit<LegsWish, "pair">): ListItem {
    const { dice } = this.belongings;
    const wish = { side, lots, delta: drawDelta(dice) };
    if (dice.chance(0.5)) return this.item(pair, wish);
    return this.item(pair, { ...wish, ticks: Math.max(1, around + dice.between(-4, 4)) });
  }

  /** What a list waits for: mostly a limit order that stands or crosses, else any other. */
  private first(pair: Pair, { side, lots, around }: Omit<LegsWish, "pair">): ListItem {
    const { dice } = this.belongings;
    const ticks = Math.max(1, around + dice.between(-3, 3));
    if (dice.chance(0.6)) return this.item(pair, { side, lots, ticks });
    switch (dice.pick(["market", "stop", "trail", "force"] as const)) {
      case "market":
        return this.item(pair, { side, lots });
      case "stop":
        return this.stop(pair, { side, lots, trigger: ticks });
      case "trail": {
        const isFromPrice = dice.chance(0.5);
        const from = isFromPrice ? { trigger: ticks } : {};
        return this.item(pair, { side, lots, ...from, delta: drawDelta(dice) });
      }
      case "force": {
        const timeInForce = dice.pick(["ioc", "fok", "post_only"] as const);
        return this.item(pair, { side, lots, ticks, timeInForce });
      }
    }
  }

  /** A list that is right, if its user can pay for it. */
  good(user: number, pair: Pair, kind: ListKind = this.belongings.dice.pick(LIST_KINDS)) {
    const { dice, state, fair } = this.belongings;
    const around = lastTicksOf(state.prices, pair.id) || fair.ticksOf(pair);
    const side = dice.pick(["buy", "sell"] as const);
    const lots = fewLots(this.belongings, pair, around) * dice.pick([1, 1, 3]);
    if (kind === "oco") {
      return this.list(user, pair, { kind, items: this.legs({ pair, side, lots, around }) });
    }
    const first = this.first(pair, { side, lots, around });
    const back = dice.chance(0.9) ? otherSide(side) : side;
    const much = dice.chance(0.1) ? pair.lotsMax : dice.chance(0.2) ? lots * 2 : lots;
    const legs = this.legs({ pair, side: back, lots: much, around });
    const items = kind === "otoco" ? [first, ...legs] : [first, dice.pick(legs)];
    return this.list(user, pair, { kind, items });
  }

  bad(user: number, pair: Pair): PlaceOrderList {
    const { dice } = this.belongings;
    const list = this.good(user, pair, dice.pick(["oco", "oco", "otoco"] as const));
    const items = [...list.items];
    const leg = items.at(-1) as ListItem;
    const behind = (item: ListItem) => ({ ...list, items: [...items.slice(0, -1), item] });
    switch (dice.pick(FAULTS)) {
      case "size":
        return { ...list, items: dice.chance(0.5) ? items.slice(1) : [...items, leg] };
      case "lots":
        return behind({ ...leg, quantity: formatSteps(77, pair.quantityPrecision) });
      case "side":
        return behind({ ...leg, side: otherSide(leg.side), extras: undefined });
      case "no stop":
        return { ...list, items: items.map(unstopped), trailing: undefined };
      case "no rest":
        return { ...behind(passing(leg)), trailing: undefined };
      case "quote":
        return this.quoting(list);
      case "crossed":
        return { ...list, items: items.map((item) => ({ ...leg, clientId: item.clientId })) };
      case "trails from a price":
        return { ...list, trailing: items.map((item) => this.trailingFrom(item)) };
      case "name":
        return { ...list, clientId: dice.pick(["a b", "x".repeat(65), "bourse:0"]) };
    }
  }

  private trailingFrom({ instructions }: ListItem): AskedTrailing | undefined {
    if (!instructions?.triggerPrice) return undefined;
    return { delta: drawDelta(this.belongings.dice) };
  }

  /** Its last leg counts the other asset. */
  private quoting(list: PlaceOrderList): PlaceOrderList {
    const leg = list.items.at(-1) as ListItem;
    const triggerPrice = leg.instructions?.triggerPrice || leg.price;
    const instructions = { timeInForce: "gtc", selfTrade: undefined, triggerPrice } as const;
    const extras = { unit: "quote" } as const;
    const other: ListItem = { ...leg, kind: "market", price: "", instructions, extras };
    return { ...list, items: [...list.items.slice(0, -1), other] };
  }
}

/** A limit order that waits for nothing, at its trigger if it was at market. */
function unstopped(item: ListItem): ListItem {
  const { price, instructions } = item;
  const atTrigger = price || instructions?.triggerPrice || "1";
  return { ...item, kind: "limit", price: atTrigger, instructions: undefined, extras: undefined };
}

/** What neither waits nor rests. */
function passing(item: ListItem): ListItem {
  const extras = item.side === "buy" ? ({ unit: "base" } as const) : undefined;
  return { ...item, kind: "market", price: "", instructions: undefined, extras };
}
