/** Money and positions: balances, leverage, margin modes, fees, transfers. */
import {
  ArgumentsRequired,
  type Balances,
  type Dict,
  type Int,
  type Leverage,
  type MarginLoan,
  type MarginMode,
  type Position,
  type Str,
  type Strings,
  type TradingFeeInterface,
  type TradingFees,
  type TransferEntry,
} from "ccxt";
import { BourseLedgers } from "./ledgers.ts";

export class BourseAccount extends BourseLedgers {
  override async fetchBalance(params: Dict = {}): Promise<Balances> {
    await this.loadMarkets();
    const type = this.handleMarketTypeAndParams("fetchBalance", undefined, params)[0];
    if (type === "swap" || type === "future") {
      const response = await this.fetchPrivate("fapi/v1/account", {});
      return this.parseContractBalances(this.safeList(response, "account", []), response);
    }
    if (this.isMarginCall("fetchBalance", params)) {
      const response = await this.fetchPrivate("sapi/v1/margin/account", {});
      return this.parsePairBalances(this.safeList(response, "balances", []), response);
    }
    const response = await this.fetchPrivate("sapi/v1/account", {});
    return this.parsePairBalances(this.safeList(response, "balances", []), response);
  }

  override async fetchPositions(
    symbols: Strings = undefined,
    params: Dict = {},
  ): Promise<Position[]> {
    await this.loadMarkets();
    const wanted = this.marketSymbols(symbols, "swap", true);
    const response = await this.fetchPrivate("fapi/v1/account", params);
    const rows = this.positionRows(this.safeList(response, "account", []));
    const positions: Position[] = [];
    for (let i = 0; i < rows.length; i++) {
      positions.push(this.parsePosition(rows[i]));
    }
    return this.filterByArrayPositions(positions, "symbol", wanted, false);
  }

  /** Positions stand by margin coin and contract; each is told the name of its contract. */
  positionRows(coins: Dict[]): Dict[] {
    const result: Dict[] = [];
    for (let i = 0; i < coins.length; i++) {
      const contracts = this.safeList(coins[i], "positionVos", []);
      for (let j = 0; j < contracts.length; j++) {
        const name = this.safeString(contracts[j], "contractName");
        const rows = this.safeList(contracts[j], "positions", []);
        for (let k = 0; k < rows.length; k++) {
          result.push(this.extend({ contractName: name }, rows[k]));
        }
      }
    }
    return result;
  }

  /** The long, if there are both; params.side names the other. Without a position its contracts are 0. */
  override async fetchPosition(symbol: string, params: Dict = {}): Promise<Position> {
    const side = this.safeString(params, "side");
    const positions = await this.fetchPositions([symbol], this.omit(params, "side"));
    for (let i = 0; i < positions.length; i++) {
      const position = positions[i];
      if (side === undefined || position["side"] === side) {
        return position;
      }
    }
    const none: Dict = { volume: "0", side: side === "short" ? "SELL" : "BUY" };
    return this.parsePosition(none, this.market(symbol));
  }

  override async setLeverage(
    leverage: Int,
    symbol: Str = undefined,
    params: Dict = {},
  ): Promise<Dict> {
    await this.loadMarkets();
    const market = this.marketOf("setLeverage", symbol);
    const request: Dict = { contractName: market["id"], nowLevel: this.numberToString(leverage) };
    return await this.postAgain("fapi/v1/edit_lever", this.extend(request, params));
  }

  override async setMarginMode(
    marginMode: string,
    symbol: Str = undefined,
    params: Dict = {},
  ): Promise<Dict> {
    await this.loadMarkets();
    const market = this.marketOf("setMarginMode", symbol);
    const model = this.marginModelOf(marginMode);
    const request: Dict = { contractName: market["id"], marginModel: model };
    const rest = this.omit(params, ["leverage"]);
    return await this.postAgain("fapi/v1/edit_user_margin_model", this.extend(request, rest));
  }

