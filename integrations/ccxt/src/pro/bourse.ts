/** Bourse for ccxt with streams: what the class over HTTP has, and the watch calls. */
import type {
  Balances,
  Dict,
  Int,
  Market,
  OHLCV,
  Order,
  OrderBook,
  Position,
  Str,
  Strings,
  Ticker,
  Trade,
} from "ccxt";
import {
  ArrayCache,
  ArrayCacheBySymbolById,
  ArrayCacheBySymbolBySide,
  ArrayCacheByTimestamp,
} from "./caches.ts";
import { BourseConnection, type StreamClient } from "./connection.ts";

export class bourse extends BourseConnection {
  override describe(): Dict {
    return this.deepExtend(super.describe(), {
      pro: true,
      has: {
        ws: true,
        watchBalance: true,
        watchMyTrades: true,
        watchOHLCV: true,
        watchOrderBook: true,
        watchOrders: true,
        watchPositions: true,
        watchTicker: true,
        watchTrades: true,
      },
      options: { tradesLimit: 1000, ordersLimit: 1000, OHLCVLimit: 1000 },
    });
  }

  override async watchOrderBook(
    symbol: string,
    limit: Int = undefined,
    _params: Dict = {},
  ): Promise<OrderBook> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const book = await this.watchPublic("depth:" + market["id"]);
    // The book is kept whole; a limit is only about what is shown.
    if (limit !== undefined) {
      const shown = this.extend({}, book);
      shown["bids"] = this.arraySlice(book["bids"], 0, limit);
      shown["asks"] = this.arraySlice(book["asks"], 0, limit);
      return shown;
    }
    return book as OrderBook;
  }

  override async watchTicker(symbol: string, _params: Dict = {}): Promise<Ticker> {
    await this.loadMarkets();
    const market = this.market(symbol);
    return (await this.watchPublic("ticker:" + market["id"])) as Ticker;
  }

  override async watchTrades(
    symbol: string,
    since: Int = undefined,
    limit: Int = undefined,
    _params: Dict = {},
  ): Promise<Trade[]> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const trades = await this.watchPublic("trades:" + market["id"]);
    const shown = this.newUpdates ? trades.getLimit(market["symbol"], limit) : limit;
    return this.filterBySinceLimit(trades as Trade[], since, shown, "timestamp", true) as Trade[];
  }

  override async watchOHLCV(
    symbol: string,
    timeframe: string = "1m",
    since: Int = undefined,
    limit: Int = undefined,
    _params: Dict = {},
  ): Promise<OHLCV[]> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const interval = this.safeString(this.timeframes, timeframe, timeframe);
    const candles = await this.watchPublic("kline:" + market["id"] + ":" + interval);
    const shown = this.newUpdates ? candles.getLimit(market["symbol"], limit) : limit;
    return this.filterBySinceLimit(candles as OHLCV[], since, shown, 0, true) as OHLCV[];
  }

  override async watchOrders(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    _params: Dict = {},
  ): Promise<Order[]> {
    await this.loadMarkets();
    const orders = await this.watchPrivate("my.orders", this.hashOf("my.orders", symbol));
    const shown = this.newUpdates ? orders.getLimit(symbol, limit) : limit;
    return this.filterBySymbolSinceLimit(orders as Order[], symbol, since, shown, true) as Order[];
  }

  override async watchMyTrades(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    _params: Dict = {},
  ): Promise<Trade[]> {
    await this.loadMarkets();
    const trades = await this.watchPrivate("my.trades", this.hashOf("my.trades", symbol));
    const shown = this.newUpdates ? trades.getLimit(symbol, limit) : limit;
    return this.filterBySymbolSinceLimit(trades as Trade[], symbol, since, shown, true) as Trade[];
  }

  override async watchPositions(
    symbols: Strings = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    _params: Dict = {},
  ): Promise<Position[]> {
    await this.loadMarkets();
    const wanted = this.marketSymbols(symbols, "swap", true);
    const rows = await this.watchPrivate("my.positions", "my.positions");
    const shown = this.newUpdates ? rows.getLimit(undefined, limit) : limit;
    const newest = this.filterBySinceLimit(rows as Position[], undefined, shown, "timestamp", true);
    return this.filterBySymbolsSinceLimit(newest as Position[], wanted, since, limit, true);
  }

  /** The balances of spot; with a type or a marginMode those of margin or of swaps. */
  override async watchBalance(params: Dict = {}): Promise<Balances> {
    await this.loadMarkets();
    const [type, query] = this.handleMarketTypeAndParams("watchBalance", undefined, params);
    let area = "spot";
    if (type === "swap" || type === "future") {
      area = "futures";
    } else if (this.isMarginCall("watchBalance", this.extend(query, { type: type }))) {
      area = "margin";
    }
    return (await this.watchPrivate("my.balances", "my.balances#" + area)) as Balances;
  }

  hashOf(channel: string, symbol: Str): string {
    return symbol === undefined ? channel : channel + "#" + symbol;
  }

  override handleData(client: StreamClient, message: Dict, isSnapshot: boolean): void {
    const channel = this.safeString(message, "channel", "");
    const data = this.safeDict(message, "data", {});
    const parts = channel.split(":");
    const kind = parts[0];
    if (kind === "depth") {
      this.handleDepth(client, channel, parts[1], message, isSnapshot);
    } else if (kind === "trades") {
      this.handleTrades(client, channel, parts[1], data);
    } else if (kind === "ticker") {
      const market = this.safeMarket(parts[1]);
      this.tell(client, this.parseTicker(data, market as Market), channel);
    } else if (kind === "kline") {
      this.handleCandles(client, channel, parts[1], parts[2], data);
    } else if (kind === "my.orders") {
      this.handleOrders(client, data);
    } else if (kind === "my.trades") {
      this.handleMyTrades(client, data);
    } else if (kind === "my.balances") {
      this.handleBalances(client, data, isSnapshot);
    } else if (kind === "my.positions") {
      this.handlePositions(client, data);
    }
  }

  handleDepth(
    client: StreamClient,
    channel: string,
    id: string,
    message: Dict,
    isSnapshot: boolean,
  ): void {
    const symbol = this.safeSymbol(id);
    const data = this.safeDict(message, "data", {});
    const timestamp = this.safeInteger(message, "time");
    if (isSnapshot) {
      this.orderbooks[symbol] = this.orderBook(this.parseOrderBook(data, symbol, timestamp));
    }
    const book = this.orderbooks[symbol];
    if (!isSnapshot) {
      this.changeLevels(book["bids"], this.safeList(data, "bids", []));
      this.changeLevels(book["asks"], this.safeList(data, "asks", []));
    }
    book["timestamp"] = timestamp;
    book["datetime"] = this.iso8601(timestamp);
    this.tell(client, book, channel);
  }

  changeLevels(side: Dict, levels: string[][]): void {
    for (let i = 0; i < levels.length; i++) {
      const price = this.safeNumber(levels[i], 0);
      const amount = this.safeNumber(levels[i], 1);
      side.store(price, amount);
    }
  }

  /** Of a snapshot only what is newer than the last row that was told: ids grow. */
  handleTrades(client: StreamClient, channel: string, id: string, data: Dict): void {
    const symbol = this.safeSymbol(id);
    const market = this.market(symbol);
    if (!(symbol in this.trades)) {
      this.trades[symbol] = new ArrayCache(this.safeInteger(this.options, "tradesLimit")) as never;
    }
    const told = this.trades[symbol];
    const rows = this.safeList(data, "trades", []);
    let isNews = false;
    for (let i = 0; i < rows.length; i++) {
      if (told.length === 0 || this.isNewer(rows[i], told[told.length - 1])) {
        told.append(this.parseTrade(rows[i], market));
        isNews = true;
      }
    }
    if (isNews) {
      this.tell(client, told, channel);
    }
  }

  isNewer(row: Dict, last: Dict): boolean {
    return this.safeInteger(row, "id", 0) > this.safeInteger(last, "id", 0);
  }

  handleCandles(
    client: StreamClient,
    channel: string,
    id: string,
    interval: string,
    data: Dict,
  ): void {
    const market = this.safeMarket(id);
    const symbol = market["symbol"];
    const timeframe = this.findTimeframe(interval) as string;
    if (!(symbol in this.ohlcvs)) {
      this.ohlcvs[symbol] = {};
    }
    if (!(timeframe in this.ohlcvs[symbol])) {
      const limit = this.safeInteger(this.options, "OHLCVLimit");
      this.ohlcvs[symbol][timeframe] = new ArrayCacheByTimestamp(limit) as never;
    }
    const told = this.ohlcvs[symbol][timeframe];
    const rows = this.safeList(data, "candles", []);
    for (let i = 0; i < rows.length; i++) {
      told.append(this.parseOHLCV(rows[i], market as Market));
    }
    if (rows.length > 0) {
      this.tell(client, told, channel);
    }
  }

  handleOrders(client: StreamClient, data: Dict): void {
    if (this.orders === undefined) {
      this.orders = new ArrayCacheBySymbolById(
        this.safeInteger(this.options, "ordersLimit"),
      ) as never;
    }
    const told = this.orders as unknown as ArrayCacheBySymbolById;
    const rows = this.safeList(data, "orders", []);
    const symbols: Dict = {};
    for (let i = 0; i < rows.length; i++) {
      const order = this.parseOrder(rows[i]);
      told.append(order);
      symbols[this.safeString(order, "symbol", "")] = true;
    }
    this.resolveSymbols(client, "my.orders", told, symbols);
  }

  handleMyTrades(client: StreamClient, data: Dict): void {
    if (this.myTrades === undefined) {
      this.myTrades = new ArrayCacheBySymbolById(
        this.safeInteger(this.options, "tradesLimit"),
      ) as never;
    }
    const told = this.myTrades as unknown as ArrayCacheBySymbolById;
    const rows = this.safeList(data, "trades", []);
    const symbols: Dict = {};
    for (let i = 0; i < rows.length; i++) {
      const trade = this.parseTrade(rows[i]);
      told.append(trade);
      symbols[this.safeString(trade, "symbol", "")] = true;
    }
    this.resolveSymbols(client, "my.trades", told, symbols);
  }

  resolveSymbols(client: StreamClient, channel: string, rows: unknown, symbols: Dict): void {
    const names = Object.keys(symbols);
    for (let i = 0; i < names.length; i++) {
      this.tell(client, rows, this.hashOf(channel, names[i]));
    }
    if (names.length > 0) {
      this.tell(client, rows, channel);
    }
  }

  handleBalances(client: StreamClient, data: Dict, isSnapshot: boolean): void {
    const rows = this.safeList(data, "balances", []);
    const areas: Dict = {};
    if (isSnapshot) {
      this.balance = { spot: {}, margin: {}, futures: {} };
      areas["spot"] = true;
      areas["margin"] = true;
      areas["futures"] = true;
    }
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const area = this.safeString(row, "area", "");
      const code = this.safeCurrencyCode(this.safeString2(row, "asset", "marginCoin")) as string;
      const account = area === "futures" ? this.accountOfMarginCoin(row) : this.accountOfAsset(row);
      this.balance[area][code] = account;
      areas[area] = true;
    }
    const names = Object.keys(areas);
    for (let i = 0; i < names.length; i++) {
      const area = names[i];
      const accounts = this.extend({ info: rows }, this.balance[area]);
      this.tell(client, this.safeBalance(accounts), "my.balances#" + area);
    }
  }

  handlePositions(client: StreamClient, data: Dict): void {
    if (this.positions === undefined) {
      this.positions = new ArrayCacheBySymbolBySide();
    }
    const rows = this.safeList(data, "positions", []);
    for (let i = 0; i < rows.length; i++) {
      this.positions.append(this.parsePosition(rows[i]));
    }
    if (rows.length > 0) {
      this.tell(client, this.positions, "my.positions");
    }
  }
}
