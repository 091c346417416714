/**
 * Contracts and their prices as this dialect writes them: JSON numbers from exact decimals
 * (FUT-WIRE-3). The names of contracts and assets are of letters that need no escape.
 */
import { present } from "../../base/assert.ts";
import {
  code,
  count,
  figure,
  id,
  list,
  name as nameShape,
  record,
  signedFigure,
  time,
  word,
} from "../../contract/field.ts";
import { type Catalogue, findAsset } from "../../engine/catalogue/catalogue.ts";
import type { Contract, Tier } from "../../engine/catalogue/contract.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import { RATE_DECIMALS } from "../../money/rate.ts";
import type { Ticker } from "../../views/ticker.ts";
import { jsonList, jsonObject, jsonText } from "../dialect/json-text.ts";
import { TRIGGER_SOURCES } from "./order-words.ts";

/** A rate, a ratio or a price that is kept in 10^-8. */
export function formatShown(value: bigint | number): string {
  return formatUnits(BigInt(value), RATE_DECIMALS);
}

/** FUT-WIRE-4: `BTCUSDT`, as the pair of the same coins would be called. */
export function pairNameOf({ baseName, quote }: Contract): string {
  return `${baseName}${quote}`;
}

/** FUT-WIRE-4: `BTC-USDT`. */
export function coinPairOf({ baseName, quote }: Contract): string {
  return `${baseName}-${quote}`;
}

const CONTRACT = record({
  symbol: nameShape("name of the contract"),
  contractId: id("id of the contract"),
  status: code([0, 1], "1 when it can be traded"),
  type: nameShape("kind of contract: the first part of its name"),
  side: code([0, 1], "1 linear, 0 inverse"),
  multiplier: figure("what one contract is of multiplierCoin"),
  multiplierCoin: nameShape("what a contract is counted in"),
  marginCoin: nameShape("what margin, profit and fees are in"),
  valueCoin: nameShape(
    "what values are in, that of a MARKET order that opens and the money limits here: the margin coin, of an inverse contract the base and not the quote",
  ),
  pricePrecision: count("decimals of a price"),
  minOrderVolume: count("least contracts of an order"),
  minOrderMoney: figure("least value of an order, in valueCoin"),
  maxMarketVolume: count("most contracts of a market order"),
  maxMarketMoney: figure("largest value of a market order, in valueCoin"),
  maxLimitVolume: count("most contracts of a limit order"),
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
  triggerPriceSource: word(["LAST", "MARK"], "the price by which its condition orders are judged"),
  tiers: list(
    record({
      maxPositionValue: figure("largest value of a position"),
      maxLever: count("largest leverage"),
      keepRate: figure("what must be kept of the value, as a fraction"),
    }),
    "risk tiers, lowest first",
  ),
});

export const LISTED = list(CONTRACT, "in the order they were listed");

/** FUT-CONTRACT-1 */
export function writeContract(catalogue: Catalogue, contract: Contract): string {
  const { name, kind, scale, fees } = contract;
  const isLinear = kind === "linear";
  const coin = present(findAsset(catalogue, contract.marginCoin), "the margin coin");
  const money = (units: bigint) => formatUnits(units, scale);
  return jsonObject({
    symbol: jsonText(name),
    contractId: contract.id,
    status: contract.status === "trading" ? 1 : 0,
    type: jsonText(name.slice(0, name.indexOf("-"))),
    side: isLinear ? 1 : 0,
    multiplier: formatUnits(contract.multiplier, contract.multiplierDecimals),
    multiplierCoin: jsonText(isLinear ? contract.baseName : contract.quote),
    marginCoin: jsonText(coin.name),
    valueCoin: jsonText(coin.name), // FUT-MARKET-2
    pricePrecision: contract.pricePrecision,
    minOrderVolume: contract.volumeMin,
    minOrderMoney: money(contract.moneyMin),
    maxMarketVolume: contract.marketVolumeMax,
    maxMarketMoney: money(contract.marketMoneyMax),
    maxLimitVolume: contract.limitVolumeMax,
    maxLimitMoney: money(contract.limitMoneyMax),
    maxValidOrder: contract.ordersMax,
    minLever: 1,
    maxLever: contract.leverageMax,
    openMakerFee: formatShown(fees.openMakerRate),
    openTakerFee: formatShown(fees.openTakerRate),
    closeMakerFee: formatShown(fees.closeMakerRate),
    closeTakerFee: formatShown(fees.closeTakerRate),
    marginCoinPrecision: scale,
    defaultLever: Math.min(contract.leverageDefault, contract.leverageMax),
    maxFeeRate: formatShown(contract.maxFeeRate),
    priceRange: formatShown(contract.priceRange),
    stpMode: jsonText(contract.selfTrade === "none" ? "NONE" : "EXPIRE_TAKER"),
    fundingIntervalHours: contract.fundingHours, // FUT-FUND-8
    triggerPriceSource: jsonText(TRIGGER_SOURCES[contract.triggerSource]), // FUT-COND-6
    tiers: jsonList(contract.tiers.map((tier) => writeTier(tier, money))),
  });
}

/** FUT-RISK-1 */
function writeTier(
  { valueMax, leverageMax, maintenanceRate: keepRate }: Tier,
  money: (units: bigint) => string,
) {
  return jsonObject({
    maxPositionValue: money(valueMax),
    maxLever: leverageMax,
    keepRate: formatShown(keepRate),
  });
}

/** What trades came to in the quote: an inverse contract is worth its face value of it. */
export function turnoverOf(
  contract: Contract,
  { traded, lots }: Pick<Ticker, "traded" | "lots">,
): string {
  const { kind, unit, scale, multiplier, multiplierDecimals } = contract;
  return kind === "linear"
    ? formatUnits(traded * unit, scale)
    : formatUnits(lots * multiplier, multiplierDecimals);
}

/** In ticks; 0 for what is not known. */
export interface ContractPrices {
  readonly index: number;
  readonly mark: number;
  /** In 10^-8. */
  readonly rate: number;
  readonly timeMs: number;
}

export const INDEX = record({
  contractName: nameShape("contract"),
  indexPrice: figure("index price, 0 while it is not known"),
  markPrice: figure("mark price, 0 while it is not known"),
  tagPrice: figure("the same as markPrice"),
  lastFundingRate: signedFigure("funding rate if the interval ended now"),
  currentFundRate: signedFigure("the same as lastFundingRate"),
  nextFundRate: signedFigure("the same as lastFundingRate"),
  time: time("when it was so"),
});

/** FUT-WIRE-5 */
export function writeIndex(
  contract: Contract,
  { index, mark, rate, timeMs }: ContractPrices,
): string {
  const markPrice = formatSteps(mark, contract.pricePrecision);
  const fundingRate = formatShown(rate);
  return jsonObject({
    contractName: jsonText(contract.name),
    indexPrice: formatSteps(index, contract.pricePrecision),
    markPrice,
    tagPrice: markPrice,
    lastFundingRate: fundingRate,
    currentFundRate: fundingRate,
    nextFundRate: fundingRate,
    time: timeMs,
  });
}
