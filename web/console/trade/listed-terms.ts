/** The terms of a market as the API lists them, in the words of a preview. */
import type {
  Contract,
  ContractRates,
  ListedSymbol,
  SymbolRates,
} from "../../../src/client/client.ts";
import type {
  ContractTerms,
  FeeTerms,
  PairFeeTerms,
  PairTerms,
} from "../../../src/core/preview/market-terms.ts";

/** How many orders are open only the server counts, so the most there may be is not told. */
export function pairTermsOf(listing: ListedSymbol): PairTerms {
  const { pricePrecision, quantityPrecision, limitUp, limitDown, rangeUp, rangeDown } = listing;
  return {
    name: listing.symbol,
    status: listing.status === 0 ? "halted" : "trading",
    base: { name: listing.baseAsset, scale: listing.baseAssetPrecision },
    quote: { name: listing.quoteAsset, scale: listing.quoteAssetPrecision },
    pricePrecision,
    quantityPrecision,
    quantityMin: listing.limitVolumeMin,
    quantityMax: listing.maxQty,
    notionalMin: listing.marketBuyMin,
    marketNotionalMax: listing.maxMarketNotional,
    makerRate: listing.makerFeeRate,
    takerRate: listing.takerFeeRate,
    limitUp,
    limitDown,
    rangeUp,
    rangeDown,
    selfTrade: selfTradeOf(listing),
    isMarginEnabled: listing.marginEnabled,
  };
}

export function contractTermsOf(listing: Contract): ContractTerms {
  const { multiplier, pricePrecision, maxFeeRate, priceRange } = listing;
  return {
    name: listing.symbol,
    status: listing.status === 1 ? "trading" : "halted",
    kind: listing.side === 1 ? "linear" : "inverse",
    marginCoin: { name: listing.marginCoin, scale: listing.marginCoinPrecision },
    multiplier,
    pricePrecision,
    volumeMin: listing.minOrderVolume,
    marketVolumeMax: listing.maxMarketVolume,
    limitVolumeMax: listing.maxLimitVolume,
    moneyMin: listing.minOrderMoney,
    marketMoneyMax: listing.maxMarketMoney,
    limitMoneyMax: listing.maxLimitMoney,
    fees: feesOf(listing),
    maxFeeRate,
    tiers: listing.tiers.map(({ maxPositionValue, maxLever, keepRate }) => ({
      valueMax: maxPositionValue,
      leverageMax: maxLever,
      maintenanceRate: keepRate,
    })),
    leverageDefault: listing.defaultLever,
    priceRange,
    selfTrade: selfTradeOf(listing),
    triggerSource: listing.triggerPriceSource === "MARK" ? "mark" : "last",
  };
}

function selfTradeOf({ stpMode }: Pick<ListedSymbol, "stpMode">): PairTerms["selfTrade"] {
  return stpMode === "NONE" ? "none" : "expire_taker";
}

/** SPOT-FEE-2: the rates of the user, where they are known. */
export function pairFeesOf(rates: SymbolRates | undefined): PairFeeTerms | undefined {
  return rates && { makerRate: rates.makerFeeRate, takerRate: rates.takerFeeRate };
}

/** FUT-FEE-3 */
export function contractFeesOf(rates: ContractRates | undefined): FeeTerms | undefined {
  return rates && feesOf(rates);
}

function feesOf(told: Omit<ContractRates, "contractName">): FeeTerms {
  return {
    openMakerRate: told.openMakerFee,
    openTakerRate: told.openTakerFee,
    closeMakerRate: told.closeMakerFee,
    closeTakerRate: told.closeTakerFee,
  };
}
