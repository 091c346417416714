/** Own orders and trades, open and past. */
import type { Dict, Int, MarketInterface, Order, Str, Trade } from "ccxt";
import { BourseOrders } from "./orders.ts";

/** As many rows as a page has at most. */
const PAGE_MAX = 1000;

export class BourseOrderQueries extends BourseOrders {
  override async fetchOrder(
    id: string,
    symbol: Str = undefined,
    params: Dict = {},
  ): Promise<Order> {
    await this.loadMarkets();
    const market = this.marketOf("fetchOrder", symbol);
    const area = this.areaOf(market, "fetchOrder", params);
    const found = await this.fetchPrivate(area + "/order", this.orderNamed(market, id, params));
    return this.parseOrder(this.firstOf(found) as Dict, market);
  }

  override async fetchOpenOrders(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params: Dict = {},
  ): Promise<Order[]> {
    await this.loadMarkets();
    const type = this.handleMarketTypeAndParams("fetchOpenOrders", undefined, params)[0];
    if (symbol === undefined && type === "swap") {
      const all = await this.fetchPrivate("fapi/v1/openOrders", {});
      return this.parseOrders(this.oldestFirst(all as Dict[]), undefined, since, limit);
    }
    const market = this.marketOf("fetchOpenOrders", symbol);
    const path = this.areaOf(market, "fetchOpenOrders", params) + "/openOrders";
    const rows = await this.fetchPrivate(path, this.pageRequest(market));
    return this.parseOrders(this.oldestFirst(rows as Dict[]), market, since, limit);
  }

  pageRequest(market: MarketInterface): Dict {
    if (market["contract"]) {
      return { contractName: market["id"] };
    }
    return { symbol: market["id"], limit: PAGE_MAX };
  }

  override async fetchCanceledAndClosedOrders(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params: Dict = {},
  ): Promise<Order[]> {
    await this.loadMarkets();
    const market = this.marketOf("fetchCanceledAndClosedOrders", symbol);
    const rows = await this.fetchEndedOrders(market, since, params);
    return this.parseOrders(rows, market, since, limit);
  }

  override async fetchClosedOrders(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params: Dict = {},
  ): Promise<Order[]> {
    const ended = await this.fetchCanceledAndClosedOrders(symbol, since, undefined, params);
    const closed = this.filterBy(ended, "status", "closed") as Order[];
    return this.filterBySinceLimit(closed, since, limit) as Order[];
  }

  override async fetchCanceledOrders(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params: Dict = {},
  ): Promise<Order[]> {
    const ended = await this.fetchCanceledAndClosedOrders(symbol, since, undefined, params);
    const canceled = this.filterBy(ended, "status", "canceled") as Order[];
    return this.filterBySinceLimit(canceled, since, limit) as Order[];
  }

  /** The open ones are asked for first: one that ends in between is then in both, and shown as ended. */
  override async fetchOrders(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params: Dict = {},
  ): Promise<Order[]> {
    await this.loadMarkets();
    const market = this.marketOf("fetchOrders", symbol);
    const open = await this.fetchOpenOrders(symbol, undefined, undefined, params);
    const ended = await this.fetchEndedOrders(market, since, params);
    const all = this.arrayConcat(open, this.parseOrders(ended, market));
    const byId = this.indexBy(all, "id");
    const sorted = this.sortBy(this.toArray(byId), "timestamp");
    return this.filterBySinceLimit(sorted, since, limit) as Order[];
  }

  async fetchEndedOrders(market: MarketInterface, since: Int, params: Dict): Promise<Dict[]> {
    const area = this.areaOf(market, "fetchClosedOrders", params);
    if (market["contract"]) {
      const asked: Dict = { contractName: market["id"] };
      return await this.fetchHistory("fapi/v1/orderHistorical", asked, "orderId", "ctimeMs", since);
    }
    const request: Dict = { symbol: market["id"] };
    return await this.fetchHistory(area + "/historyOrders", request, "orderId", "time", since);
  }

  override async fetchMyTrades(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params: Dict = {},
  ): Promise<Trade[]> {
    await this.loadMarkets();
    const market = this.marketOf("fetchMyTrades", symbol);
    const path = this.areaOf(market, "fetchMyTrades", params) + "/myTrades";
    const request: Dict = {};
    if (market["contract"]) {
      request["contractName"] = market["id"];
    } else {
      request["symbol"] = market["id"];
    }
    const rows = await this.fetchHistory(path, request, "id", "time", since);
    return this.parseTrades(rows, market, since, limit);
  }

  /**
   * The newest page of a history. If it does not reach back to `since`, all of the history, which can be
   * read from its beginning only ("Reading a history to its end" in docs/api.md).
   */
  async fetchHistory(
    path: string,
    request: Dict,
    idKey: string,
    timeKey: string,
    since: Int,
  ): Promise<Dict[]> {
    const newest = await this.fetchHistoryPage(path, request, undefined);
    if (since === undefined || newest.length < PAGE_MAX) {
      return newest;
    }
    if (this.safeInteger(newest[0], timeKey, 0) < since) {
      return newest;
    }
    let all: Dict[] = [];
    let fromId = 1;
    while (true) {
      const page = await this.fetchHistoryPage(path, request, fromId);
      if (page.length === 0) {
        return all;
      }
      all = this.arrayConcat(all, page);
      fromId = this.sum(this.safeInteger(page[page.length - 1], idKey, 0), 1);
    }
  }

  /** Oldest first. */
  async fetchHistoryPage(path: string, request: Dict, fromId: Int): Promise<Dict[]> {
    const query = this.extend(request, { limit: PAGE_MAX });
    if (fromId !== undefined) {
      query["fromId"] = fromId;
    }
    if (path === "fapi/v1/orderHistorical") {
      return this.oldestFirst((await this.postPrivate(path, query)) as Dict[]);
    }
    return this.oldestFirst((await this.fetchPrivate(path, query)) as Dict[]);
  }
}
