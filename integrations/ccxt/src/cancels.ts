/** Orders canceled: one, some, all. */
import {
  BadRequest,
  type Dict,
  InvalidOrder,
  type MarketInterface,
  NotSupported,
  type Order,
  type Str,
} from "ccxt";
import { BourseLostOrders } from "./lost-orders.ts";

/** As many as a batch of cancels takes. */
const CANCELS_MAX = 10;

export class BourseCancels extends BourseLostOrders {
  override async cancelOrder(
    id: string,
    symbol: Str = undefined,
    params: Dict = {},
  ): Promise<Order> {
    await this.loadMarkets();
    const market = this.marketOf("cancelOrder", symbol);
    const area = this.areaOf(market, "cancelOrder", params);
    if (this.isGiven(params, "orderListId")) {
      return await this.cancelList(market, params);
    }
    const request = this.orderNamed(market, id, params);
    try {
      const canceled = await this.postPrivate(area + "/cancel", request);
      return this.canceledOrder(market, canceled);
    } catch (e) {
      if (!this.isLostReply(e)) {
        throw e;
      }
    }
    return await this.cancelAgain(market, area, request);
  }

  /** After a lost reply: the cancel once more, or the order that it has canceled already. */
  async cancelAgain(market: MarketInterface, area: string, request: Dict): Promise<Order> {
    try {
      const canceled = await this.postAgain(area + "/cancel", request);
      return this.canceledOrder(market, canceled);
    } catch (e) {
      if (!(e instanceof InvalidOrder)) {
        throw e;
      }
      const found = this.firstOf(await this.fetchPrivate(area + "/order", request));
      const order = this.parseOrder(found as Dict, market);
      if (order["status"] !== "canceled") {
        throw e;
      }
      return order;
    }
  }

  /** All that is open of an order list. */
  async cancelList(market: MarketInterface, params: Dict): Promise<Order> {
    if (market["contract"] || this.isMarginCall("cancelOrder", params)) {
      const what =
        " cancelOrder() knows params.orderListId of pairs of spot, which alone have lists";
      throw new NotSupported(this.id + what);
    }
    const request: Dict = { symbol: market["id"], orderListId: params["orderListId"] };
    const canceled = await this.postAgain("sapi/v1/orderList/cancel", request);
    const orders = this.safeList(canceled, "orders", []);
    const order = this.canceledOrder(market, this.safeDict(orders, 0, {}));
    order["info"] = canceled;
    return order;
  }

  canceledOrder(market: MarketInterface, canceled: Dict): Order {
    return this.safeOrder(
      {
        id: this.safeString(canceled, "orderId"),
        clientOrderId: this.safeString(canceled, "clientOrderId"),
        symbol: market["symbol"],
        status: "canceled",
        info: canceled,
      },
      market,
    );
  }

  override async cancelOrders(
    ids: string[],
    symbol: Str = undefined,
    params: Dict = {},
  ): Promise<Order[]> {
    await this.loadMarkets();
    const market = this.marketOf("cancelOrders", symbol);
    if (this.isGiven(params, "clientOrderIds")) {
      throw new NotSupported(this.id + " cancelOrders() takes ids, not params.clientOrderIds");
    }
    const isMargin = !market["contract"] && this.isMarginCall("cancelOrders", params);
    const result: Order[] = [];
    if (market["contract"] || isMargin) {
      for (let i = 0; i < ids.length; i++) {
        result.push(await this.cancelOrder(ids[i], symbol, params));
      }
      return result;
    }
    if (ids.length > CANCELS_MAX) {
      throw new BadRequest(this.id + " cancelOrders() takes at most 10 ids");
    }
    const request: Dict = { symbol: market["id"], orderIds: ids };
    const response = await this.postAgain("sapi/v1/batchCancel", request);
    const canceled = this.safeList(response, "success", []);
    for (let i = 0; i < canceled.length; i++) {
      result.push(this.canceledOrder(market, { orderId: canceled[i] }));
    }
    return result;
  }

  override async cancelAllOrders(symbol: Str = undefined, params: Dict = {}): Promise<Order[]> {
    await this.loadMarkets();
    const type = this.handleMarketTypeAndParams("cancelAllOrders", undefined, params)[0];
    if (symbol === undefined && type === "swap") {
      const response = await this.postAgain("fapi/v1/cancel_all", {});
      return [this.safeOrder({ status: "canceled", info: response })];
    }
    const market = this.marketOf("cancelAllOrders", symbol);
    if (market["contract"]) {
      const response = await this.postAgain("fapi/v1/cancel_all", { contractName: market["id"] });
      return [this.allCanceled(market, response)];
    }
    const path = this.areaOf(market, "cancelAllOrders", params) + "/cancelAll";
    let response = await this.postAgain(path, { symbol: market["id"] });
    while (this.safeBool(response, "more", false)) {
      response = await this.postAgain(path, { symbol: market["id"] });
    }
    return [this.allCanceled(market, response)];
  }

  /** Which orders they were is not told. */
  allCanceled(market: MarketInterface, response: Dict): Order {
    return this.safeOrder({ symbol: market["symbol"], status: "canceled", info: response });
  }
}
