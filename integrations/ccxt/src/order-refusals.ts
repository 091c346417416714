/**
 * What of an order is not carried out is refused here, before anything is sent: an order without the stop, the
 * trailing or the side of the position that it was to have is another order, and who placed it would not know.
 */
import { type Dict, InvalidOrder, type MarketInterface, NotSupported, Precise } from "ccxt";
import { BourseOrderParams } from "./order-params.ts";

/** An order as a call asks for it, besides its params. */
export interface AskedOrder extends Dict {
  readonly method: string;
  readonly market: MarketInterface;
  readonly type: string;
  readonly side: string;
}

/** Params that are true or false; false may mean something. */
const FLAGS = [
  "createMarketBuyOrderRequiresPrice",
  "hedged",
  "margin",
  "postOnly",
  "post_only",
  "reduceOnly",
];
/** Params of a stop of a pair. */
const STOP_PARAMS = [
  "triggerPrice",
  "stopPrice",
  "stopLossPrice",
  "takeProfitPrice",
  "trailingPercent",
  "trailingDelta",
  "trailingTriggerPrice",
];
const TIMES_IN_FORCE = ["GTC", "IOC", "FOK", "PO", "POST_ONLY"];
const DIRECTIONS = ["ascending", "descending", "up", "down", "above", "below"];

export class BourseOrderRefusals extends BourseOrderParams {
  /** The params that switch something on, all of which are carried out in such an order. */
  checkedParams(order: AskedOrder, params: Dict): Dict {
    const type = this.safeString(order, "type", "");
    const side = this.safeString(order, "side", "");
    if (side !== "buy" && side !== "sell") {
      throw new InvalidOrder(this.id + " " + order["method"] + "() takes the sides buy and sell");
    }
    if (type !== "limit" && type !== "market") {
      this.refuse(order, "the type " + type, "it is limit or market");
    }
    const asked = this.askedParams(order, params);
    this.checkWords(order, asked);
    this.checkTriggers(order, asked);
    this.checkMarginTriggers(order, asked);
    this.checkValue(order, asked);
    return asked;
  }

  refuse(order: AskedOrder, what: string, why: string): void {
    const call = this.id + " " + order["method"] + "() does not support ";
    const market = order["market"];
    throw new NotSupported(call + what + " of " + market["symbol"] + ", and sent nothing: " + why);
  }

  refuseParam(order: AskedOrder, name: string, why: string): void {
    this.refuse(order, "params." + name, why);
  }

  /** Without what is switched off; whatever else is not carried out is refused. */
  askedParams(order: AskedOrder, params: Dict): Dict {
    const market = order["market"];
    let known = this.orderParams(market);
    if (order["method"] === "editOrder") {
      known = this.arrayConcat(known, this.editWords(market));
    }
    const asked: Dict = {};
    const names = Object.keys(params);
    for (let i = 0; i < names.length; i++) {
      const name = names[i];
      const isFlag = this.inArray(name, FLAGS);
      if (this.isGiven(params, name)) {
        if (!this.inArray(name, known)) {
          this.refuseParam(order, name, this.insteadOf(name));
        }
        if (isFlag && !this.safeBool(params, name, false)) {
          this.refuseParam(order, name, "it is true or false");
        }
        asked[name] = params[name];
      } else if (isFlag && this.safeValue(params, name) !== undefined) {
        asked[name] = false;
      }
    }
    return asked;
  }

  /** What to do instead of a param that other exchanges know. */
  insteadOf(name: string): string {
    const ways: Dict = {
      stopLoss: "place a second order with stopLossPrice",
      takeProfit: "place a second order with takeProfitPrice",
      leverage: "setLeverage() sets it, for swaps",
      positionSide: "a sell opens a short, and with reduceOnly it closes a long",
      reduceOnly: "only swaps have positions",
      hedged: "only swaps have positions",
      selfTradePrevention: "the exchange's own word, of pairs, is selfTrade",
      slippage: "it is for market orders of swaps",
      trailingAmount: "a stop of spot trails by a share of the price, trailingPercent",
      trailingPercent: "only stops of spot trail",
      trailingDelta: "only stops of spot trail",
      trailingTriggerPrice: "only stops of spot trail",
      triggerDirection: "a stop of a pair waits on the side of the last price where it lies",
    };
    return this.safeString(ways, name, "the exchange has nothing like it");
  }

