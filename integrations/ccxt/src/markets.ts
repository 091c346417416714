/** The public calls: markets, prices, books, candles, trades, funding. */
import {
  ArgumentsRequired,
  type Currencies,
  type Dict,
  type FundingRate,
  type FundingRateHistory,
  type FundingRates,
  type Int,
  type LeverageTiers,
  type Market,
  NotSupported,
  type OHLCV,
  type OrderBook,
  type Status,
  type Str,
  type Strings,
  type Ticker,
  type Tickers,
  type Trade,
} from "ccxt";
import { BourseParsedOrders } from "./parsed-orders.ts";

export class BourseMarkets extends BourseParsedOrders {
  override async fetchTime(params: Dict = {}): Promise<Int> {
    const response = await this.fetchPublic("sapi/v1/time", params);
    return this.safeInteger(response, "serverTime");
  }

  override async fetchStatus(params: Dict = {}): Promise<Status> {
    const response = await this.fetchPublic("sapi/v1/ping", params);
    return {
      status: "ok",
      updated: this.milliseconds(),
      eta: undefined,
      url: undefined,
      info: response,
    };
  }

  override async fetchMarkets(params: Dict = {}): Promise<Market[]> {
    if (this.safeBool(this.options, "adjustForTimeDifference", false)) {
      await this.loadTimeDifference();
    }
    const listed = await this.fetchPublic("sapi/v1/symbols", params);
    const pairs = this.safeList(listed, "symbols", []);
    const contracts = await this.fetchPublic("fapi/v1/contracts", params);
    const markets: Market[] = [];
    for (let i = 0; i < pairs.length; i++) {
      markets.push(this.parsePair(pairs[i]));
    }
    for (let i = 0; i < contracts.length; i++) {
      markets.push(this.parseContract(contracts[i]));
    }
    return markets;
  }

  /** The assets that the markets name: there is no list of them. */
  override async fetchCurrencies(params: Dict = {}): Promise<Currencies> {
    const listed = await this.fetchPublic("sapi/v1/symbols", params);
    const pairs = this.safeList(listed, "symbols", []);
    const contracts = await this.fetchPublic("fapi/v1/contracts", params);
    const result: Dict = {};
    for (let i = 0; i < contracts.length; i++) {
      const row = contracts[i];
      this.addCurrency(result, row, "marginCoin", "marginCoinPrecision");
    }
    for (let i = 0; i < pairs.length; i++) {
      const row = pairs[i];
      this.addCurrency(result, row, "baseAsset", "baseAssetPrecision");
      this.addCurrency(result, row, "quoteAsset", "quoteAssetPrecision");
    }
    return result;
  }

  addCurrency(currencies: Dict, row: Dict, assetKey: string, precisionKey: string): void {
    const id = this.safeString(row, assetKey);
    const code = this.safeCurrencyCode(id) as string;
    const step = this.parsePrecision(this.safeString(row, precisionKey));
    currencies[code] = this.safeCurrencyStructure({
      id: id,
      code: code,
      name: undefined,
      type: "crypto",
      active: true,
      deposit: undefined,
      withdraw: undefined,
      fee: undefined,
      precision: this.parseNumber(step),
      limits: {},
      networks: {},
      info: { asset: id },
    });
  }

  override async fetchTicker(symbol: string, params: Dict = {}): Promise<Ticker> {
    await this.loadMarkets();
    const market = this.market(symbol);
    if (market["contract"]) {
      const request: Dict = { contractName: market["id"] };
      const row = await this.fetchPublic("fapi/v1/ticker", this.extend(request, params));
      return this.parseTicker(row, market);
    }
    const request: Dict = { symbol: market["id"] };
    const row = await this.fetchPublic("sapi/v1/ticker", this.extend(request, params));
    return this.parseTicker(row, market);
  }

  override async fetchTickers(symbols: Strings = undefined, params: Dict = {}): Promise<Tickers> {
    await this.loadMarkets();
    const wanted = this.marketSymbols(symbols, undefined, true, true);
    const [type, query] = this.typeOfMany("fetchTickers", wanted, params);
    let response: Dict = {};
    if (type === "swap") {
      response = await this.fetchPublic("fapi/v1/tickers", query);
    } else {
      response = await this.fetchPublic("sapi/v1/tickers", query);
    }
    return this.timedTickers(response, "tickers", wanted);
  }

