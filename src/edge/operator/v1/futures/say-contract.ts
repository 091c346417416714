/**
 * A contract in the words it was listed with, and what goes on in it. What is not known yet, such
 * as a price before the first trade, is left out. Rule OPER-FUT-3.
 */

import type { ValueOf } from "../../../../contract/field.ts";
import type { CONTRACT } from "../../../../contract/operator/futures/contract-fields.ts";
import { formatRate } from "../../../../contract/operator/usual.ts";
import type { Contract } from "../../../../core/engine/catalogue/contract.ts";
import type { ContractMarket } from "../../../../core/engine/futures/futures-state.ts";
import { formatSteps, formatUnits } from "../../../../core/money/decimal.ts";
import { nameAt } from "../find.ts";
import type { OperatorCall } from "../operator.ts";
import { stpModeOf } from "../pair-rules.ts";
import { IMPACT_DECIMALS } from "./contract-rules.ts";
import { sayTier } from "./tiers.ts";

export function sayContract(
  contract: Contract,
  { exchange }: OperatorCall,
): ValueOf<typeof CONTRACT> {
  const { name, status, kind, multiplier, multiplierDecimals, pricePrecision } = contract;
  return {
    name,
    status,
    kind,
    base: contract.baseName,
    quote: contract.quote,
    marginCoin: nameAt(exchange.state.catalogue.assets, contract.marginCoin),
    multiplier: formatUnits(multiplier, multiplierDecimals),
    pricePrecision,
    ...sayRules(contract),
    tiers: contract.tiers.map((tier) => sayTier(tier, contract.scale)),
  };
}

function sayRules(contract: Contract) {
  const money = (units: bigint) => formatUnits(units, contract.scale);
  const { fees } = contract;
  return {
    minOrderVolume: contract.volumeMin,
    maxMarketVolume: contract.marketVolumeMax,
    maxLimitVolume: contract.limitVolumeMax,
    minOrderMoney: money(contract.moneyMin),
    maxMarketMoney: money(contract.marketMoneyMax),
    maxLimitMoney: money(contract.limitMoneyMax),
    maxValidOrder: contract.ordersMax,
    openMakerFeeRate: formatRate(fees.openMakerRate),
    openTakerFeeRate: formatRate(fees.openTakerRate),
    closeMakerFeeRate: formatRate(fees.closeMakerRate),
    closeTakerFeeRate: formatRate(fees.closeTakerRate),
    maxFeeRate: formatRate(contract.maxFeeRate),
    defaultLeverage: contract.leverageDefault,
    priceRange: formatRate(contract.priceRange),
    unwindRange: formatRate(contract.unwindRange),
    stpMode: stpModeOf(contract),
    fundingIntervalHours: contract.fundingHours,
    interestRate: formatRate(contract.interestRate),
    clamp: formatRate(contract.fundingClamp),
    impactNotional: formatUnits(contract.impactNotional, IMPACT_DECIMALS),
    settlementIntervalHours: contract.settlementHours,
    triggerPriceSource: contract.triggerSource === "mark" ? ("MARK" as const) : ("LAST" as const),
    conditionTtlMs: contract.conditionTtlMs,
  };
}

/** OPER-FUT-3: the prices, the rate of the last funding, and how many contracts are held. */
export function sayMarket({ id, pricePrecision }: Contract, { exchange }: OperatorCall) {
  const market = exchange.state.futures.markets[id - 1];
  if (!market) return { fundingRate: "0", openInterest: "0", positions: 0 };
  const price = (ticks: number) => (ticks === 0 ? undefined : formatSteps(ticks, pricePrecision));
  return {
    lastPrice: price(market.last),
    markPrice: price(market.mark),
    indexPrice: price(market.index),
    fundingRate: formatRate(market.fundingRate),
    openInterest: `${openInterestOf(market)}`,
    positions: market.positions.size,
  };
}

/** Every contract that is held long is held short by another user (I-9): one side is counted. */
function openInterestOf({ positions }: ContractMarket): bigint {
  let held = 0n;
  for (const { side, volume } of positions.all()) if (side === "buy") held += BigInt(volume);
  return held;
}
