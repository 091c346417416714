/** Orders of swaps: what is asked for, how it is placed, and what became of it. */
import {
  BadRequest,
  type Dict,
  type MarketInterface,
  type Num,
  type Order,
  Precise,
  type Str,
} from "ccxt";
import type { AskedOrder } from "./order-refusals.ts";
import { BoursePlacedOrders } from "./placed-orders.ts";

export class BourseContractOrders extends BoursePlacedOrders {
  /** The request of an order, and in `path` where it goes; nothing is placed yet. */
  async contractRequest(order: AskedOrder, amount: Num, price: Num, params: Dict): Promise<Dict> {
    const market = order["market"];
    const type = order["type"];
    const positionType = await this.positionTypeOf(market, params);
    const request = this.contractOrderRequest(market, order["side"], positionType, params);
    const trigger = this.triggerOf(params);
    let path = "fapi/v1/order";
    let reference: Str = trigger;
    if (trigger !== undefined) {
      path = "fapi/v1/conditionOrder";
      request["triggerPrice"] = this.priceToPrecision(market["symbol"], trigger);
      request["triggerType"] = await this.triggerTypeOf(market, trigger, params);
    } else if (this.isMarketOpening(type, request, params)) {
      reference = await this.markPriceOf(market, price);
    }
    const filled = this.fillContractRequest(
      request,
      market,
      type,
      amount,
      price,
      reference,
      params,
    );
    return { path: path, request: filled };
  }

  async placeContractOrder(asked: AskedOrder, wanted: Dict): Promise<Order> {
    const market = asked["market"];
    const request = wanted["request"];
    const placed = await this.placeOnce("fapi/v1", wanted["path"], request);
    const found = await this.findPlaced(market, "fapi/v1", placed);
    if (found === undefined) {
      return this.acknowledgedOrder(asked, request, placed);
    }
    const order = this.parseOrder(found, market);
    if (asked["type"] === "market") {
      // It may have been sent as a limit order; the farthest price of that is nobody's wish.
      order["type"] = asked["type"];
      order["price"] = order["average"];
    }
    return order;
  }

  isMarketOpening(type: string, request: Dict, params: Dict): boolean {
    const hasCost = this.safeString(params, "cost") !== undefined;
    return type === "market" && request["open"] === "OPEN" && !hasCost;
  }

  /** The mark, which prices may not be far from; before there is one, the price of the caller. */
  async markPriceOf(market: MarketInterface, price: Num): Promise<Str> {
    const index = await this.fetchPublic("fapi/v1/index", { contractName: market["id"] });
    const mark = this.omitZero(this.safeString(index, "markPrice"));
    return mark === undefined && price !== undefined ? this.numberToString(price) : mark;
  }

  /** Cross is 1 and isolated 2: what the order says, else what the user has set for the contract. */
  async positionTypeOf(market: MarketInterface, params: Dict): Promise<number> {
    const mode = this.handleMarginModeAndParams("createOrder", params)[0];
    if (mode !== undefined) {
      return this.marginModelOf(mode);
    }
    const config = await this.fetchUserConfig(market["id"] as string);
    return this.safeInteger(config, "marginModel", 1);
  }

  marginModelOf(mode: string): number {
    if (mode !== "cross" && mode !== "isolated") {
      throw new BadRequest(this.id + " marginMode is cross or isolated, not " + mode);
    }
    return mode === "cross" ? 1 : 2;
  }

  async fetchUserConfig(contractName: string): Promise<Dict> {
    const configs = await this.fetchPrivate("fapi/v1/get_user_config", {
      contractName: contractName,
    });
    return this.safeDict(configs, 0, {});
  }

  /** 1 stop loss and 2 stop gain close a position; 3 waits for a rise, 4 for a fall. */
  async triggerTypeOf(market: MarketInterface, trigger: Str, params: Dict): Promise<string> {
    if (this.safeString(params, "stopLossPrice") !== undefined) {
      return "1";
    }
    if (this.safeString(params, "takeProfitPrice") !== undefined) {
      return "2";
    }
    const direction = this.handleTriggerDirectionAndParams(params, undefined, true)[0];
    if (direction !== undefined) {
      return direction === "ascending" ? "3" : "4";
    }
    const ticker = await this.fetchPublic("fapi/v1/ticker", { contractName: market["id"] });
    const last = this.safeString(ticker, "last");
    return Precise.stringGe(trigger, last) ? "3" : "4";
  }

  /** An order of which no more is known than that it was placed. */
  acknowledgedOrder(asked: AskedOrder, request: Dict, placed: Dict): Order {
    const market = asked["market"];
    const type = asked["type"];
    const isByCost = request["type"] === "MARKET" && request["open"] === "OPEN";
    return this.safeOrder(
      {
        id: this.safeString(placed, "orderId"),
        clientOrderId: request["clientOrderId"],
        symbol: market["symbol"],
        type: type,
        side: asked["side"],
        amount: isByCost ? undefined : this.safeString(request, "volume"),
        price: type === "limit" ? this.safeString(request, "price") : undefined,
        triggerPrice: this.safeString(request, "triggerPrice"),
        reduceOnly: request["open"] === "CLOSE",
        status: "open",
        info: placed,
      },
      market,
    );
  }
}