  override async fetchBidsAsks(symbols: Strings = undefined, params: Dict = {}): Promise<Tickers> {
    await this.loadMarkets();
    const wanted = this.marketSymbols(symbols, undefined, true, true);
    const [type, query] = this.typeOfMany("fetchBidsAsks", wanted, params);
    let response: Dict = {};
    if (type === "swap") {
      response = await this.fetchPublic("fapi/v1/bookTickers", query);
    } else {
      response = await this.fetchPublic("sapi/v1/bookTickers", query);
    }
    return this.timedTickers(response, "bookTickers", wanted);
  }

  /** The type that the first of the symbols has, or the usual one. */
  typeOfMany(method: string, symbols: Strings, params: Dict): [string, Dict] {
    let market: Market;
    if (symbols !== undefined && symbols.length > 0) {
      market = this.market(symbols[0]);
    }
    const [type, query] = this.handleMarketTypeAndParams(method, market, params);
    return [type, query];
  }

  /** The rows of a list of tickers, whose time stands once before them. */
  timedTickers(response: Dict, key: string, symbols: Strings): Tickers {
    const time = this.safeInteger(response, "time");
    const rows = this.safeList(response, key, []);
    const timed: Dict[] = [];
    for (let i = 0; i < rows.length; i++) {
      timed.push(this.extend({ time: time }, rows[i]));
    }
    return this.parseTickers(timed, symbols);
  }

