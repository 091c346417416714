/** Several orders of one call: those of one pair of spot go in one request. */
import type { Dict, MarketInterface, Order, OrderRequest, Str } from "ccxt";
import { BourseContractOrders } from "./contract-orders.ts";

export class BourseOrderBatches extends BourseContractOrders {
  /** The rows of a call with the params that hold for all; each is checked before any is sent. */
  checkedRows(orders: OrderRequest[], params: Dict): Dict[] {
    const rows: Dict[] = [];
    for (let i = 0; i < orders.length; i++) {
      const row = orders[i];
      const market = this.market(this.safeString(row, "symbol", ""));
      const type = this.safeString(row, "type", "");
      const side = this.safeString(row, "side", "");
      const order = { method: "createOrders", market: market, type: type, side: side };
      const own = this.extend(params, this.safeDict(row, "params", {}));
      rows.push(this.extend(row, { params: this.checkedParams(order, own) }));
    }
    return rows;
  }

  isOneSpotPair(rows: Dict[]): boolean {
    const first = this.safeString(rows[0], "symbol", "");
    for (let i = 0; i < rows.length; i++) {
      const isMargin = this.isMarginCall("createOrders", rows[i]["params"]);
      if (this.safeString(rows[i], "symbol") !== first || isMargin) {
        return false;
      }
    }
    const market = this.market(first);
    return market["spot"] === true;
  }

  async createBatch(rows: Dict[]): Promise<Order[]> {
    const market = this.market(this.safeString(rows[0], "symbol", ""));
    const request: Dict = { symbol: market["id"], clientRequestId: this.drawId() };
    const items: Dict[] = [];
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const price = this.safeNumber(row, "price");
      const amount = this.safeNumber(row, "amount");
      const type = this.safeString(row, "type", "");
      const side = this.safeString(row, "side", "");
      const item = this.pairOrderRequest(market, type, side, amount, price, row["params"]);
      if ("recvWindow" in item) {
        // Of the whole request: it is for no longer than any of its orders.
        const window = this.safeInteger(item, "recvWindow", 0);
        request["recvWindow"] = Math.min(window, this.safeInteger(request, "recvWindow", window));
      }
      items.push(this.batchItem(item));
    }
    request["orders"] = items;
    const response = await this.postAgain("sapi/v1/batchOrders", request);
    return await this.ordersOfBatch(market, items, response);
  }

  /** An order as one of several in a request, which has the symbol and the window of all. */
  batchItem(item: Dict): Dict {
    const asked = this.omit(item, ["symbol", "type", "recvWindow"]);
    return this.extend(asked, { batchType: item["type"] });
  }

  /** A batch is answered with a number for each item, and says which were rejected. */
  async ordersOfBatch(market: MarketInterface, items: Dict[], response: Dict): Promise<Order[]> {
    const ids = this.safeList(response, "ids", []);
    const rejected = this.indexBy(this.safeList(response, "rejected", []), "index");
    const accepted: string[] = [];
    for (let i = 0; i < items.length; i++) {
      if (this.safeDict(rejected, this.numberToString(i)) === undefined) {
        accepted.push(this.safeString(ids, i, ""));
      }
    }
    const found = await this.findBatch(market, accepted);
    const result: Order[] = [];
    for (let i = 0; i < items.length; i++) {
      const id = this.safeString(ids, i);
      const placed = this.safeDict(found, id as string);
      const refusal = this.safeDict(rejected, this.numberToString(i));
      if (placed === undefined) {
        result.push(this.orderOfItem(market, id, items[i], refusal));
      } else {
        result.push(this.parseOrder(placed, market));
      }
    }
    return result;
  }

  /** An item that was rejected, or of which no more is known than that it was placed. */
  orderOfItem(market: MarketInterface, id: Str, item: Dict, refusal: Dict | undefined): Order {
    return this.safeOrder(
      {
        id: id,
        clientOrderId: this.safeString(item, "newClientOrderId"),
        symbol: market["symbol"],
        type: this.safeStringLower(item, "batchType"),
        side: this.safeStringLower(item, "side"),
        amount: this.safeString(item, "volume"),
        price: this.safeString(item, "price"),
        triggerPrice: this.safeString(item, "triggerPrice"),
        status: refusal === undefined ? "open" : "rejected",
        info: refusal === undefined ? item : refusal,
      },
      market,
    );
  }
}
