/** Contracts and their prices in replies: figures are JSON numbers (FUT-WIRE-3). */
import {
  code,
  count,
  figure,
  id,
  list,
  name,
  record,
  signedFigure,
  time,
  wholeFigure,
  word,
} from "../field.ts";
import {
  AS_LISTED,
  BEST_FIELDS,
  BOOKS_TIME,
  candleShape,
  DAY_END,
  DAY_FIELDS,
  klinesShape,
  tradeShape,
  tradesShape,
} from "../markets.ts";
import { CONTRACT_SOURCES } from "./order-words.ts";

/** FUT-RISK-1 */
export const TIER = record({
  maxPositionValue: figure("largest value of a position"),
  maxLever: count("largest leverage"),
  keepRate: figure("what must be kept of the value, as a fraction"),
});

/** FUT-CONTRACT-1 */
export const CONTRACT = record({
  symbol: name("name of the contract"),
  contractId: id("id of the contract"),
  status: code([0, 1], "1 when it can be traded"),
  type: name("kind of contract: the first part of its name"),
  side: code([0, 1], "1 linear, 0 inverse"),
  multiplier: figure("what one contract is of multiplierCoin"),
  multiplierCoin: name("what a contract is counted in"),
  marginCoin: name("what margin, profit and fees are in"),
  valueCoin: name(
    "what values are in, that of a MARKET order that opens and the money limits here: the margin coin, of an inverse contract the base and not the quote",
  ),
  pricePrecision: count("decimals of a price"),
  minOrderVolume: wholeFigure("least contracts of an order"),
  minOrderMoney: figure("least value of an order, in valueCoin"),
  maxMarketVolume: wholeFigure("most contracts of a market order"),
  maxMarketMoney: figure("largest value of a market order, in valueCoin"),
  maxLimitVolume: wholeFigure("most contracts of a limit order"),
  maxLimitMoney: figure("largest value of a limit order, in valueCoin"),
  maxValidOrder: count("most open orders of a user"),
  minLever: count("least leverage"),
  maxLever: count("largest leverage"),
  openMakerFee: signedFigure("fee of a maker who opens, as a fraction"),
  openTakerFee: signedFigure("fee of a taker who opens"),
  closeMakerFee: signedFigure("fee of a maker who closes"),
  closeTakerFee: signedFigure("fee of a taker who closes"),
  marginCoinPrecision: count("decimals of the margin coin"),
  defaultLever: count("leverage of whoever has set none"),
  maxFeeRate: figure("what must be kept besides keepRate, as a fraction of the value"),
  priceRange: figure("how far from the mark an order may trade, as a fraction"),
  stpMode: word(["EXPIRE_TAKER", "NONE"], "what becomes of an order that meets its own user's"),
  fundingIntervalHours: count("hours between two fundings, at multiples of it from 00:00 UTC"),
  triggerPriceSource: word(
    Object.values(CONTRACT_SOURCES),
    "the price by which its condition orders are judged",
  ),
  tiers: list(TIER, "risk tiers, lowest first"),
});

export const LISTED = list(CONTRACT, AS_LISTED);

/** FUT-WIRE-5 */
export const INDEX = record({
  contractName: name("contract"),
  indexPrice: figure("index price, 0 while it is not known"),
  markPrice: figure("mark price, 0 while it is not known"),
  tagPrice: figure("the same as markPrice"),
  lastFundingRate: signedFigure("funding rate if the interval ended now"),
  currentFundRate: signedFigure("the same as lastFundingRate"),
  nextFundRate: signedFigure("the same as lastFundingRate"),
  time: time("when it was so"),
});

const NAMED = { contractName: name("name of the contract") };

export const CONTRACT_TICKER = record({ ...NAMED, ...DAY_FIELDS });

export const CONTRACT_TICKERS = record({
  time: DAY_END,
  tickers: list(CONTRACT_TICKER, AS_LISTED),
});

export const CONTRACT_BEST = record({ ...NAMED, ...BEST_FIELDS });

export const CONTRACT_BOOK_TICKERS = record({
  time: BOOKS_TIME,
  bookTickers: list(CONTRACT_BEST, AS_LISTED),
});

const CONTRACT_TRADE = tradeShape(figure);
export const CONTRACT_TRADES = tradesShape(CONTRACT_TRADE);

const CONTRACT_KLINE = candleShape(figure);
export const CONTRACT_KLINES = klinesShape(CONTRACT_KLINE);

/** FUT-DATA-4 */
export const FUNDING = record({
  contractName: name("contract"),
  fundingRate: signedFigure("rate; above zero those who were long paid"),
  fundingTime: time("full hour at which it was due, or when its halted contract resumed"),
  markPrice: figure("mark price by which it was paid"),
});

export const FUNDINGS = list(FUNDING, "newest first");

export const CONTRACT_RECORDS = {
  RiskTier: TIER,
  Contract: CONTRACT,
  IndexPrice: INDEX,
  ContractTicker: CONTRACT_TICKER,
  ContractTickers: CONTRACT_TICKERS,
  ContractBookTicker: CONTRACT_BEST,
  ContractBookTickers: CONTRACT_BOOK_TICKERS,
  ContractTrade: CONTRACT_TRADE,
  ContractTrades: CONTRACT_TRADES,
  ContractKline: CONTRACT_KLINE,
  FundingRate: FUNDING,
};
