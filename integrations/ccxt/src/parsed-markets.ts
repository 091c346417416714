/** Replies about markets, read into ccxt's structures. */
import {
  type Dict,
  type FundingRate,
  type FundingRateHistory,
  type Int,
  type LeverageTier,
  type Market,
  type MarketInterface,
  type OHLCV,
  Precise,
  type Str,
  type Ticker,
  type TradingFeeInterface,
} from "ccxt";
import { BourseSigned } from "./signed.ts";

export class BourseParsedMarkets extends BourseSigned {
  /** A pair of spot, which margin trades as well. */
  parsePair(pair: Dict): Market {
    const baseId = this.safeString(pair, "baseAsset");
    const quoteId = this.safeString(pair, "quoteAsset");
    const base = this.safeCurrencyCode(baseId);
    const quote = this.safeCurrencyCode(quoteId);
    const amountStep = this.parsePrecision(this.safeString(pair, "quantityPrecision"));
    const priceStep = this.parsePrecision(this.safeString(pair, "pricePrecision"));
    return this.safeMarketStructure({
      id: this.safeString(pair, "symbol"),
      symbol: base + "/" + quote,
      base: base,
      quote: quote,
      settle: undefined,
      baseId: baseId,
      quoteId: quoteId,
      settleId: undefined,
      type: "spot",
      spot: true,
      margin: this.safeBool(pair, "marginEnabled", false),
      swap: false,
      future: false,
      option: false,
      active: this.safeString(pair, "status") === "1",
      contract: false,
      linear: undefined,
      inverse: undefined,
      contractSize: undefined,
      taker: this.safeNumber(pair, "takerFeeRate"),
      maker: this.safeNumber(pair, "makerFeeRate"),
      precision: { amount: this.parseNumber(amountStep), price: this.parseNumber(priceStep) },
      limits: this.limitsOfPair(pair),
      info: pair,
    });
  }

  limitsOfPair(pair: Dict): Dict {
    return {
      leverage: { min: undefined, max: undefined },
      amount: {
        min: this.safeNumber(pair, "limitVolumeMin"),
        max: this.safeNumber(pair, "maxQty"),
      },
      price: { min: this.safeNumber(pair, "limitPriceMin"), max: undefined },
      cost: { min: this.safeNumber(pair, "marketBuyMin"), max: undefined },
    };
  }

  /** A perpetual contract: linear with its margin in the quote, inverse with its margin in the base. */
  parseContract(contract: Dict): Market {
    const id = this.safeString(contract, "symbol", "");
    const parts = id.split("-");
    const baseId = this.safeString(parts, 1);
    const quoteId = this.safeString(parts, 2);
    const settleId = this.safeString(contract, "marginCoin");
    const base = this.safeCurrencyCode(baseId);
    const quote = this.safeCurrencyCode(quoteId);
    const settle = this.safeCurrencyCode(settleId);
    const isLinear = this.safeString(contract, "side") === "1";
    const priceStep = this.parsePrecision(this.safeString(contract, "pricePrecision"));
    return this.safeMarketStructure({
      id: id,
      symbol: base + "/" + quote + ":" + settle,
      base: base,
      quote: quote,
      settle: settle,
      baseId: baseId,
      quoteId: quoteId,
      settleId: settleId,
      type: "swap",
      spot: false,
      margin: false,
      swap: true,
      future: false,
      option: false,
      active: this.safeString(contract, "status") === "1",
      contract: true,
      linear: isLinear,
      inverse: !isLinear,
      contractSize: this.safeNumber(contract, "multiplier"),
      taker: this.safeNumber(contract, "openTakerFee"),
      maker: this.safeNumber(contract, "openMakerFee"),
      precision: { amount: this.parseNumber("1"), price: this.parseNumber(priceStep) },
      marginModes: { cross: true, isolated: true },
      limits: this.limitsOfContract(contract),
      info: contract,
    });
  }

  limitsOfContract(contract: Dict): Dict {
    return {
      leverage: {
        min: this.safeNumber(contract, "minLever"),
        max: this.safeNumber(contract, "maxLever"),
      },
      amount: {
        min: this.safeNumber(contract, "minOrderVolume"),
        max: this.safeNumber(contract, "maxLimitVolume"),
      },
      price: { min: undefined, max: undefined },
      cost: {
        min: this.safeNumber(contract, "minOrderMoney"),
        max: this.safeNumber(contract, "maxLimitMoney"),
      },
    };
  }

  /** Lists of the API begin with the newest; those of ccxt end with it, also within a millisecond. */
  oldestFirst(rows: Dict[]): Dict[] {
    const result: Dict[] = [];
    for (let i = 0; i < rows.length; i++) {
      result.push(rows[rows.length - 1 - i]);
    }
    return result;
  }

