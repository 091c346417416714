/**
 * The rules of a contract (FUT-CONTRACT-1) from decimal text to the integers of its commands. Every
 * figure is exact or refused. What is left out has its default when a contract is listed, and stays
 * as it is when one is changed. Rules OPER-FUT-1, OPER-FUT-2.
 */
import { SELF_TRADE } from "../../../../contract/operator/market-fields.ts";
import type { Asset } from "../../../../core/engine/catalogue/catalogue.ts";
import {
  type ChangeContract,
  CONTRACT_DEFAULTS,
  type ContractRules,
  type FeeRates,
  impactNotionalOf,
} from "../../../../core/engine/catalogue/contract.ts";
import { unitsOf } from "../../../../core/money/decimal.ts";
import { getAssetNamed } from "../find.ts";
import type { OperatorCall } from "../operator.ts";
import { amountOf } from "../pair-rules.ts";
import { refusalOf } from "../refusals.ts";
import { usualFace, usualKind, usualTiers } from "./contract-defaults.ts";
import {
  type ContractValues,
  OWN_WORDS,
  type RuleValues,
  TRIGGER_SOURCE,
} from "./contract-words.ts";
import { demandIndex } from "./demand-index.ts";
import { largestValueOf, toTiers } from "./tiers.ts";

/** The part of the rules that a change replaces. */
type Changeable = Omit<ChangeContract, "type" | "contract" | "request">;

/** In 10^-8 of the quote, which need not be an asset of the catalogue. */
export const IMPACT_DECIMALS = 8;

const NAME = /^[^-]+-([^-]+)-([^-]+)$/;

/** OPER-FUT-1, OPER-FUT-6, OPER-FUT-7: base and margin coin follow from the name and the kind. */
export function toContractRules(call: OperatorCall, values: ContractValues): ContractRules {
  const parts = NAME.exec(values.name);
  if (!parts) throw refusalOf({ ok: false, reason: "name_malformed" }, OWN_WORDS);
  const [, baseName = "", quoteName = ""] = parts;
  const base = getAssetNamed(call, baseName);
  const kind = values.kind ?? usualKind(call, quoteName);
  const coin = kind === "inverse" ? base : getAssetNamed(call, quoteName);
  const quote = call.exchange.state.catalogue.assetsByName.get(quoteName);
  demandIndex(call, quote ? [base, quote] : [base]);
  const face = usualFace(call, { kind, base, coin });
  return {
    name: values.name,
    kind,
    base: base.id,
    ...face,
    ...(values.multiplier === undefined ? {} : multiplierOf(values.multiplier)),
    pricePrecision: values.pricePrecision ?? face.pricePrecision,
    ...mergedRules(values, coin.scale, defaultsFor(call, values, coin)),
  };
}

/** `0.0001` is 1 of 10^-4. */
function multiplierOf(plain: string) {
  const multiplierDecimals = plain.split(".")[1]?.length ?? 0;
  return { multiplier: unitsOf(plain, multiplierDecimals) ?? 0n, multiplierDecimals };
}

/** OPER-FUT-1: of money, fees and funding some defaults follow from what is said. */
function defaultsFor(call: OperatorCall, values: ContractValues, coin: Asset): Changeable {
  const { fees } = CONTRACT_DEFAULTS;
  const closeTakerRate = values.closeTakerFeeRate ?? fees.closeTakerRate;
  // A rebate for takers is refused by the engine, and no command can carry one here.
  const maxFeeRate = Math.max(closeTakerRate, 0);
  const tiers = values.tiers
    ? toTiers(values.tiers, coin.scale)
    : usualTiers(call, coin, values.maxFeeRate ?? maxFeeRate);
  return {
    ...CONTRACT_DEFAULTS,
    tiers,
    maxFeeRate,
    marketMoneyMax: largestValueOf(tiers),
    limitMoneyMax: largestValueOf(tiers),
    impactNotional: impactNotionalOf(tiers),
  };
}

/** OPER-FUT-2: what is given, and for the rest what holds otherwise; `scale` is the margin coin's. */
export function mergedRules(values: RuleValues, scale: number, otherwise: Changeable): Changeable {
  const money = (parameter: "minOrderMoney" | "maxMarketMoney" | "maxLimitMoney") =>
    amountOf(parameter, values[parameter], scale);
  const { stpMode, triggerPriceSource } = values;
  return {
    volumeMin: values.minOrderVolume ?? otherwise.volumeMin,
    marketVolumeMax: values.maxMarketVolume ?? otherwise.marketVolumeMax,
    limitVolumeMax: values.maxLimitVolume ?? otherwise.limitVolumeMax,
    moneyMin: money("minOrderMoney") ?? otherwise.moneyMin,
    marketMoneyMax: money("maxMarketMoney") ?? otherwise.marketMoneyMax,
    limitMoneyMax: money("maxLimitMoney") ?? otherwise.limitMoneyMax,
    ordersMax: values.maxValidOrder ?? otherwise.ordersMax,
    fees: mergedFees(values, otherwise.fees),
    maxFeeRate: values.maxFeeRate ?? otherwise.maxFeeRate,
    tiers: values.tiers === undefined ? otherwise.tiers : toTiers(values.tiers, scale),
    leverageDefault: values.defaultLeverage ?? otherwise.leverageDefault,
    priceRange: values.priceRange ?? otherwise.priceRange,
    unwindRange: values.unwindRange ?? otherwise.unwindRange,
    selfTrade: stpMode === undefined ? otherwise.selfTrade : SELF_TRADE[stpMode],
    fundingHours: values.fundingIntervalHours ?? otherwise.fundingHours,
    interestRate: values.interestRate ?? otherwise.interestRate,
    fundingClamp: values.clamp ?? otherwise.fundingClamp,
    impactNotional:
      amountOf("impactNotional", values.impactNotional, IMPACT_DECIMALS) ??
      otherwise.impactNotional,
    settlementHours: values.settlementIntervalHours ?? otherwise.settlementHours,
    triggerSource:
      triggerPriceSource === undefined
        ? otherwise.triggerSource
        : TRIGGER_SOURCE[triggerPriceSource],
    conditionTtlMs: values.conditionTtlMs ?? otherwise.conditionTtlMs,
  };
}

function mergedFees(values: RuleValues, otherwise: FeeRates): FeeRates {
  return {
    openMakerRate: values.openMakerFeeRate ?? otherwise.openMakerRate,
    openTakerRate: values.openTakerFeeRate ?? otherwise.openTakerRate,
    closeMakerRate: values.closeMakerFeeRate ?? otherwise.closeMakerRate,
    closeTakerRate: values.closeTakerFeeRate ?? otherwise.closeTakerRate,
  };
}
