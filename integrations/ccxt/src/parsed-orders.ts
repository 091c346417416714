/** Replies and stream rows about orders, trades, money and positions, read into ccxt's structures. */
import {
  type Balances,
  type Dict,
  type Market,
  type Order,
  type Position,
  Precise,
  type Str,
  type Trade,
} from "ccxt";
import { BourseParsedMarkets } from "./parsed-markets.ts";

export class BourseParsedOrders extends BourseParsedMarkets {
  parseOrderStatus(status: Str): Str {
    const statuses: Dict = {
      INIT: "open",
      NEW: "open",
      PENDING_NEW: "open",
      PARTIALLY_FILLED: "open",
      FILLED: "closed",
      CANCELED: "canceled",
      CANCELLED: "canceled",
      REJECTED: "rejected",
      // The order history of futures has numbers (FUT-FIELD-10).
      "0": "open",
      "1": "open",
      "2": "closed",
      "3": "open",
      "4": "canceled",
      "6": "rejected",
    };
    return this.safeString(statuses, status as string, status);
  }

  parseOrderType(type: Str): Str {
    const types: Dict = {
      LIMIT: "limit",
      MARKET: "market",
      "1": "limit",
      "2": "market",
      "3": "limit",
      "4": "limit",
      "5": "limit",
    };
    return this.safeString(types, type as string, type);
  }

  parseTimeInForce(order: Dict): Str {
    const words: Dict = {
      POST_ONLY: "PO",
      "1": "GTC",
      "3": "IOC",
      "4": "FOK",
      "5": "PO",
    };
    const type = this.safeString(order, "type", "");
    let word = this.safeString(order, "timeInForce");
    if (word === undefined && this.safeString(order, "openOrClose") !== undefined) {
      word = type;
    }
    if (word === undefined && type === "LIMIT") {
      return "GTC";
    }
    if (word === undefined) {
      return undefined;
    }
    return this.safeString(words, word, word);
  }

  override parseOrder(order: Dict, market: Market = undefined): Order {
    const id = this.safeString2(order, "contractName", "symbol");
    const known = this.safeMarket(id, market);
    const timestamp = this.safeIntegerN(order, ["transactTime", "time", "ctimeMs"]);
    const type = this.parseOrderType(this.safeString(order, "type"));
    const side = this.safeStringLower(order, "side");
    const action = this.safeString2(order, "action", "openOrClose");
    const status = this.parseOrderStatus(this.safeString(order, "status"));
    const filled = this.safeString2(order, "executedQty", "dealVolume");
    const timeInForce = this.parseTimeInForce(order);
    const counts = this.safeString(order, "volumeUnit", side === "buy" ? "QUOTE" : "BASE");
    const isByCost = known["spot"] && type === "market" && counts === "QUOTE";
    const isOpenByCost = known["contract"] && type === "market" && action === "OPEN";
    let amount = this.safeString2(order, "origQty", "volume");
    if (isByCost || isOpenByCost) {
      // Such an order names a value; how much that is, is known when it is done.
      amount = status === "closed" ? filled : undefined;
    }
    const prevented = this.safeString(order, "preventedQty");
    let remaining: Str;
    if (prevented !== undefined && amount !== undefined) {
      // What it lost to an order of the same user is neither filled nor open.
      remaining = Precise.stringSub(Precise.stringSub(amount, filled), prevented);
    }
    return this.safeOrder(
      {
        id: this.safeString(order, "orderId"),
        clientOrderId: this.safeString2(order, "clientOrderId", "clientId"),
        timestamp: timestamp,
        datetime: this.iso8601(timestamp),
        lastTradeTimestamp: undefined,
        lastUpdateTimestamp: undefined,
        symbol: known["symbol"],
        type: type,
        timeInForce: timeInForce,
        postOnly: timeInForce === "PO",
        reduceOnly: known["contract"] ? action === "CLOSE" : undefined,
        side: side,
        price: this.omitZero(this.safeString(order, "price")),
        // That of the moment, once it trails.
        triggerPrice: this.omitZero(this.safeString2(order, "trailingPrice", "triggerPrice")),
        amount: amount,
        cost: this.omitZero(this.safeString(order, "dealMoney")),
        average: this.omitZero(this.safeString(order, "avgPrice")),
        filled: filled,
        remaining: remaining,
        status: status,
        fee: undefined,
        trades: undefined,
        info: order,
      },
      known as Market,
    );
  }

  override parseTrade(trade: Dict, market: Market = undefined): Trade {
    const id = this.safeString2(trade, "contractName", "symbol");
    const known = this.safeMarket(id, market);
    const timestamp = this.safeInteger(trade, "time");
    const feeCost = this.safeString(trade, "fee");
    const isMaker = this.safeBool(trade, "isMaker");
    let takerOrMaker: Str;
    let fee: Dict | undefined;
    if (feeCost !== undefined) {
      takerOrMaker = isMaker ? "maker" : "taker";
      const feeId = this.safeString(trade, "feeCoin", known["settleId"]);
      fee = { cost: feeCost, currency: this.safeCurrencyCode(feeId) };
    }
    return this.safeTrade(
      {
        id: this.safeString(trade, "id"),
        info: trade,
        timestamp: timestamp,
        datetime: this.iso8601(timestamp),
        symbol: known["symbol"],
        order: this.orderIdOf(trade),
        type: undefined,
        side: this.safeStringLower(trade, "side"),
        takerOrMaker: takerOrMaker,
        price: this.safeString(trade, "price"),
        amount: this.safeString(trade, "qty"),
        cost: this.safeString(trade, "amount"),
        fee: fee,
      },
      known as Market,
    );
  }

