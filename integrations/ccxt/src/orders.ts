/** Orders placed and replaced. */
import {
  ArgumentsRequired,
  BadRequest,
  type Dict,
  ExchangeError,
  type MarketInterface,
  type Num,
  type Order,
  type OrderRequest,
  type OrderSide,
  type OrderType,
  Precise,
  type Str,
} from "ccxt";
import { BourseCancels } from "./cancels.ts";

/** As many as a batch of orders takes. */
const ORDERS_MAX = 10;

export class BourseOrders extends BourseCancels {
  override async createOrder(
    symbol: string,
    type: OrderType,
    side: OrderSide,
    amount: number,
    price: Num = undefined,
    params: Dict = {},
  ): Promise<Order> {
    await this.loadMarkets();
    const market = this.market(symbol);
    if (market["contract"]) {
      return await this.createContractOrder(market, type, side as string, amount, price, params);
    }
    const request = this.pairOrderRequest(market, type, side as string, amount, price, params);
    const area = this.areaOf(market, "createOrder", params);
    const placed = await this.placeOnce(area, area + "/order", request);
    return this.parseOrder(placed, market);
  }

  override async createMarketBuyOrderWithCost(
    symbol: string,
    cost: number,
    params: Dict = {},
  ): Promise<Order> {
    const byCost = this.extend(params, { cost: this.numberToString(cost) });
    return await this.createOrder(symbol, "market", "buy", cost, undefined, byCost);
  }

