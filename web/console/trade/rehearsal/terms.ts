/**
 * The rules of a market as the API tells them, made into the engine's own pair or contract, so that the
 * console asks the engine's questions and works with its formulas. What the API does not tell is left
 * open: a limit that is not known holds nothing back here, and a rate that is not known is not shown.
 */
import type { Contract as ListedContract, ListedSymbol } from "../../../../src/client/client.ts";
import {
  type Catalogue,
  enterPair,
  type Pair,
} from "../../../../src/engine/catalogue/catalogue.ts";
import {
  CONTRACT_DEFAULTS,
  type Contract,
  enterContract,
  type Tier,
} from "../../../../src/engine/catalogue/contract.ts";
import { stepsOf, unitsOf } from "../../../../src/money/decimal.ts";
import { parseRate, RATE_ONE } from "../../../../src/money/rate.ts";

/** Whether an order that meets one of its own user's stops there, or trades. */
export type StpMode = "EXPIRE_TAKER" | "NONE";

/** What a symbol's listing may tell beyond its precisions and least volumes. */
export interface PairTerms {
  readonly status: 0 | 1;
  readonly baseAssetPrecision: number;
  readonly quoteAssetPrecision: number;
  readonly maxQty: string;
  /** 0 is no limit. */
  readonly maxMarketNotional: string;
  readonly makerFeeRate: string;
  readonly takerFeeRate: string;
  readonly limitUp: string;
  readonly limitDown: string;
  readonly rangeUp: string;
  readonly rangeDown: string;
  readonly stpMode: StpMode;
  readonly marginEnabled: boolean;
}
export type PairListing = ListedSymbol & Partial<PairTerms>;

export interface TierTerms {
  readonly maxPositionValue: string;
  readonly maxLever: number;
  readonly keepRate: string;
}
/** What a contract's listing may tell beyond its face value, limits and fees. */
export interface ContractTerms {
  readonly marginCoinPrecision: number;
  readonly defaultLever: number;
  readonly maxFeeRate: string;
  readonly priceRange: string;
  readonly tiers: readonly TierTerms[];
  readonly stpMode: StpMode;
}
export type ContractListing = ListedContract & Partial<ContractTerms>;

/** Decimals of an asset where nobody tells: what the service's own demo has. */
const SCALE = 8;
const MOST = Number.MAX_SAFE_INTEGER;
/** No value of an order comes near it. */
const ENDLESS = 10n ** 40n;
/** Wide enough to hold nothing back. */
const NO_BAND = { limitUp: MOST, limitDown: 0, rangeUp: MOST, rangeDown: 0 } as const;

/** A count, also where a client that does not know the field has left it as text. */
export function countOf(told: number | string | undefined): number | undefined {
  return told === undefined ? undefined : Number(told);
}

export function baseScaleOf(listing: PairListing): number {
  return countOf(listing.baseAssetPrecision) ?? Math.max(SCALE, listing.quantityPrecision);
}

export function quoteScaleOf(listing: PairListing): number {
  const { pricePrecision, quantityPrecision } = listing;
  const told = countOf(listing.quoteAssetPrecision);
  return told ?? Math.max(SCALE, pricePrecision + quantityPrecision);
}

/** Are both fees of the pair told? */
export function areFeesKnown({ makerFeeRate, takerFeeRate }: PairListing): boolean {
  return makerFeeRate !== undefined && takerFeeRate !== undefined;
}

function rateOf(text: string | undefined, unknown: number): number {
  return text === undefined ? unknown : (parseRate(text) ?? unknown);
}