  /** An own trade of futures names both orders; its own is that of its side. */
  orderIdOf(trade: Dict): Str {
    const orderId = this.safeString(trade, "orderId");
    const isBuyer = this.safeBool(trade, "isBuyer");
    if (orderId !== undefined || isBuyer === undefined) {
      return orderId;
    }
    return isBuyer ? this.safeString(trade, "bidId") : this.safeString(trade, "askId");
  }

  parsePairBalances(rows: Dict[], info: Dict): Balances {
    const result: Dict = { info: info, timestamp: undefined, datetime: undefined };
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const code = this.safeCurrencyCode(this.safeString(row, "asset")) as string;
      result[code] = this.accountOfAsset(row);
    }
    return this.safeBalance(result);
  }

  accountOfAsset(row: Dict): Dict {
    const account = this.account();
    account["free"] = this.safeString(row, "free");
    account["used"] = this.safeString(row, "locked");
    const borrowed = this.safeString(row, "borrowed");
    if (borrowed !== undefined) {
      account["debt"] = Precise.stringAdd(borrowed, this.safeString(row, "interest"));
    }
    return account;
  }

  parseContractBalances(rows: Dict[], info: Dict): Balances {
    const result: Dict = { info: info, timestamp: undefined, datetime: undefined };
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const code = this.safeCurrencyCode(this.safeString(row, "marginCoin")) as string;
      result[code] = this.accountOfMarginCoin(row);
    }
    return this.safeBalance(result);
  }

  /** Free is what may be frozen, moved into a position or taken out (FUT-ACC-4); total leaves profit out. */
  accountOfMarginCoin(row: Dict): Dict {
    const account = this.account();
    const normal = this.safeString(row, "accountNormal");
    const free = Precise.stringSub(normal, this.safeString(row, "totalCost"));
    const frozen = Precise.stringAdd(normal, this.safeString(row, "accountLock"));
    account["free"] = Precise.stringMax(free, "0");
    account["total"] = Precise.stringAdd(frozen, this.safeString(row, "partPositionNormal"));
    return account;
  }

  override parsePosition(position: Dict, market: Market = undefined): Position {
    const id = this.safeString(position, "contractName");
    const known = this.safeMarket(id, market);
    const date = this.safeString(position, "ctime");
    const timestamp = date === undefined ? undefined : this.parse8601(date + "Z");
    const notional = this.safeString(position, "positionBalance");
    const keepRate = this.safeString(position, "keepRate");
    const hold = this.safeString(position, "holdAmount");
    const isIsolated = this.safeString(position, "positionType") === "2";
    const maintenance = Precise.stringMul(notional, keepRate);
    const liquidation = this.safeString(position, "reducePrice");
    const isLiquidable = Precise.stringGt(liquidation, "0");
    return this.safePosition({
      info: position,
      id: this.safeString(position, "id"),
      symbol: known["symbol"],
      timestamp: timestamp,
      datetime: this.iso8601(timestamp),
      lastUpdateTimestamp: undefined,
      hedged: true,
      side: this.safeString(position, "side") === "BUY" ? "long" : "short",
      contracts: this.safeNumber(position, "volume"),
      contractSize: this.safeNumber(known, "contractSize"),
      entryPrice: this.safeNumber(position, "openPrice"),
      markPrice: this.safeNumber(position, "indexPrice"),
      lastPrice: undefined,
      notional: this.parseNumber(notional),
      leverage: this.safeNumber(position, "leverageLevel"),
      collateral: this.parseNumber(hold),
      initialMargin: this.parseNumber(hold),
      initialMarginPercentage: this.parseNumber(this.shareOf(hold, notional)),
      maintenanceMargin: this.parseNumber(maintenance),
      maintenanceMarginPercentage: this.parseNumber(keepRate),
      marginRatio: this.parseNumber(this.shareOf(maintenance, hold)),
      unrealizedPnl: this.safeNumber(position, "unRealizedAmount"),
      realizedPnl: this.safeNumber(position, "realizedAmount"),
      liquidationPrice: isLiquidable ? this.parseNumber(liquidation) : undefined,
      marginMode: isIsolated ? "isolated" : "cross",
      percentage: this.parseNumber(
        Precise.stringMul(this.safeString(position, "returnRate"), "100"),
      ),
      stopLossPrice: undefined,
      takeProfitPrice: undefined,
    });
  }

  shareOf(part: Str, whole: Str): Str {
    if (whole === undefined || Precise.stringEq(whole, "0")) {
      return undefined;
    }
    return Precise.stringDiv(part, whole, 8);
  }
}
