/**
 * What the params of an order say: which of them are carried out, and what they mean. ccxt's own names are read
 * here; the API's own words, as far as they are no arguments of the call, are sent on as they are.
 */
import { type Dict, type MarketInterface, NotSupported, type Str } from "ccxt";
import { BourseMarkets } from "./markets.ts";

/** Read by this class. */
const PARAMS = [
  "clientOrderId",
  "newClientOrderId",
  "cost",
  "createMarketBuyOrderRequiresPrice",
  "defaultType",
  "marginMode",
  "postOnly",
  "post_only",
  "stopLossPrice",
  "stopPrice",
  "takeProfitPrice",
  "timeInForce",
  "triggerPrice",
  "type",
];
const PAIR_PARAMS = [
  "icebergAmount",
  "margin",
  "stopLoss",
  "stopLossLimitPrice",
  "takeProfit",
  "takeProfitLimitPrice",
  "trailingPercent",
  "trailingTriggerPrice",
];
const CONTRACT_PARAMS = ["hedged", "reduceOnly", "slippage", "triggerDirection"];

/** Sent on. */
const PAIR_WORDS = ["icebergQty", "price", "recvWindow", "selfTrade", "trailingDelta", "volume"];
const CONTRACT_WORDS = ["open", "positionType", "price", "recvWindow", "triggerType", "volume"];
/** Of an order that replaces another. */
const EDIT_WORDS = ["cancelReplaceMode"];

export class BourseOrderParams extends BourseMarkets {
  /** The params that are carried out in an order of a market. */
  orderParams(market: MarketInterface): string[] {
    const own = market["contract"] ? CONTRACT_PARAMS : PAIR_PARAMS;
    return this.arrayConcat(PARAMS, this.arrayConcat(own, this.orderWords(market)));
  }

  orderWords(market: MarketInterface): string[] {
    return market["contract"] ? CONTRACT_WORDS : PAIR_WORDS;
  }

  editWords(market: MarketInterface): string[] {
    return market["contract"] ? [] : EDIT_WORDS;
  }

  /** The words among the params that are given. */
  givenWords(words: string[], params: Dict): Dict {
    const result: Dict = {};
    for (let i = 0; i < words.length; i++) {
      if (this.isGiven(params, words[i])) {
        result[words[i]] = params[words[i]];
      }
    }
    return result;
  }

  /** Whether a param switches something on: nothing and false do not. */
  isGiven(params: Dict, name: string): boolean {
    // Not compared with false, which in Python is equal to 0.
    return this.safeValue(params, name) !== undefined && this.safeBool(params, name, true);
  }

  /** Whether the call is about the margin account. It has cross margin only. */
  isMarginCall(method: string, params: Dict): boolean {
    const type = this.safeString2(params, "defaultType", "type");
    const isMargin = this.safeBool(params, "margin", false) || type === "margin";
    const mode = this.safeString(params, "marginMode", isMargin ? "cross" : undefined);
    const usual = this.safeString(this.options, "defaultType");
    if (mode === "isolated") {
      const what = "() has no isolated margin of pairs (marginMode)";
      throw new NotSupported(this.id + " " + method + what);
    }
    return mode === "cross" || (usual === "margin" && type === undefined);
  }

  clientIdOf(params: Dict): string {
    const given = this.safeString2(params, "clientOrderId", "newClientOrderId");
    return given === undefined ? this.drawId() : given;
  }

  triggerOf(params: Dict): Str {
    const exits = ["stopLossPrice", "takeProfitPrice"];
    const keys = ["triggerPrice", "stopPrice", "trailingTriggerPrice"];
    return this.safeStringN(params, this.arrayConcat(keys, exits));
  }

  timeInForceOf(type: string, params: Dict): Str {
    const word = this.timeInForceWord(params);
    const isMaker = this.isPostOnly(type === "market", word === "POST_ONLY", params);
    return isMaker ? "POST_ONLY" : word;
  }

  timeInForceWord(params: Dict): Str {
    const word = this.safeStringUpper(params, "timeInForce");
    return word === "PO" ? "POST_ONLY" : word;
  }

  isReduceOnly(params: Dict): boolean {
    const isClosing = this.safeStringN(params, ["stopLossPrice", "takeProfitPrice"]) !== undefined;
    const isAsked = this.safeBool(params, "reduceOnly", isClosing);
    return isAsked || this.safeString(params, "open") === "CLOSE";
  }
}
