/** The terms of a listed market, read from the catalogue as plain data. */

import type { Asset, Catalogue, Pair } from "../../engine/catalogue/catalogue.ts";
import type { Contract, FeeRates } from "../../engine/catalogue/contract.ts";
import { formatRate } from "../../engine/orders/refusal-numbers.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import type { AssetTerms, ContractTerms, FeeTerms, PairTerms } from "../market-terms.ts";

export function readAsset({ assets }: Catalogue, id: number): AssetTerms {
  const { name, scale } = assets[id - 1] as Asset;
  return { name, scale };
}

export function readPairTerms(catalogue: Catalogue, pair: Pair): PairTerms {
  const { name, status, pricePrecision, quantityPrecision, openOrdersMax } = pair;
  const base = readAsset(catalogue, pair.base);
  const quote = readAsset(catalogue, pair.quote);
  return {
    name,
    status,
    base,
    quote,
    pricePrecision,
    quantityPrecision,
    quantityMin: formatSteps(pair.lotsMin, quantityPrecision),
    quantityMax: formatSteps(pair.lotsMax, quantityPrecision),
    notionalMin: formatUnits(pair.notionalMin, quote.scale),
    marketNotionalMax: formatUnits(pair.marketNotionalMax, quote.scale),
    makerRate: formatRate(pair.makerRate),
    takerRate: formatRate(pair.takerRate),
    limitUp: formatRate(pair.limitUp),
    limitDown: formatRate(pair.limitDown),
    rangeUp: formatRate(pair.rangeUp),
    rangeDown: formatRate(pair.rangeDown),
    openOrdersMax,
    selfTrade: pair.selfTrade,
    isMarginEnabled: pair.isMarginEnabled,
  };
}

export function readFees(fees: FeeRates): FeeTerms {
  return {
    openMakerRate: formatRate(fees.openMakerRate),
    openTakerRate: formatRate(fees.openTakerRate),
    closeMakerRate: formatRate(fees.closeMakerRate),
    closeTakerRate: formatRate(fees.closeTakerRate),
  };
}

export function readContractTerms(catalogue: Catalogue, contract: Contract): ContractTerms {
  const { name, status, kind, pricePrecision, scale, ordersMax } = contract;
  const { leverageDefault, selfTrade, triggerSource } = contract;
  const money = (units: bigint) => formatUnits(units, scale);
  return {
    name,
    status,
    kind,
    marginCoin: readAsset(catalogue, contract.marginCoin),
    multiplier: formatUnits(contract.multiplier, contract.multiplierDecimals),
    pricePrecision,
    volumeMin: `${contract.volumeMin}`,
    marketVolumeMax: `${contract.marketVolumeMax}`,
    limitVolumeMax: `${contract.limitVolumeMax}`,
    moneyMin: money(contract.moneyMin),
    marketMoneyMax: money(contract.marketMoneyMax),
    limitMoneyMax: money(contract.limitMoneyMax),
    ordersMax,
    fees: readFees(contract.fees),
    maxFeeRate: formatRate(contract.maxFeeRate),
    tiers: contract.tiers.map(({ valueMax, leverageMax, maintenanceRate }) => ({
      valueMax: money(valueMax),
      leverageMax,
      maintenanceRate: formatRate(maintenanceRate),
    })),
    leverageDefault,
    priceRange: formatRate(contract.priceRange),
    selfTrade,
    triggerSource,
  };
}
