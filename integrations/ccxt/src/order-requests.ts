/** What an order of ccxt is in the words of the API. */
import {
  ArgumentsRequired,
  type Dict,
  type Int,
  InvalidOrder,
  type MarketInterface,
  type Num,
  Precise,
  type Str,
} from "ccxt";
import { BourseOrderExits } from "./order-exits.ts";

export class BourseOrderRequests extends BourseOrderExits {
  /** Where the orders of a market, and of a call, are: `sapi/v1`, `sapi/v1/margin` or `fapi/v1`. */
  areaOf(market: MarketInterface, method: string, params: Dict): string {
    if (market["contract"]) {
      return "fapi/v1";
    }
    return this.isMarginCall(method, params) ? "sapi/v1/margin" : "sapi/v1";
  }

  /** What names one order in a request: its client id if params have one, else its id. */
  orderNamed(market: MarketInterface, id: Str, params: Dict): Dict {
    const clientId = this.safeString2(params, "clientOrderId", "newClientOrderId");
    const request: Dict = {};
    if (market["contract"]) {
      request["contractName"] = market["id"];
    } else {
      request["symbol"] = market["id"];
    }
    if (clientId === undefined) {
      request["orderId"] = id;
    } else if (market["contract"]) {
      request["clientOrderId"] = clientId;
    } else {
      request["newClientOrderId"] = clientId;
    }
    return request;
  }

  marketOf(method: string, symbol: Str): MarketInterface {
    if (symbol === undefined) {
      throw new ArgumentsRequired(this.id + " " + method + "() requires a symbol argument");
    }
    return this.market(symbol);
  }

  /** An order of spot or margin, as `/order`, `/batchOrders` and `/order/cancelReplace` take it. */
  pairOrderRequest(
    market: MarketInterface,
    type: string,
    side: string,
    amount: Num,
    price: Num,
    params: Dict,
  ): Dict {
    const symbol = market["symbol"];
    const request: Dict = {
      symbol: market["id"],
      side: side.toUpperCase(),
      type: type.toUpperCase(),
      newClientOrderId: this.clientIdOf(params),
    };
    const timeInForce = this.timeInForceOf(type, params);
    if (timeInForce !== undefined) {
      request["timeInForce"] = timeInForce;
    }
    const trigger = this.triggerOf(params);
    if (trigger !== undefined) {
      request["triggerPrice"] = this.priceToPrecision(symbol, trigger);
    }
    if (type === "limit") {
      request["price"] = this.priceToPrecision(symbol, price);
    }
    if (type === "market") {
      this.fillMarketVolume(request, market, amount, price, params);
    } else {
      request["volume"] = this.amountToPrecision(symbol, amount);
    }
    if (this.isGiven(params, "icebergAmount")) {
      const slice = this.safeString(params, "icebergAmount");
      request["icebergQty"] = this.amountToPrecision(symbol, slice);
    }
    const words = this.givenWords(this.orderWords(market), params);
    if (this.isTrailing(params)) {
      words["trailingDelta"] = this.trailingDeltaOf(params);
    }
    return this.extend(request, words);
  }

  /** What a market order of a pair trades: an amount, or what it is to cost or bring. */
  fillMarketVolume(
    request: Dict,
    market: MarketInterface,
    amount: Num,
    price: Num,
    params: Dict,
  ): void {
    const isBuy = request["side"] === "BUY";
    const hasCost = this.safeString(params, "cost") !== undefined;
    const name = "createMarketBuyOrderRequiresPrice";
    const isPriced = this.safeBool(params, name, this.safeBool(this.options, name, true));
    const isMargin = this.isMarginCall("createOrder", params);
    if (isBuy && !hasCost && isPriced && price === undefined && !isMargin) {
      request["volume"] = this.amountToPrecision(market["symbol"], amount);
      request["volumeUnit"] = "BASE";
    } else if (isBuy) {
      request["volume"] = this.costOfMarketBuy(market, amount, price, params);
    } else if (hasCost) {
      request["volume"] = this.costInSteps(market, this.safeString(params, "cost"));
      request["volumeUnit"] = "QUOTE";
    } else {
      request["volume"] = this.amountToPrecision(market["symbol"], amount);
    }
  }

