/**
 * The users who place order lists: mostly right ones near the price, so that legs trade, are triggered and go live; and who cancel
 * them, as a list or one order of them.
 */

import type { Pair } from "../../../src/core/engine/catalogue/catalogue.ts";
import type { Command } from "../../../src/core/engine/codec.ts";
import type { OrderList } from "../../../src/core/engine/orders/order-lists.ts";
import { orderIdsOf } from "../../../src/core/engine/orders/order-lists.ts";
import { lastTicksOf } from "../../../src/core/engine/prices/prices.ts";
import type { Belongings } from "./borrowers.ts";
import { ListWriter } from "./list-writer.ts";
import { USERS } from "./market.ts";
import { tradersIn } from "./traders.ts";

const WEIGHTS = { good: 60, bad: 9, cancel: 9, batch: 5, one: 9, replace: 5, again: 3 } as const;

export class ListMakers {
  private readonly belongings: Belongings;
  private readonly writer: ListWriter;

  constructor(belongings: Belongings) {
    this.belongings = belongings;
    this.writer = new ListWriter(belongings);
  }

  next(): Command {
    const { dice } = this.belongings;
    const pair = this.drawPair();
    const user = dice.chance(0.95) ? this.drawUser() : dice.between(1, USERS);
    switch (dice.weighted(WEIGHTS)) {
      case "good":
        return this.writer.good(user, pair);
      case "bad":
        return this.writer.bad(user, pair);
      case "again":
        return this.nameAgain(user, pair);
      case "cancel":
        return this.cancel();
      case "batch":
        return this.cancelBatch(user, pair);
      case "one":
        return this.cancelOne(user, pair);
      case "replace":
        return this.replace(user, pair);
    }
  }

  private drawUser(): number {
    const { dice, state } = this.belongings;
    const users = tradersIn(state);
    return users.length > 0 ? dice.pick(users) : dice.between(1, USERS);
  }

  /** Mostly one that trades and has a last price. */
  private drawPair(): Pair {
    const { dice, state } = this.belongings;
    const { pairs } = state.catalogue;
    const fit = pairs.filter(({ id, status }) => {
      return status === "trading" && lastTicksOf(state.prices, id) > 0;
    });
    return dice.pick(fit.length > 0 && dice.chance(0.97) ? fit : pairs);
  }

  private someList(): OrderList | undefined {
    const { dice, state } = this.belongings;
    const lists = [...state.lists.byId.values()];
    return lists.length > 0 ? dice.pick(lists) : undefined;
  }

  /** A name that another open list of the user may have. */
  private nameAgain(user: number, pair: Pair): Command {
    const named = [...this.belongings.state.lists.byId.values()].find((list) => list.clientId);
    const list = this.writer.good(named?.user ?? user, pair);
    return { ...list, clientId: named?.clientId ?? list.clientId };
  }

  private cancel(): Command {
    const { dice, by, state } = this.belongings;
    const list = this.someList();
    const isGone = !list || dice.chance(0.15);
    const on = { ...by(list?.user ?? dice.between(1, USERS)), pair: list?.pair ?? 1 };
    if (isGone) {
      const id = dice.between(0, state.orders.orderIdLast + 2);
      return { type: "CancelOrderList", ...on, list: id, clientId: dice.pick(["", "way-out"]) };
    }
    const isNamed = list.clientId !== "" && dice.chance(0.7);
    const named = { list: isNamed ? 0 : list.id, clientId: isNamed ? list.clientId : "" };
    return { type: "CancelOrderList", ...on, ...named };
  }

  /** All orders of a list, and some of them twice; a list is placed where there is none. */
  private cancelBatch(user: number, pair: Pair): Command {
    const { dice, by } = this.belongings;
    const list = this.someList();
    if (!list) return this.writer.good(user, pair);
    const orders = [...orderIdsOf(list), list.id + dice.between(0, 3)];
    return { type: "CancelBatch", ...by(list.user), pair: list.pair, orders };
  }

  private cancelOne(user: number, pair: Pair): Command {
    const { dice, by } = this.belongings;
    const list = this.someList();
    if (!list) return this.writer.good(user, pair);
    const order = dice.pick(orderIdsOf(list));
    if (dice.chance(0.35)) return { type: "CancelByOperator", order, request: 0 };
    const on = { ...by(list.user), pair: list.pair };
    if (dice.chance(0.3)) return { type: "CancelAllOrders", ...on, area: "spot" };
    return { type: "CancelOrder", ...on, order, clientId: "" };
  }

  /** What a list can still act on is not replaced. */
  private replace(user: number, pair: Pair): Command {
    const { dice, by, writer } = this.belongings;
    const list = this.someList();
    if (!list) return this.writer.good(user, pair);
    const order = dice.pick(orderIdsOf(list));
    const asked = writer.asked(list.pair, 0);
    const replaced = { area: "spot", mustCancel: true, order, orderClientId: "" } as const;
    return { type: "ReplaceOrder", ...by(list.user), ...asked, ...replaced };
  }
}