  override parseTicker(ticker: Dict, market: Market = undefined): Ticker {
    const id = this.safeString2(ticker, "contractName", "symbol");
    const known = this.safeMarket(id, market);
    const timestamp = this.safeInteger(ticker, "time");
    const last = this.omitZero(this.safeString(ticker, "last"));
    return this.safeTicker(
      {
        symbol: known["symbol"],
        timestamp: timestamp,
        datetime: this.iso8601(timestamp),
        high: this.omitZero(this.safeString(ticker, "high")),
        low: this.omitZero(this.safeString(ticker, "low")),
        bid: this.omitZero(this.safeString2(ticker, "buy", "bidPrice")),
        bidVolume: this.omitZero(this.safeString(ticker, "bidQty")),
        ask: this.omitZero(this.safeString2(ticker, "sell", "askPrice")),
        askVolume: this.omitZero(this.safeString(ticker, "askQty")),
        vwap: undefined,
        open: this.omitZero(this.safeString(ticker, "open")),
        close: last,
        last: last,
        previousClose: undefined,
        change: undefined,
        percentage: Precise.stringMul(this.safeString(ticker, "rose"), "100"),
        average: undefined,
        baseVolume: this.baseVolumeOf(this.safeString(ticker, "vol"), known),
        quoteVolume: this.safeString(ticker, "amount"),
        info: ticker,
      },
      market,
    );
  }

  /** The volume in the base: contracts of an inverse contract have a worth in the quote only. */
  baseVolumeOf(volume: Str, market: MarketInterface): Str {
    if (market["inverse"]) {
      return undefined;
    }
    if (market["contract"]) {
      return Precise.stringMul(volume, this.numberToString(market["contractSize"]));
    }
    return volume;
  }

  override parseOHLCV(ohlcv: Dict, _market: Market = undefined): OHLCV {
    return [
      this.safeInteger(ohlcv, "idx"),
      this.safeNumber(ohlcv, "open"),
      this.safeNumber(ohlcv, "high"),
      this.safeNumber(ohlcv, "low"),
      this.safeNumber(ohlcv, "close"),
      this.safeNumber(ohlcv, "vol"),
    ];
  }

  override parseFundingRate(contract: string | Dict, market: Market = undefined): FundingRate {
    const timestamp: Int = this.safeInteger(contract, "time");
    return {
      info: contract,
      symbol: this.safeSymbol(this.safeString(contract, "contractName"), market),
      markPrice: this.parseNumber(this.omitZero(this.safeString(contract, "markPrice"))),
      indexPrice: this.parseNumber(this.omitZero(this.safeString(contract, "indexPrice"))),
      interestRate: undefined,
      estimatedSettlePrice: undefined,
      timestamp: timestamp,
      datetime: this.iso8601(timestamp),
      fundingRate: this.safeNumber(contract, "currentFundRate"),
      fundingTimestamp: undefined,
      fundingDatetime: undefined,
      nextFundingRate: this.safeNumber(contract, "nextFundRate"),
      nextFundingTimestamp: undefined,
      nextFundingDatetime: undefined,
      previousFundingRate: undefined,
      previousFundingTimestamp: undefined,
      previousFundingDatetime: undefined,
      interval: undefined,
    } as FundingRate;
  }

  override parseFundingRateHistory(contract: Dict, market: Market = undefined): FundingRateHistory {
    const timestamp = this.safeInteger(contract, "fundingTime");
    return {
      info: contract,
      symbol: this.safeSymbol(this.safeString(contract, "contractName"), market),
      fundingRate: this.safeNumber(contract, "fundingRate"),
      timestamp: timestamp,
      datetime: this.iso8601(timestamp),
    } as FundingRateHistory;
  }

  override parseMarketLeverageTiers(info: Dict, market: Market = undefined): LeverageTier[] {
    const rows = this.safeList(info, "tiers", []);
    const symbol = this.safeSymbol(this.safeString(info, "symbol"), market);
    const tiers: LeverageTier[] = [];
    let floor = "0";
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i];
      const ceiling = this.safeString(row, "maxPositionValue", "0");
      tiers.push({
        tier: this.sum(i, 1),
        symbol: symbol,
        currency: this.safeCurrencyCode(this.safeString(info, "marginCoin")),
        minNotional: this.parseNumber(floor),
        maxNotional: this.parseNumber(ceiling),
        maintenanceMarginRate: this.safeNumber(row, "keepRate"),
        maxLeverage: this.safeNumber(row, "maxLever"),
        info: row,
      });
      floor = ceiling;
    }
    return tiers;
  }

  parseTradingFee(fee: Dict, market: Market = undefined): TradingFeeInterface {
    const id = this.safeString2(fee, "contractName", "symbol");
    return {
      info: fee,
      symbol: this.safeSymbol(id, market),
      maker: this.safeNumber2(fee, "makerFeeRate", "openMakerFee"),
      taker: this.safeNumber2(fee, "takerFeeRate", "openTakerFee"),
      percentage: true,
      tierBased: false,
    };
  }
}
