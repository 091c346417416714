/**
 * The terms of a market as plain data, in the engine's words, and how they are put into a catalogue.
 * Amounts, prices, quantities and rates are decimal text: every caller has them as text, they need no
 * scale to be understood, and the engine's own parser makes them exact ticks, lots and units here, once.
 */
import { present } from "../base/assert.ts";
import {
  type Asset,
  type Catalogue,
  enterAsset,
  enterPair,
  type Pair,
} from "../engine/catalogue/catalogue.ts";
import {
  CONTRACT_DEFAULTS,
  type Contract,
  enterContract,
  type FeeRates,
} from "../engine/catalogue/contract.ts";
import { stepsOf, unitsOf } from "../money/decimal.ts";
import { parseRate } from "../money/rate.ts";

export interface AssetTerms {
  readonly name: string;
  readonly scale: number;
}

export type MarketStatus = Pair["status"];

export interface PairTerms {
  readonly name: string;
  readonly status: MarketStatus;
  readonly base: AssetTerms;
  readonly quote: AssetTerms;
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
  readonly quantityMin: string;
  readonly quantityMax: string;
  /** In the quote asset; 0 is off. */
  readonly notionalMin: string;
  readonly marketNotionalMax: string;
  readonly makerRate: string;
  readonly takerRate: string;
  readonly limitUp: string;
  readonly limitDown: string;
  readonly rangeUp: string;
  readonly rangeDown: string;
  /** Undefined where it is not told: then the number of open orders holds nothing back. */
  readonly openOrdersMax?: number | undefined;
  readonly selfTrade: Pair["selfTrade"];
  readonly isMarginEnabled: boolean;
}

export interface TierTerms {
  readonly valueMax: string;
  readonly leverageMax: number;
  readonly maintenanceRate: string;
}

/** A maker's rate may be negative. */
export interface PairFeeTerms {
  readonly makerRate: string;
  readonly takerRate: string;
}

/** FUT-FEE-1; a maker's may be negative. */
export interface FeeTerms {
  readonly openMakerRate: string;
  readonly openTakerRate: string;
  readonly closeMakerRate: string;
  readonly closeTakerRate: string;
}

/** Money is of the margin coin. */
export interface ContractTerms {
  /** `<TYPE>-<BASE>-<QUOTE>`. */
  readonly name: string;
  readonly status: MarketStatus;
  readonly kind: Contract["kind"];
  readonly marginCoin: AssetTerms;
  readonly multiplier: string;
  readonly pricePrecision: number;
  readonly volumeMin: string;
  readonly marketVolumeMax: string;
  readonly limitVolumeMax: string;
  readonly moneyMin: string;
  readonly marketMoneyMax: string;
  readonly limitMoneyMax: string;
  readonly ordersMax?: number | undefined;
  readonly fees: FeeTerms;
  readonly maxFeeRate: string;
  readonly tiers: readonly TierTerms[];
  readonly leverageDefault: number;
  readonly priceRange: string;
  readonly selfTrade: Contract["selfTrade"];
  readonly triggerSource: Contract["triggerSource"];
}

const MOST = Number.MAX_SAFE_INTEGER;

export function rateOf(text: string): number {
  return present(parseRate(text), "a rate");
}

export function moneyOf(text: string, scale: number): bigint {
  if (text.startsWith("-")) return -moneyOf(text.slice(1), scale);
  return present(unitsOf(text, scale), "an amount of the asset's scale");
}

export type AssetTable = Pick<Catalogue, "assets" | "assetsByName">;
export type PairTable = AssetTable & Pick<Catalogue, "pairs" | "pairsByName">;

/** The asset of this name, put into the catalogue when it is not there. */
export function takeAsset(catalogue: AssetTable, { name, scale }: AssetTerms): Asset {
  const found = catalogue.assetsByName.get(name);
  if (found) return found;
  const asset = { id: catalogue.assets.length + 1, name, scale };
  enterAsset(catalogue, asset);
  return asset;
}

export function enterPairTerms(catalogue: PairTable, terms: PairTerms): Pair {
  const { name, status, pricePrecision, quantityPrecision, quote } = terms;
  const { selfTrade, isMarginEnabled, openOrdersMax = MOST } = terms;
  return enterPair(catalogue, {
    id: catalogue.pairs.length + 1,
    status,
    name,
    base: takeAsset(catalogue, terms.base).id,
    quote: takeAsset(catalogue, quote).id,
    pricePrecision,
    quantityPrecision,
    lotsMin: stepsOf(terms.quantityMin, quantityPrecision),
    lotsMax: stepsOf(terms.quantityMax, quantityPrecision),
    notionalMin: moneyOf(terms.notionalMin, quote.scale),
    marketNotionalMax: moneyOf(terms.marketNotionalMax, quote.scale),
    makerRate: rateOf(terms.makerRate),
    takerRate: rateOf(terms.takerRate),
    limitUp: rateOf(terms.limitUp),
    limitDown: rateOf(terms.limitDown),
    rangeUp: rateOf(terms.rangeUp),
    rangeDown: rateOf(terms.rangeDown),
    openOrdersMax,
    selfTrade,
    isMarginEnabled,
  });
}

/** Decimals of a decimal. */
function decimalsOf(text: string): number {
  const at = text.indexOf(".");
  return at < 0 ? 0 : text.length - at - 1;
}

export function feeRatesOf(fees: FeeTerms): FeeRates {
  return {
    openMakerRate: rateOf(fees.openMakerRate),
    openTakerRate: rateOf(fees.openTakerRate),
    closeMakerRate: rateOf(fees.closeMakerRate),
    closeTakerRate: rateOf(fees.closeTakerRate),
  };
}

/** Enters the base and the coin, too; how funding and profits are settled is no part of a preview. */
export function enterContractTerms(catalogue: Catalogue, terms: ContractTerms): Contract {
  const { name, status, kind, marginCoin, pricePrecision } = terms;
  const { leverageDefault, selfTrade, triggerSource, ordersMax = MOST } = terms;
  const { scale } = takeAsset(catalogue, marginCoin);
  const money = (text: string) => moneyOf(text, scale);
  const [, base = ""] = name.split("-");
  const multiplierDecimals = decimalsOf(terms.multiplier);
  return enterContract(catalogue, {
    ...CONTRACT_DEFAULTS,
    id: catalogue.contracts.length + 1,
    status,
    name,
    kind,
    base: takeAsset(catalogue, { name: base, scale }).id,
    multiplier: moneyOf(terms.multiplier, multiplierDecimals),
    multiplierDecimals,
    pricePrecision,
    volumeMin: Number(terms.volumeMin),
    marketVolumeMax: Number(terms.marketVolumeMax),
    limitVolumeMax: Number(terms.limitVolumeMax),
    moneyMin: money(terms.moneyMin),
    marketMoneyMax: money(terms.marketMoneyMax),
    limitMoneyMax: money(terms.limitMoneyMax),
    ordersMax,
    fees: feeRatesOf(terms.fees),
    maxFeeRate: rateOf(terms.maxFeeRate),
    tiers: terms.tiers.map(({ valueMax, leverageMax, maintenanceRate }) => ({
      valueMax: money(valueMax),
      leverageMax,
      maintenanceRate: rateOf(maintenanceRate),
    })),
    leverageDefault,
    priceRange: rateOf(terms.priceRange),
    selfTrade,
    triggerSource,
    impactNotional: 0n,
  });
}
