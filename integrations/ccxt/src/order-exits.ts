/** The exits of an order list as params name them: where each waits, at which price, and whether they make sense together. */
import { ArgumentsRequired, BadRequest, type Dict, InvalidOrder, Precise, type Str } from "ccxt";
import { BourseListRefusals } from "./list-refusals.ts";
import type { AskedOrder } from "./order-refusals.ts";

const EXIT_PARAMS = [
  "amount",
  "price",
  "priceType",
  "stopPrice",
  "trailingDelta",
  "trailingPercent",
  "triggerPrice",
  "type",
];

export class BourseOrderExits extends BourseListRefusals {
  /** Those that are given, each with `name`, `triggerPrice` or `trailingDelta` and, where it has them, `price` and `amount`. */
  exitsOf(order: AskedOrder, params: Dict): Dict[] {
    const names = ["stopLoss", "takeProfit"];
    const isAlone = this.isTwoExits(params);
    const exits: Dict[] = [];
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      if (isAlone) {
        const trigger = this.safeString(params, name + "Price");
        const limit = this.safeString(params, name + "LimitPrice");
        const delta = name === "stopLoss" ? this.trailingDeltaOf(params) : undefined;
        const asked = { name: name, triggerPrice: trigger, trailingDelta: delta, price: limit };
        exits.push(this.exitOf(order, asked));
      } else if (this.isGiven(params, name)) {
        exits.push(this.exitOf(order, this.attachedExit(order, name, params)));
      }
    }
    if (isAlone) {
      this.checkLimits(order, exits);
    }
    return exits;
  }

  /** With prices in steps, so that what is compared is what is sent. */
  exitOf(order: AskedOrder, asked: Dict): Dict {
    const market = order["market"];
    const exit = this.extend({}, asked);
    if (asked["triggerPrice"] !== undefined) {
      exit["triggerPrice"] = this.priceToPrecision(market["symbol"], asked["triggerPrice"]);
    }
    if (asked["price"] !== undefined) {
      exit["price"] = this.priceToPrecision(market["symbol"], asked["price"]);
    }
    return exit;
  }

  attachedExit(order: AskedOrder, name: string, params: Dict): Dict {
    const asked = this.safeDict(params, name);
    const where = "params." + name;
    if (asked === undefined) {
      throw new BadRequest(
        this.id + " createOrder() takes " + where + " with a triggerPrice in it",
      );
    }
    const keys = Object.keys(asked);
    for (let i = 0; i < keys.length; i++) {
      if (this.isGiven(asked, keys[i]) && !this.inArray(keys[i], EXIT_PARAMS)) {
        this.refuse(order, where + "." + keys[i], "the exchange has nothing like it");
      }
    }
    const trigger = this.attachedTrigger(order, where, asked);
    const price = this.safeString(asked, "price");
    this.checkKind(order, where, asked, price);
    const amount = this.safeString(asked, "amount");
    const delta = this.trailingDeltaOf(asked);
    return {
      name: name,
      triggerPrice: trigger,
      trailingDelta: delta,
      price: price,
      amount: amount,
    };
  }

  /** Where an attached exit waits; undefined of a stop loss that trails, which it does from the moment at which it is live. */
  attachedTrigger(order: AskedOrder, where: string, asked: Dict): Str {
    const stop = this.safeString(asked, "stopPrice");
    const trigger = this.safeString(asked, "triggerPrice", stop);
    const isTrailing = this.isTrailing(asked);
    const word = this.isGiven(asked, "trailingPercent") ? "trailingPercent" : "trailingDelta";
    if (isTrailing && where !== "params.stopLoss") {
      this.refuse(order, where + "." + word, "only a stop loss trails");
    }
    if (isTrailing && trigger !== undefined) {
      this.refuse(order, where + "." + word, "an exit that trails has no triggerPrice");
    }
    if (trigger === undefined && !isTrailing) {
      throw new ArgumentsRequired(this.id + " createOrder() requires " + where + ".triggerPrice");
    }
    if (stop !== undefined && !Precise.stringEq(stop, trigger)) {
      this.refuse(order, where + ".stopPrice", "triggerPrice says something else");
    }
    return trigger;
  }

  checkKind(order: AskedOrder, where: string, asked: Dict, price: Str): void {
    const kind = this.safeString(asked, "type", price === undefined ? "market" : "limit");
    if (kind !== "limit" && kind !== "market") {
      this.refuse(order, where + ".type", "it is limit or market");
    }
    if (kind === "limit" && price === undefined) {
      throw new ArgumentsRequired(
        this.id + " createOrder() requires " + where + ".price of a limit",
      );
    }
    if (kind === "market" && price !== undefined) {
      throw new BadRequest(
        this.id + " createOrder() takes no " + where + ".price of a market order",
      );
    }
    if (this.safeString(asked, "priceType", "last") !== "last") {
      this.refuse(order, where + ".priceType", "stops of pairs wait for the last price");
    }
  }

  /** Two exits of type `limit` have a limit each: one price for both would leave one of them without effect. */
  checkLimits(order: AskedOrder, exits: Dict[]): void {
    if (order["type"] !== "limit") {
      return;
    }
    if (order["price"] !== undefined) {
      const instead = "params.stopLossLimitPrice and params.takeProfitLimitPrice say those of each";
      throw new BadRequest(this.id + " createOrder() takes no one price of two exits: " + instead);
    }
    for (let i = 0; i < exits.length; i++) {
      if (this.safeString(exits[i], "price") === undefined) {
        const name = "params." + this.safeString(exits[i], "name", "") + "LimitPrice";
        throw new ArgumentsRequired(
          this.id + " createOrder() requires " + name + " of limit exits",
        );
      }
    }
  }

  /** A stop loss lies where the price is worse than that of the entry, a take profit where it is better. */
  checkRelation(exits: Dict[], exitSide: string, entryPrice: Str): void {
    const worse = this.triggerNamed(exits, "stopLoss");
    const better = this.triggerNamed(exits, "takeProfit");
    const low = exitSide === "sell" ? worse : better;
    const high = exitSide === "sell" ? better : worse;
    this.checkBelow(low, high);
    this.checkBelow(low, entryPrice);
    this.checkBelow(entryPrice, high);
  }

  checkBelow(low: Str, high: Str): void {
    if (low !== undefined && high !== undefined && !Precise.stringGt(high, low)) {
      const what =
        " createOrder() takes a stop loss on the losing side of the price, and a take profit";
      throw new InvalidOrder(this.id + what + " on the other: " + low + " is not below " + high);
    }
  }

  triggerNamed(exits: Dict[], name: string): Str {
    for (let i = 0; i < exits.length; i++) {
      if (exits[i]["name"] === name) {
        return this.safeString(exits[i], "triggerPrice");
      }
    }
    return undefined;
  }
}
