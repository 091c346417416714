/**
 * Which params ask for an order list, and what does not go with them: an entry with what protects it (`stopLoss`,
 * `takeProfit`), or two exits of which one is to happen (`takeProfitPrice` with `stopLossPrice`, or with a stop that
 * trails). Lists are of spot, and placed one at a time.
 */
import { BadRequest, type Dict } from "ccxt";
import type { AskedOrder } from "./order-refusals.ts";
import { BourseTrailingStops } from "./trailing-stops.ts";

const EXIT_LIMITS = ["stopLossLimitPrice", "takeProfitLimitPrice"];
/** What two exits do not have: their kind, volume and prices are said otherwise. */
const NOT_OF_EXITS = [
  "cost",
  "icebergAmount",
  "icebergQty",
  "postOnly",
  "post_only",
  "price",
  "stopLoss",
  "takeProfit",
  "timeInForce",
  // A leg trails from the moment at which it is live.
  "trailingTriggerPrice",
  "volume",
];
const NOT_OF_ENTRIES = ["cost", "stopLossPrice", "takeProfitPrice"];

export class BourseListRefusals extends BourseTrailingStops {
  override checkedParams(order: AskedOrder, params: Dict): Dict {
    const asked = super.checkedParams(order, params);
    if (!this.isTwoExits(asked)) {
      const why = "it goes with takeProfitPrice and a stop loss at once";
      this.refuseEach(order, asked, EXIT_LIMITS, why);
    }
    if (this.isList(asked)) {
      this.checkList(order, asked);
    }
    return asked;
  }

  isList(params: Dict): boolean {
    return this.isTwoExits(params) || this.isBracket(params);
  }

  /** An OCO. */
  isTwoExits(params: Dict): boolean {
    const isStop = this.isGiven(params, "stopLossPrice") || this.isTrailing(params);
    return isStop && this.isGiven(params, "takeProfitPrice");
  }

  /** An OTO or an OTOCO. */
  isBracket(params: Dict): boolean {
    return this.isGiven(params, "stopLoss") || this.isGiven(params, "takeProfit");
  }

  checkList(order: AskedOrder, params: Dict): void {
    const naming = ["stopLoss", "takeProfit", "takeProfitPrice"];
    if (order["method"] !== "createOrder") {
      this.refuseEach(order, params, naming, "createOrder() places it, one at a time");
    }
    if (this.isMarginCall(order["method"], params)) {
      this.refuseEach(order, params, naming, "margin has no order lists");
    }
    if (this.isTwoExits(params)) {
      this.refuseEach(
        order,
        params,
        NOT_OF_EXITS,
        "takeProfitPrice beside a stop loss makes two exits",
      );
    } else {
      this.refuseEach(order, params, NOT_OF_ENTRIES, "the order has a stopLoss or a takeProfit");
    }
    this.checkCounted(order, params);
  }

  refuseEach(order: AskedOrder, params: Dict, names: string[], why: string): void {
    for (let i = 0; i < names.length; i++) {
      if (this.isGiven(params, names[i])) {
        this.refuseParam(order, names[i], why);
      }
    }
  }

  /** The orders of a list count the base asset, all of them. */
  checkCounted(order: AskedOrder, params: Dict): void {
    const name = "createMarketBuyOrderRequiresPrice";
    const isPriced = this.safeBool(params, name, this.safeBool(this.options, name, true));
    if (order["type"] === "market" && order["side"] === "buy" && !isPriced) {
      const what = " createOrder() takes the amount of an order list, never a cost: not with ";
      throw new BadRequest(this.id + what + name + " false");
    }
  }
}