  /** A market buy of a pair names what it spends of the quote, exact to the decimals of both together. */
  costOfMarketBuy(market: MarketInterface, amount: Num, price: Num, params: Dict): string {
    const cost = this.safeString(params, "cost");
    if (cost !== undefined) {
      return this.costInSteps(market, cost);
    }
    const name = "createMarketBuyOrderRequiresPrice";
    const isPriced = this.safeBool(params, name, this.safeBool(this.options, name, true));
    const asked = this.numberToString(amount);
    if (!isPriced) {
      return this.costInSteps(market, asked);
    }
    if (price === undefined) {
      const what = " createOrder() requires the price of a market buy in margin; or";
      const how = " params.cost, or createMarketBuyOrderRequiresPrice false, amount being the cost";
      throw new InvalidOrder(this.id + what + how);
    }
    return this.costInSteps(market, Precise.stringMul(asked, this.numberToString(price)));
  }

  costInSteps(market: MarketInterface, cost: Str): string {
    const priceStep = this.numberToString(market["precision"]["price"]);
    const amountStep = this.numberToString(market["precision"]["amount"]);
    const step = Precise.stringMul(priceStep, amountStep);
    const remainder = Precise.stringMod(cost, step);
    return Precise.stringSub(cost, remainder) as string;
  }

  /** What an order of a contract has whatever its kind. */
  contractOrderRequest(
    market: MarketInterface,
    side: string,
    positionType: Int,
    params: Dict,
  ): Dict {
    return {
      contractName: market["id"],
      side: side.toUpperCase(),
      open: this.isReduceOnly(params) ? "CLOSE" : "OPEN",
      positionType: positionType,
      clientOrderId: this.clientIdOf(params),
    };
  }

  /** Puts kind, volume and price of a contract's order into its request; `reference` is a price near by. */
  fillContractRequest(
    request: Dict,
    market: MarketInterface,
    type: string,
    amount: Num,
    price: Num,
    reference: Str,
    params: Dict,
  ): Dict {
    const symbol = market["symbol"];
    const cost = this.safeString(params, "cost");
    const timeInForce = this.timeInForceOf(type, params);
    if (timeInForce !== undefined) {
      request["timeInForce"] = timeInForce;
    }
    if (type === "limit") {
      request["type"] = "LIMIT";
      request["price"] = this.priceToPrecision(symbol, price);
      request["volume"] = this.amountToPrecision(symbol, amount);
    } else if (cost !== undefined) {
      request["type"] = "MARKET";
      request["volume"] = cost;
    } else if (request["open"] === "CLOSE") {
      request["type"] = "MARKET";
      request["volume"] = this.amountToPrecision(symbol, amount);
    } else {
      // The API's own market order that opens names a value. So many contracts, and no more, are a
      // limit order that trades at once or not at all, as far from the mark as is allowed.
      request["type"] = "LIMIT";
      request["timeInForce"] = timeInForce === "FOK" ? "FOK" : "IOC";
      request["price"] = this.farthestPrice(market, request["side"], reference, params);
      request["volume"] = this.amountToPrecision(symbol, amount);
    }
    return this.extend(request, this.givenWords(this.orderWords(market), params));
  }

  farthestPrice(market: MarketInterface, side: string, reference: Str, params: Dict): string {
    if (reference === undefined) {
      throw new ArgumentsRequired(this.id + " createOrder() finds no mark price; give a price");
    }
    const usual = this.safeString(this.options, "marketSlippage", "0.05");
    const asked = this.safeString(params, "slippage", usual);
    const range = this.safeString(market["info"], "priceRange", asked);
    const slippage = Precise.stringMin(asked, range);
    const factor =
      side === "BUY" ? Precise.stringAdd("1", slippage) : Precise.stringSub("1", slippage);
    const tick = this.numberToString(market["precision"]["price"]);
    const exact = Precise.stringMul(reference, factor) as string;
    const below = Precise.stringSub(exact, Precise.stringMod(exact, tick)) as string;
    // A sell that is rounded down could leave the range; one tick more stays inside.
    return side === "BUY" ? below : (Precise.stringAdd(below, tick) as string);
  }
}
