/** Contracts and their prices as the contract of the API has them: JSON numbers from exact decimals (FUT-WIRE-3). */

import type { ValueOf } from "../../../contract/field.ts";
import type { CONTRACT, INDEX, TIER } from "../../../contract/futures/market-shapes.ts";
import { CONTRACT_SOURCES } from "../../../contract/futures/order-words.ts";
import { present } from "../../../core/base/assert.ts";
import { type Catalogue, findAsset } from "../../../core/engine/catalogue/catalogue.ts";
import type { Contract, Tier } from "../../../core/engine/catalogue/contract.ts";
import { formatSteps, formatUnits } from "../../../core/money/decimal.ts";
import { RATE_DECIMALS } from "../../../core/money/rate.ts";
import type { Ticker } from "../../../core/views/ticker.ts";

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

/** FUT-CONTRACT-1 */
export function listedOf(catalogue: Catalogue, contract: Contract): ValueOf<typeof CONTRACT> {
  const { name, kind, scale, fees } = contract;
  const isLinear = kind === "linear";
  const coin = present(findAsset(catalogue, contract.marginCoin), "the margin coin");
  const money = (units: bigint) => formatUnits(units, scale);
  return {
    symbol: name,
    contractId: contract.id,
    status: contract.status === "trading" ? 1 : 0,
    type: name.slice(0, name.indexOf("-")),
    side: isLinear ? 1 : 0,
    multiplier: formatUnits(contract.multiplier, contract.multiplierDecimals),
    multiplierCoin: isLinear ? contract.baseName : contract.quote,
    marginCoin: coin.name,
    valueCoin: coin.name, // FUT-MARKET-2
    pricePrecision: contract.pricePrecision,
    minOrderVolume: `${contract.volumeMin}`,
    minOrderMoney: money(contract.moneyMin),
    maxMarketVolume: `${contract.marketVolumeMax}`,
    maxMarketMoney: money(contract.marketMoneyMax),
    maxLimitVolume: `${contract.limitVolumeMax}`,
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
    stpMode: contract.selfTrade === "none" ? "NONE" : "EXPIRE_TAKER",
    fundingIntervalHours: contract.fundingHours, // FUT-FUND-8
    triggerPriceSource: CONTRACT_SOURCES[contract.triggerSource], // FUT-COND-6
    tiers: contract.tiers.map((tier) => tierOf(tier, money)),
  };
}

/** FUT-RISK-1 */
function tierOf(
  { valueMax, leverageMax, maintenanceRate: keepRate }: Tier,
  money: (units: bigint) => string,
): ValueOf<typeof TIER> {
  return {
    maxPositionValue: money(valueMax),
    maxLever: leverageMax,
    keepRate: formatShown(keepRate),
  };
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

/** FUT-WIRE-5 */
export function indexOf(
  contract: Contract,
  { index, mark, rate, timeMs }: ContractPrices,
): ValueOf<typeof INDEX> {
  const markPrice = formatSteps(mark, contract.pricePrecision);
  const fundingRate = formatShown(rate);
  return {
    contractName: contract.name,
    indexPrice: formatSteps(index, contract.pricePrecision),
    markPrice,
    tagPrice: markPrice,
    lastFundingRate: fundingRate,
    currentFundRate: fundingRate,
    nextFundRate: fundingRate,
    time: timeMs,
  };
}