  override async fetchLeverage(symbol: string, _params: Dict = {}): Promise<Leverage> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const config = await this.fetchUserConfig(market["id"] as string);
    const level = this.safeInteger(config, "nowLevel");
    return {
      info: config,
      symbol: market["symbol"],
      marginMode: this.safeInteger(config, "marginModel") === 2 ? "isolated" : "cross",
      longLeverage: level,
      shortLeverage: level,
    } as Leverage;
  }

  override async fetchMarginMode(symbol: string, _params: Dict = {}): Promise<MarginMode> {
    await this.loadMarkets();
    const market = this.market(symbol);
    const config = await this.fetchUserConfig(market["id"] as string);
    return {
      info: config,
      symbol: market["symbol"],
      marginMode: this.safeInteger(config, "marginModel") === 2 ? "isolated" : "cross",
    } as MarginMode;
  }

  override async fetchTradingFees(params: Dict = {}): Promise<TradingFees> {
    await this.loadMarkets();
    const pairs = await this.fetchPrivate("sapi/v1/feeRates", params);
    const contracts = await this.fetchPrivate("fapi/v1/feeRates", params);
    const rows = this.arrayConcat(pairs as Dict[], contracts as Dict[]);
    const result: Dict = {};
    for (let i = 0; i < rows.length; i++) {
      const fee = this.parseTradingFee(rows[i]);
      result[this.safeString(fee, "symbol", "")] = fee;
    }
    return result;
  }

  override async fetchTradingFee(symbol: string, params: Dict = {}): Promise<TradingFeeInterface> {
    await this.loadMarkets();
    const market = this.market(symbol);
    if (market["contract"]) {
      const asked: Dict = { contractName: market["id"] };
      const rows = await this.fetchPrivate("fapi/v1/feeRates", this.extend(asked, params));
      return this.parseTradingFee(this.safeDict(rows, 0, {}), market);
    }
    const request: Dict = { symbol: market["id"] };
    const rows = await this.fetchPrivate("sapi/v1/feeRates", this.extend(request, params));
    return this.parseTradingFee(this.safeDict(rows, 0, {}), market);
  }

  /** Between spot, margin and swap. It has a name of its own, so a lost reply is sent again. */
  override async transfer(
    code: string,
    amount: number,
    fromAccount: string,
    toAccount: string,
    params: Dict = {},
  ): Promise<TransferEntry> {
    await this.loadMarkets();
    const currency = this.currency(code);
    const request: Dict = {
      coinSymbol: currency["id"],
      amount: this.currencyToPrecision(code, amount),
      fromAccount: this.accountNamed(fromAccount),
      toAccount: this.accountNamed(toAccount),
      clientRequestId: this.drawId(),
    };
    const response = await this.postAgain("sapi/v1/asset/transfer", this.extend(request, params));
    return {
      info: response,
      id: this.safeString(response, "transferId"),
      timestamp: undefined,
      datetime: undefined,
      currency: code,
      amount: amount,
      fromAccount: fromAccount,
      toAccount: toAccount,
      status: "ok",
    } as TransferEntry;
  }

  accountNamed(account: string): string {
    const accounts = this.safeDict(this.options, "accountsByType", {});
    const name = this.safeString(accounts, account);
    if (name === undefined) {
      throw new ArgumentsRequired(this.id + " transfer() knows spot, margin and swap: " + account);
    }
    return name;
  }

  /** Pays back what margin has borrowed; without an amount all that is owed and free. */
  override async repayCrossMargin(
    code: string,
    amount: number,
    params: Dict = {},
  ): Promise<MarginLoan> {
    await this.loadMarkets();
    const currency = this.currency(code);
    const request: Dict = { asset: currency["id"], clientRequestId: this.drawId() };
    if (amount !== undefined) {
      request["amount"] = this.currencyToPrecision(code, amount);
    }
    const response = await this.postAgain("sapi/v1/margin/repay", this.extend(request, params));
    return {
      info: response,
      id: undefined,
      currency: code,
      amount: this.safeNumber(response, "repaid"),
      symbol: undefined,
      timestamp: undefined,
      datetime: undefined,
    };
  }
}