/** Puts the pair into a catalogue that has its assets as the first two. */
export function enterListedPair(catalogue: Catalogue, listing: PairListing): Pair {
  const { pricePrecision, quantityPrecision, marketBuyMin, maxMarketNotional = "0" } = listing;
  const quoteScale = quoteScaleOf(listing);
  const { maxQty } = listing;
  const lotsMax = maxQty === undefined ? MOST : stepsOf(maxQty, quantityPrecision);
  return enterPair(catalogue, {
    id: 1,
    status: listing.status === 0 ? "halted" : "trading",
    name: listing.symbol,
    base: 1,
    quote: 2,
    pricePrecision,
    quantityPrecision,
    lotsMin: stepsOf(listing.limitVolumeMin, quantityPrecision),
    lotsMax: lotsMax < 0 ? MOST : lotsMax,
    notionalMin: unitsOf(marketBuyMin, quoteScale) ?? 0n,
    marketNotionalMax: unitsOf(maxMarketNotional, quoteScale) ?? 0n,
    makerRate: rateOf(listing.makerFeeRate, 0),
    takerRate: rateOf(listing.takerFeeRate, 0),
    limitUp: rateOf(listing.limitUp, NO_BAND.limitUp),
    limitDown: rateOf(listing.limitDown, NO_BAND.limitDown),
    rangeUp: rateOf(listing.rangeUp, NO_BAND.rangeUp),
    rangeDown: rateOf(listing.rangeDown, NO_BAND.rangeDown),
    openOrdersMax: MOST,
    selfTrade: "expire_taker",
    isMarginEnabled: true,
  });
}

export function coinScaleOf({ marginCoinPrecision }: ContractListing): number {
  return countOf(marginCoinPrecision) ?? SCALE;
}

/** Is it known what a position of this contract must keep? */
export function isRiskKnown({ tiers, maxFeeRate }: ContractListing): boolean {
  return tiers !== undefined && maxFeeRate !== undefined;
}

/** Decimals of a decimal. */
function decimalsOf(text: string): number {
  const at = text.indexOf(".");
  return at < 0 ? 0 : text.length - at - 1;
}

function tiersOf(listing: ContractListing): Tier[] {
  const scale = coinScaleOf(listing);
  const { tiers, maxLever } = listing;
  if (!tiers) return [{ valueMax: ENDLESS, leverageMax: maxLever, keepRate: 0 }];
  return tiers.map(({ maxPositionValue, maxLever: leverageMax, keepRate }) => {
    return {
      valueMax: unitsOf(maxPositionValue, scale) ?? ENDLESS,
      leverageMax,
      keepRate: rateOf(keepRate, 0),
    };
  });
}

function feesOf(listing: ContractListing): Contract["fees"] {
  return {
    openMakerRate: rateOf(listing.openMakerFee, 0),
    openTakerRate: rateOf(listing.openTakerFee, 0),
    closeMakerRate: rateOf(listing.closeMakerFee, 0),
    closeTakerRate: rateOf(listing.closeTakerFee, 0),
  };
}

/** FUT-LEV-1: what counts until somebody sets it. */
export function defaultLeverageOf({ defaultLever, maxLever }: ContractListing): number {
  return Math.min(countOf(defaultLever) ?? CONTRACT_DEFAULTS.leverageDefault, maxLever);
}

/** Puts the contract, under `id`, into a catalogue that has its base as asset `base`. */
export function enterListedContract(
  catalogue: Catalogue,
  listing: ContractListing,
  { id, base }: { readonly id: number; readonly base: number },
): Contract {
  const scale = coinScaleOf(listing);
  const money = (text: string) => unitsOf(text, scale) ?? ENDLESS;
  const multiplierDecimals = decimalsOf(listing.multiplier);
  return enterContract(catalogue, {
    ...CONTRACT_DEFAULTS,
    id,
    status: listing.status === 1 ? "trading" : "halted",
    name: listing.symbol,
    kind: listing.side === 1 ? "linear" : "inverse",
    base,
    multiplier: unitsOf(listing.multiplier, multiplierDecimals) ?? 0n,
    multiplierDecimals,
    pricePrecision: listing.pricePrecision,
    volumeMin: Number(listing.minOrderVolume),
    marketVolumeMax: Number(listing.maxMarketVolume),
    limitVolumeMax: Number(listing.maxLimitVolume),
    moneyMin: money(listing.minOrderMoney),
    marketMoneyMax: money(listing.maxMarketMoney),
    limitMoneyMax: money(listing.maxLimitMoney),
    ordersMax: MOST,
    fees: feesOf(listing),
    maxFeeRate: rateOf(listing.maxFeeRate, 0),
    tiers: tiersOf(listing),
    leverageDefault: defaultLeverageOf(listing),
    priceRange: rateOf(listing.priceRange, RATE_ONE),
    impactNotional: 0n,
  });
}
