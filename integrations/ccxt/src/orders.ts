/** Orders placed and replaced. What they ask for is checked before anything is sent. */
import {
  ArgumentsRequired,
  type Dict,
  ExchangeError,
  type MarketInterface,
  NotSupported,
  type Num,
  type Order,
  type OrderRequest,
  type OrderSide,
  type OrderType,
} from "ccxt";
import { BourseOrderLists } from "./order-lists.ts";

/** As many as a batch of orders takes. */
const ORDERS_MAX = 10;

export class BourseOrders extends BourseOrderLists {
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
    const order = { method: "createOrder", market: market, type: type, side: side as string };
    const asked = this.checkedParams(order, params);
    if (market["contract"]) {
      const wanted = await this.contractRequest(order, amount, price, asked);
      return await this.placeContractOrder(order, wanted);
    }
    if (this.isList(asked)) {
      return await this.createList(this.extend(order, { amount: amount, price: price }), asked);
    }
    const request = this.pairOrderRequest(market, type, order["side"], amount, price, asked);
    const area = this.areaOf(market, "createOrder", asked);
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

  override async createMarketSellOrderWithCost(
    symbol: string,
    cost: number,
    params: Dict = {},
  ): Promise<Order> {
    const byCost = this.extend(params, { cost: this.numberToString(cost) });
    return await this.createOrder(symbol, "market", "sell", cost, undefined, byCost);
  }

  override async createMarketOrderWithCost(
    symbol: string,
    side: OrderSide,
    cost: number,
    params: Dict = {},
  ): Promise<Order> {
    if (side === "buy") {
      return await this.createMarketBuyOrderWithCost(symbol, cost, params);
    }
    return await this.createMarketSellOrderWithCost(symbol, cost, params);
  }

  /** Ten at once of one pair of spot; any others one after the other. */
  override async createOrders(orders: OrderRequest[], params: Dict = {}): Promise<Order[]> {
    await this.loadMarkets();
    if (orders.length === 0) {
      throw new ArgumentsRequired(this.id + " createOrders() requires at least one order");
    }
    const rows = this.checkedRows(orders, params);
    if (rows.length <= ORDERS_MAX && this.isOneSpotPair(rows)) {
      return await this.createBatch(rows);
    }
    const result: Order[] = [];
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const price = this.safeNumber(row, "price");
      const amount = this.safeNumber(row, "amount") as number;
      const symbol = this.safeString(row, "symbol", "");
      const type = this.safeString(row, "type", "");
      const side = this.safeString(row, "side", "");
      result.push(await this.createOrder(symbol, type, side, amount, price, row["params"]));
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
    if (id === undefined || id === "") {
      const what = " editOrder() names the old order by its id: ";
      throw new NotSupported(this.id + what + "there is no editOrderWithClientOrderId()");
    }
    const market = this.market(symbol);
    const order = { method: "editOrder", market: market, type: type, side: side as string };
    const asked = this.checkedParams(order, params);
    if (market["contract"]) {
      // All that can be wrong with the new order is found while the old one stands.
      const wanted = await this.contractRequest(order, amount, price, asked);
      await this.cancelOrder(id, symbol);
      return await this.placeContractOrder(order, wanted);
    }
    const request = this.pairOrderRequest(market, type, order["side"], amount, price, asked);
    return await this.replaceOrder(market, id, request, asked);
  }

  async replaceOrder(
    market: MarketInterface,
    id: string,
    request: Dict,
    params: Dict,
  ): Promise<Order> {
    if (this.safeString2(params, "clientOrderId", "newClientOrderId") === undefined) {
      // With a new name it would be another order; without one less of the same stays in its place.
      delete request["newClientOrderId"];
    }
    request["cancelOrderId"] = id;
    const words = this.givenWords(this.editWords(market), params);
    const area = this.areaOf(market, "editOrder", params);
    const path = area + "/order/cancelReplace";
    const response = await this.postPrivate(path, this.extend(request, words));
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