  /** Params that say one of a few words. */
  checkWords(order: AskedOrder, params: Dict): void {
    const market = order["market"];
    const types = market["contract"] ? ["swap", "future"] : ["spot", "margin"];
    this.checkWord(order, params, "type", types);
    this.checkWord(order, params, "defaultType", types);
    this.checkWord(order, params, "marginMode", ["cross", "isolated"]);
    this.checkWord(order, params, "triggerDirection", DIRECTIONS);
    const timeInForce = this.safeStringUpper(params, "timeInForce");
    if (timeInForce !== undefined) {
      const upper = { timeInForce: timeInForce };
      this.checkWord(order, upper, "timeInForce", TIMES_IN_FORCE);
    }
  }

  checkWord(order: AskedOrder, params: Dict, name: string, words: string[]): void {
    const word = this.safeString(params, name);
    if (word !== undefined && !this.inArray(word, words)) {
      this.refuseParam(order, name, "it is one of " + words.join(", "));
    }
  }

  /** An order waits for one price; two exits of a pair of spot are two orders. */
  checkTriggers(order: AskedOrder, params: Dict): void {
    const stop = this.safeString(params, "stopPrice");
    const trigger = this.safeString(params, "triggerPrice", stop);
    if (stop !== undefined && !Precise.stringEq(stop, trigger)) {
      this.refuseParam(order, "stopPrice", "triggerPrice says something else");
    }
    const isStopLoss = this.isGiven(params, "stopLossPrice");
    const isContract = this.safeBool(order["market"], "contract", false);
    if (isContract && isStopLoss && this.isGiven(params, "takeProfitPrice")) {
      const why = "stopLossPrice beside it needs an order of its own";
      this.refuseParam(order, "takeProfitPrice", why);
    }
    const isClosing = isStopLoss || this.isGiven(params, "takeProfitPrice");
    if (trigger !== undefined && isClosing) {
      const name = stop === undefined ? "triggerPrice" : "stopPrice";
      this.refuseParam(order, name, "stopLossPrice or takeProfitPrice is its trigger");
    }
    if (trigger === undefined && this.isGiven(params, "triggerDirection")) {
      this.refuseParam(order, "triggerDirection", "it goes with a triggerPrice");
    }
    if (trigger === undefined && !isClosing && this.isGiven(params, "triggerType")) {
      this.refuseParam(order, "triggerType", "it goes with a triggerPrice");
    }
  }

  checkMarginTriggers(order: AskedOrder, params: Dict): void {
    const market = order["market"];
    if (market["contract"] || !this.isMarginCall(order["method"], params)) {
      return;
    }
    for (let i = 0; i < STOP_PARAMS.length; i++) {
      if (this.isGiven(params, STOP_PARAMS[i])) {
        this.refuseParam(order, STOP_PARAMS[i], "margin has no stops");
      }
    }
  }

  /** A value instead of an amount is for market orders of pairs, in margin to buy, and for those that open a position. */
  checkValue(order: AskedOrder, params: Dict): void {
    const isMarket = order["type"] === "market";
    const isContract = this.safeBool(order["market"], "contract", false);
    const isOpening = isMarket && !this.isReduceOnly(params);
    const hasCost = this.isGiven(params, "cost");
    const isSpot = !isContract && !this.isMarginCall(order["method"], params);
    const mayCost = isContract ? isOpening : isMarket && (isSpot || order["side"] === "buy");
    if (hasCost && !mayCost) {
      let why = isContract ? "only a market order that opens" : "only a market order";
      if (!isContract && !isSpot) {
        why = "only a market order to buy";
      }
      this.refuseParam(order, "cost", why + " names its value");
    }
    if (this.isGiven(params, "slippage") && (!isOpening || hasCost)) {
      const why = "only a market order that opens so many contracts has it";
      this.refuseParam(order, "slippage", why);
    }
  }
}
