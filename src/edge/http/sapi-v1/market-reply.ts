/** Symbols as the contract has them. */

import type { ValueOf, Written } from "../../../contract/field.ts";
import { SYMBOL } from "../../../contract/pairs/market.ts";
import { writerOf } from "../../../contract/writer.ts";
import { present } from "../../../core/base/assert.ts";
import { type Catalogue, findAsset, type Pair } from "../../../core/engine/catalogue/catalogue.ts";
import { formatSteps, formatUnits } from "../../../core/money/decimal.ts";
import { RATE_DECIMALS } from "../../../core/money/rate.ts";

type Listed = ValueOf<typeof SYMBOL>;

/** A change of a pair puts another in its place, so the text of one is made only once. */
const symbols = new WeakMap<Pair, Written<Listed>>();
const symbolText = writerOf(SYMBOL);

/** SPOT-SYM-2 */
export function writeSymbol(catalogue: Catalogue, pair: Pair): Written<Listed> {
  const known = symbols.get(pair);
  if (known !== undefined) return known;
  const written = symbolText(symbolOf(catalogue, pair));
  symbols.set(pair, written);
  return written;
}

function symbolOf(catalogue: Catalogue, pair: Pair): Listed {
  const base = present(findAsset(catalogue, pair.base), "the base asset");
  const quote = present(findAsset(catalogue, pair.quote), "the quote asset");
  const { pricePrecision, quantityPrecision } = pair;
  const lotsMin = formatSteps(pair.lotsMin, quantityPrecision);
  const rate = (steps: number) => formatSteps(steps, RATE_DECIMALS);
  return {
    symbol: pair.name,
    baseAsset: base.name,
    quoteAsset: quote.name,
    pricePrecision,
    quantityPrecision,
    limitVolumeMin: lotsMin,
    limitPriceMin: formatSteps(1, pricePrecision),
    marketBuyMin: formatUnits(pair.notionalMin, quote.scale),
    marketSellMin: lotsMin,
    baseAssetPrecision: base.scale,
    quoteAssetPrecision: quote.scale,
    status: pair.status === "trading" ? 1 : 0,
    maxQty: formatSteps(pair.lotsMax, quantityPrecision),
    maxMarketNotional: formatUnits(pair.marketNotionalMax, quote.scale),
    makerFeeRate: rate(pair.makerRate),
    takerFeeRate: rate(pair.takerRate),
    limitUp: rate(pair.limitUp),
    limitDown: rate(pair.limitDown),
    rangeUp: rate(pair.rangeUp),
    rangeDown: rate(pair.rangeDown),
    maxOpenOrders: pair.openOrdersMax,
    stpMode: pair.selfTrade === "none" ? "NONE" : "EXPIRE_TAKER",
    marginEnabled: pair.isMarginEnabled,
  };
}