  override async fetchOrderBook(
    symbol: string,
    limit: Int = undefined,
    params: Dict = {},
  ): Promise<OrderBook> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const request: Dict = {};
    if (limit !== undefined) {
      request["limit"] = Math.min(limit, 100);
    }
    let response: Dict = {};
    if (market["contract"]) {
      request["contractName"] = market["id"];
      response = await this.fetchPublic("fapi/v1/depth", this.extend(request, params));
    } else {
      request["symbol"] = market["id"];
      response = await this.fetchPublic("sapi/v1/depth", this.extend(request, params));
    }
    return this.parseOrderBook(response, market["symbol"], this.safeInteger(response, "time"));
  }

  override async fetchTrades(
    symbol: string,
    since: Int = undefined,
    limit: Int = undefined,
    params: Dict = {},
  ): Promise<Trade[]> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const request: Dict = { limit: 1000 };
    if (limit !== undefined && since === undefined) {
      request["limit"] = Math.min(limit, 1000);
    }
    let response: Dict = {};
    if (market["contract"]) {
      request["contractName"] = market["id"];
      response = await this.fetchPublic("fapi/v1/trades", this.extend(request, params));
    } else {
      request["symbol"] = market["id"];
      response = await this.fetchPublic("sapi/v1/trades", this.extend(request, params));
    }
    const rows = this.oldestFirst(this.safeList(response, "list", []));
    return this.parseTrades(rows, market, since, limit);
  }

  /** Candles, the oldest first. More than a page of 300 are read page by page, backwards by their end. */
  override async fetchOHLCV(
    symbol: string,
    timeframe: string = "1m",
    since: Int = undefined,
    limit: Int = undefined,
    params: Dict = {},
  ): Promise<OHLCV[]> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const wanted = limit === undefined ? 300 : limit;
    const until = this.safeInteger(params, "until");
    const request: Dict = { interval: this.safeString(this.timeframes, timeframe, timeframe) };
    request[market["contract"] ? "contractName" : "symbol"] = market["id"];
    let end = until;
    if (since !== undefined) {
      request["startTime"] = since;
      const last = this.sum(since, this.longestOf(timeframe) * wanted) - 1;
      end = until === undefined ? last : Math.min(until, last);
    }
    const query = this.extend(request, this.omit(params, "until"));
    const path = market["contract"] ? "fapi/v1/klines" : "sapi/v1/klines";
    const rows = since === undefined ? wanted : undefined;
    const candles = await this.fetchPagesBack(path, query, "idx", 300, end, rows);
    return this.parseOHLCVs(candles, market, timeframe, since, limit);
  }

  /** As long as an interval may be, in ms: a month has up to 31 days. */
  longestOf(timeframe: string): number {
    if (timeframe === "1M") {
      return 2678400000;
    }
    return this.parseTimeframe(timeframe) * 1000;
  }

  /** Rows that come newest first, page by page backwards by their end; all of them where no number is wanted. */
  async fetchPagesBack(
    path: string,
    request: Dict,
    timeKey: string,
    most: number,
    lastEnd: Int,
    wanted: Int,
  ): Promise<Dict[]> {
    let rows: Dict[] = [];
    let end = lastEnd;
    while (wanted === undefined || rows.length < wanted) {
      const rest = wanted === undefined ? most : Math.min(wanted - rows.length, most);
      const query = this.extend(request, { limit: rest });
      if (end !== undefined) {
        query["endTime"] = end;
      }
      const page = (await this.fetchPublic(path, query)) as Dict[];
      rows = this.arrayConcat(rows, page);
      if (page.length < rest) {
        break;
      }
      const oldest = this.safeInteger(page[page.length - 1], timeKey, 0);
      end = oldest - 1;
    }
    return rows;
  }

  override async fetchFundingRate(symbol: string, params: Dict = {}): Promise<FundingRate> {
    await this.loadMarkets();
    const market = this.market(symbol);
    if (!market["contract"]) {
      throw new NotSupported(this.id + " fetchFundingRate() is for swaps only");
    }
    const request: Dict = { contractName: market["id"] };
    const response = await this.fetchPublic("fapi/v1/index", this.extend(request, params));
    return this.parseFundingRate(response, market);
  }

  /** One request for each contract: the API has no list of them. */
  override async fetchFundingRates(
    symbols: Strings = undefined,
    params: Dict = {},
  ): Promise<FundingRates> {
    await this.loadMarkets();
    const wanted = symbols === undefined ? this.swapSymbols() : this.marketSymbols(symbols);
    const result: Dict = {};
    for (let i = 0; i < wanted.length; i++) {
      const symbol = wanted[i];
      result[symbol] = await this.fetchFundingRate(symbol, params);
    }
    return result;
  }

  /** Fundings that were settled, the oldest first. More than a page of 1000 are read page by page, backwards. */
  override async fetchFundingRateHistory(
    symbol: Str = undefined,
    since: Int = undefined,
    limit: Int = undefined,
    params: Dict = {},
  ): Promise<FundingRateHistory[]> {
    if (symbol === undefined) {
      throw new ArgumentsRequired(
        this.id + " fetchFundingRateHistory() requires a symbol argument",
      );
    }
    await this.loadMarkets();
    const market = this.market(symbol);
    if (!market["contract"]) {
      throw new NotSupported(this.id + " fetchFundingRateHistory() is for swaps only");
    }
    const request: Dict = { contractName: market["id"] };
    let wanted: Int = limit === undefined ? 100 : limit;
    if (since !== undefined) {
      request["startTime"] = since;
      wanted = undefined;
    }
    const end = this.safeInteger(params, "until");
    const query = this.extend(request, this.omit(params, "until"));
    const most = this.fundingsAtOnce();
    const path = "fapi/v1/fundingRate";
    const rows = await this.fetchPagesBack(path, query, "fundingTime", most, end, wanted);
    return this.parseFundingRateHistories(rows, market, since, limit);
  }

  /** As many as the API gives in one page. */
  fundingsAtOnce(): number {
    return 1000;
  }

  swapSymbols(): string[] {
    const result: string[] = [];
    for (let i = 0; i < this.symbols.length; i++) {
      const symbol = this.symbols[i];
      const market = this.market(symbol);
      if (market["swap"]) {
        result.push(symbol);
      }
    }
    return result;
  }

  override async fetchLeverageTiers(
    symbols: Strings = undefined,
    params: Dict = {},
  ): Promise<LeverageTiers> {
    await this.loadMarkets();
    const response = await this.fetchPublic("fapi/v1/contracts", params);
    return this.parseLeverageTiers(response, symbols, "symbol");
  }
}