  async createContractOrder(
    market: MarketInterface,
    type: string,
    side: string,
    amount: Num,
    price: Num,
    params: Dict,
  ): Promise<Order> {
    const positionType = await this.positionTypeOf(market, params);
    const request = this.contractOrderRequest(market, side, positionType, params);
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
    const placed = await this.placeOnce("fapi/v1", path, filled);
    return this.placedContractOrder(market, placed, filled, type, side);
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

  /** Futures answer an order with its number only; the rest is what was asked for. */
  placedContractOrder(
    market: MarketInterface,
    placed: Dict,
    request: Dict,
    type: string,
    side: string,
  ): Order {
    if (this.safeString(placed, "status") !== undefined) {
      return this.parseOrder(placed, market);
    }
    const isByCost = request["type"] === "MARKET" && request["open"] === "OPEN";
    return this.safeOrder(
      {
        id: this.safeString(placed, "orderId"),
        clientOrderId: request["clientOrderId"],
        symbol: market["symbol"],
        type: type,
        side: side,
        amount: isByCost ? undefined : this.safeString(request, "volume"),
        price: type === "limit" ? this.safeString(request, "price") : undefined,
        triggerPrice: this.safeString(request, "triggerPrice"),
        reduceOnly: request["open"] === "CLOSE",
        info: placed,
      },
      market,
    );
  }

  /** Ten at once of one pair of spot; any others one after the other. */
  override async createOrders(orders: OrderRequest[], params: Dict = {}): Promise<Order[]> {
    await this.loadMarkets();
    if (orders.length === 0) {
      throw new ArgumentsRequired(this.id + " createOrders() requires at least one order");
    }
    if (orders.length <= ORDERS_MAX && this.isOneSpotPair(orders, params)) {
      return await this.createBatch(orders, params);
    }
    const result: Order[] = [];
    for (let i = 0; i < orders.length; i++) {
      const row = orders[i];
      const own = this.extend(params, this.safeDict(row, "params", {}));
      const price = this.safeNumber(row, "price");
      const amount = this.safeNumber(row, "amount") as number;
      const symbol = this.safeString(row, "symbol", "");
      const type = this.safeString(row, "type", "");
      const side = this.safeString(row, "side", "");
      result.push(await this.createOrder(symbol, type, side, amount, price, own));
    }
    return result;
  }

  isOneSpotPair(orders: OrderRequest[], params: Dict): boolean {
    const first = this.safeString(orders[0], "symbol", "");
    for (let i = 0; i < orders.length; i++) {
      const row = orders[i];
      const own = this.extend(params, this.safeDict(row, "params", {}));
      if (this.safeString(row, "symbol") !== first || this.isMarginCall("createOrders", own)) {
        return false;
      }
    }
    const market = this.market(first);
    return market["spot"] === true;
  }

  async createBatch(orders: OrderRequest[], params: Dict): Promise<Order[]> {
    const market = this.market(this.safeString(orders[0], "symbol", ""));
    const items: Dict[] = [];
    for (let i = 0; i < orders.length; i++) {
      const row = orders[i];
      const own = this.extend(params, this.safeDict(row, "params", {}));
      const price = this.safeNumber(row, "price");
      const amount = this.safeNumber(row, "amount");
      const type = this.safeString(row, "type", "");
      const side = this.safeString(row, "side", "");
      const item = this.pairOrderRequest(market, type, side, amount, price, own);
      items.push(this.extend(this.omit(item, ["symbol", "type"]), { batchType: item["type"] }));
    }
    const request: Dict = { symbol: market["id"], orders: items, clientRequestId: this.drawId() };
    const response = await this.postAgain("sapi/v1/batchOrders", request);
    return this.ordersOfBatch(market, items, response);
  }

  /** A batch is answered with a number for each item, and says which were rejected. */
  ordersOfBatch(market: MarketInterface, items: Dict[], response: Dict): Order[] {
    const ids = this.safeList(response, "ids", []);
    const rejected = this.indexBy(this.safeList(response, "rejected", []), "index");
    const result: Order[] = [];
    for (let i = 0; i < items.length; i++) {
      const item = items[i];
      const refusal = this.safeDict(rejected, this.numberToString(i));
      const order = this.safeOrder(
        {
          id: this.safeString(ids, i),
          clientOrderId: this.safeString(item, "newClientOrderId"),
          symbol: market["symbol"],
          type: this.safeStringLower(item, "batchType"),
          side: this.safeStringLower(item, "side"),
          amount: this.safeString(item, "volume"),
          price: this.safeString(item, "price"),
          triggerPrice: this.safeString(item, "triggerPrice"),
          status: refusal === undefined ? undefined : "rejected",
          info: refusal === undefined ? item : refusal,
        },
        market,
      );
      result.push(order);
    }
    return result;
  }

  /** One command in spot and margin (cancelReplace); of a contract a cancel, then a new order. */
  override async editOrder(
    id: string,
    symbol: string,
    type: OrderType,
    side: OrderSide,
    amount: Num = undefined,
    price: Num = undefined,
    params: Dict = {},
  ): Promise<Order> {
    await this.loadMarkets();
    const market = this.market(symbol);
    if (market["contract"]) {
      await this.cancelOrder(id, symbol);
      return await this.createContractOrder(market, type, side as string, amount, price, params);
    }
    const request = this.pairOrderRequest(market, type, side as string, amount, price, params);
    if (this.safeString2(params, "clientOrderId", "newClientOrderId") === undefined) {
      // With a new name it would be another order; without one less of the same stays in its place.
      delete request["newClientOrderId"];
    }
    request["cancelOrderId"] = id;
    const area = this.areaOf(market, "editOrder", params);
    const response = await this.postPrivate(area + "/order/cancelReplace", request);
    if (this.safeString(response, "newOrderResult") === "FAILURE") {
      this.throwRefusal(this.safeDict(response, "newOrderError", {}));
    }
    return this.parseOrder(this.safeDict(response, "newOrderResponse", {}), market);
  }

  throwRefusal(refusal: Dict): void {
    const feedback = this.id + " " + this.json(refusal);
    const code = this.safeString(refusal, "code");
    this.throwExactlyMatchedException(this.exceptions["exact"], code, feedback);
    throw new ExchangeError(feedback);
  }
}
