/**
 * Order lists of spot: an entry with a stop loss or a take profit (OTO), with both (OTOCO), or these two alone as exits
 * of which one is to happen (OCO). One request places all of a list or nothing; ccxt has one structure for a call, that
 * of the entry, or of the stop loss of two exits. Their `info` is the list with all of its orders.
 */
import { BadRequest, type Dict, type MarketInterface, type Order, Precise, type Str } from "ccxt";
import { BourseOrderBatches } from "./order-batches.ts";
import type { AskedOrder } from "./order-refusals.ts";

export class BourseOrderLists extends BourseOrderBatches {
  /** `order` has its amount and its price. */
  async createList(order: AskedOrder, params: Dict): Promise<Order> {
    const market = order["market"];
    const exits = this.exitsOf(order, params);
    const request: Dict = { symbol: market["id"] };
    if (this.isGiven(params, "recvWindow")) {
      request["recvWindow"] = params["recvWindow"];
    }
    if (this.isTwoExits(params)) {
      request["listType"] = "OCO";
      request["orders"] = this.exitItems(order, exits, params);
    } else {
      request["listType"] = exits.length > 1 ? "OTOCO" : "OTO";
      request["orders"] = await this.bracketItems(order, exits, params);
    }
    const placed = await this.placeOnce("sapi/v1", "sapi/v1/orderList", request);
    return this.orderOfList(market, await this.wholeList(market, request, placed), exits);
  }

  /** The legs of an OCO; the first has the name that the call gives. */
  exitItems(order: AskedOrder, exits: Dict[], params: Dict): Dict[] {
    const market = order["market"];
    const side = this.safeString(order, "side", "");
    this.checkRelation(exits, side, undefined);
    const volume = this.amountToPrecision(market["symbol"], order["amount"]);
    const leg: Dict = { side: side.toUpperCase(), volume: volume };
    const items = this.legsOf(exits, leg, params);
    items[0]["newClientOrderId"] = this.clientIdOf(params);
    return items;
  }

  /** The entry, and the legs on the other side. */
  async bracketItems(order: AskedOrder, exits: Dict[], params: Dict): Promise<Dict[]> {
    const market = order["market"];
    const side = this.safeString(order, "side", "");
    const type = this.safeString(order, "type", "");
    // That of a market order would make a cost of its amount.
    const price = type === "market" ? undefined : order["price"];
    const entry = this.pairOrderRequest(market, type, side, order["amount"], price, params);
    const exitSide = side === "buy" ? "sell" : "buy";
    // One at market that trails trades where nobody knows yet.
    const trigger = this.isTrailing(params) ? undefined : this.safeString(entry, "triggerPrice");
    this.checkRelation(exits, exitSide, this.safeString(entry, "price", trigger));
    const volume = await this.exitVolume(market, exits, entry);
    const leg: Dict = { side: exitSide.toUpperCase(), volume: volume };
    return this.arrayConcat([this.batchItem(entry)], this.legsOf(exits, leg, params));
  }

  /** `leg` is what all of them have. */
  legsOf(exits: Dict[], leg: Dict, params: Dict): Dict[] {
    const items: Dict[] = [];
    for (let i = 0; i < exits.length; i++) {
      const item = this.extend(leg, this.givenWords(["selfTrade"], params));
      const price = this.safeString(exits[i], "price");
      item["newClientOrderId"] = this.drawId();
      if (exits[i]["trailingDelta"] !== undefined) {
        item["trailingDelta"] = exits[i]["trailingDelta"];
      } else {
        item["triggerPrice"] = exits[i]["triggerPrice"];
      }
      if (price !== undefined) {
        item["batchType"] = "LIMIT";
        item["price"] = price;
      } else {
        item["batchType"] = "MARKET";
        item["volumeUnit"] = "BASE";
      }
      items.push(item);
    }
    return items;
  }

  /** What the legs say, else what the entry brings: one that buys pays its fee of that, and a leg for more is rejected. */
  async exitVolume(market: MarketInterface, exits: Dict[], entry: Dict): Promise<Str> {
    const symbol = market["symbol"];
    const asked = this.askedExitAmount(exits);
    if (asked !== undefined) {
      return this.amountToPrecision(symbol, asked);
    }
    const volume = this.safeString(entry, "volume");
    if (entry["side"] === "SELL") {
      return this.amountToPrecision(symbol, volume);
    }
    const fees = await this.fetchTradingFee(symbol);
    const maker = this.safeString(fees, "maker", "0");
    const taker = this.safeString(fees, "taker", "0");
    const rate = Precise.stringMax("0", Precise.stringMax(maker, taker));
    const kept = Precise.stringSub("1", rate);
    return this.amountToPrecision(symbol, Precise.stringMul(volume, kept));
  }

  askedExitAmount(exits: Dict[]): Str {
    let asked: Str;
    for (let i = 0; i < exits.length; i++) {
      const amount = this.safeString(exits[i], "amount", asked);
      if (asked !== undefined && !Precise.stringEq(asked, amount)) {
        throw new BadRequest(
          this.id + " createOrder() takes one amount of stopLoss and takeProfit",
        );
      }
      asked = amount;
    }
    return asked;
  }

  /** The list as it was answered; after a lost reply its first order was found, and its others have the next ids. */
  async wholeList(market: MarketInterface, request: Dict, placed: Dict): Promise<Dict> {
    if (this.safeList(placed, "orders") !== undefined) {
      return placed;
    }
    const id = this.safeInteger(placed, "orderId", 0);
    const orders: Dict[] = [placed];
    for (let i = 1; i < request["orders"].length; i++) {
      const found = await this.lookUp(market, "sapi/v1", this.numberToString(this.sum(id, i)));
      if (found !== undefined) {
        orders.push(found);
      }
    }
    return {
      orderListId: placed["orderListId"],
      symbol: market["id"],
      listType: request["listType"],
      orders: orders,
    };
  }

  orderOfList(market: MarketInterface, list: Dict, exits: Dict[]): Order {
    const orders = this.safeList(list, "orders", []);
    const order = this.parseOrder(this.safeDict(orders, 0, {}), market);
    return this.extend(order, {
      stopLossPrice: this.parseNumber(this.triggerNamed(exits, "stopLoss")),
      takeProfitPrice: this.parseNumber(this.triggerNamed(exits, "takeProfit")),
      info: list,
    }) as Order;
  }
}
