/**
 * The rules of a market as the API tells them, made into the engine's own pair or contract, so that the
 * console asks the engine's questions and works with its formulas.
 */
import { present } from "../base/assert.ts";
import type { Contract as ListedContract, ListedSymbol } from "../client/client.ts";
import { type Catalogue, enterPair, type Pair } from "../engine/catalogue/catalogue.ts";
import {
  CONTRACT_DEFAULTS,
  type Contract,
  enterContract,
  type Tier,
} from "../engine/catalogue/contract.ts";
import { stepsOf, unitsOf } from "../money/decimal.ts";
import { parseRate } from "../money/rate.ts";

/** How many orders may be open only the server knows: here it holds nothing back. */
const MOST = Number.MAX_SAFE_INTEGER;

function rateOf(text: string): number {
  return present(parseRate(text), "a rate of a listing");
}

function moneyOf(text: string, scale: number): bigint {
  return present(unitsOf(text, scale), "an amount of a listing");
}

/** Puts the pair into a catalogue that has its assets as the first two. */
export function enterListedPair(catalogue: Catalogue, listing: ListedSymbol): Pair {
  const { pricePrecision, quantityPrecision, quoteAssetPrecision: quoteScale } = listing;
  return enterPair(catalogue, {
    id: 1,
    status: listing.status === 0 ? "halted" : "trading",
    name: listing.symbol,
    base: 1,
    quote: 2,
    pricePrecision,
    quantityPrecision,
    lotsMin: stepsOf(listing.limitVolumeMin, quantityPrecision),
    lotsMax: stepsOf(listing.maxQty, quantityPrecision),
    notionalMin: moneyOf(listing.marketBuyMin, quoteScale),
    marketNotionalMax: moneyOf(listing.maxMarketNotional, quoteScale),
    makerRate: rateOf(listing.makerFeeRate),
    takerRate: rateOf(listing.takerFeeRate),
    limitUp: rateOf(listing.limitUp),
    limitDown: rateOf(listing.limitDown),
    rangeUp: rateOf(listing.rangeUp),
    rangeDown: rateOf(listing.rangeDown),
    openOrdersMax: MOST,
    selfTrade: "expire_taker",
    isMarginEnabled: true,
  });
}

/** Decimals of a decimal. */
function decimalsOf(text: string): number {
  const at = text.indexOf(".");
  return at < 0 ? 0 : text.length - at - 1;
}

function tiersOf({ tiers, marginCoinPrecision }: ListedContract): Tier[] {
  return tiers.map(({ maxPositionValue, maxLever, keepRate }) => ({
    valueMax: moneyOf(maxPositionValue, marginCoinPrecision),
    leverageMax: maxLever,
    maintenanceRate: rateOf(keepRate),
  }));
}

function feesOf(listing: ListedContract): Contract["fees"] {
  return {
    openMakerRate: rateOf(listing.openMakerFee),
    openTakerRate: rateOf(listing.openTakerFee),
    closeMakerRate: rateOf(listing.closeMakerFee),
    closeTakerRate: rateOf(listing.closeTakerFee),
  };
}

/** Puts the contract, under `id`, into a catalogue that has its base as asset `base`. */
export function enterListedContract(
  catalogue: Catalogue,
  listing: ListedContract,
  { id, base }: { readonly id: number; readonly base: number },
): Contract {
  const money = (text: string) => moneyOf(text, listing.marginCoinPrecision);
  const multiplierDecimals = decimalsOf(listing.multiplier);
  return enterContract(catalogue, {
    ...CONTRACT_DEFAULTS,
    id,
    status: listing.status === 1 ? "trading" : "halted",
    name: listing.symbol,
    kind: listing.side === 1 ? "linear" : "inverse",
    base,
    multiplier: moneyOf(listing.multiplier, multiplierDecimals),
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
    maxFeeRate: rateOf(listing.maxFeeRate),
    tiers: tiersOf(listing),
    leverageDefault: listing.defaultLever,
    priceRange: rateOf(listing.priceRange),
    impactNotional: 0n,
  });
}
