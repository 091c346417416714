/**
 * Symbols as this dialect writes them; the rest of its market data is written as in every dialect. The names of symbols and assets are of letters that need no escape.
 */
import { present } from "../../base/assert.ts";
import {
  code,
  count,
  decimalText,
  list,
  name,
  record,
  signedText,
  truth,
  word,
} from "../../contract/field.ts";
import {
  type Asset,
  type Catalogue,
  findAsset,
  type Pair,
} from "../../engine/catalogue/catalogue.ts";
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import { RATE_DECIMALS } from "../../money/rate.ts";

/** A change of a pair puts another in its place, so the text of one is made only once. */
const symbols = new WeakMap<Pair, string>();

const SYMBOL = record({
  symbol: name("name of the symbol"),
  baseAsset: name("what is traded"),
  quoteAsset: name("what it is paid with"),
  pricePrecision: count("decimals of a price"),
  quantityPrecision: count("decimals of a quantity"),
  limitVolumeMin: decimalText("least volume of a limit order"),
  limitPriceMin: decimalText("step of a price"),
  marketBuyMin: decimalText("least amount of a market buy, in the quote asset"),
  marketSellMin: decimalText("least volume of a market sell"),
  status: code([0, 1], "1 when it can be traded"),
  baseAssetPrecision: count("decimals of the base asset"),
  quoteAssetPrecision: count("decimals of the quote asset"),
  maxQty: decimalText("largest volume of an order"),
  maxMarketNotional: decimalText("largest amount of a market buy, 0 without a limit"),
  makerFeeRate: signedText("fee of a maker, as a fraction"),
  takerFeeRate: signedText("fee of a taker"),
  limitUp: decimalText("highest limit price, as a multiple of the last price"),
  limitDown: decimalText("lowest limit price"),
  rangeUp: decimalText("highest price at which a market order trades"),
  rangeDown: decimalText("lowest price at which a market order trades"),
  maxOpenOrders: count("how many orders you may have open on it, in spot and in margin each"),
  stpMode: word(["EXPIRE_TAKER", "NONE"], "what becomes of an order that meets its own user's"),
  marginEnabled: truth("whether it is traded on margin, too"),
});

export const SYMBOLS = record({ symbols: list(SYMBOL, "in the order they were listed") });

/** SPOT-SYM-2 */
export function writeSymbol(catalogue: Catalogue, pair: Pair): string {
  const known = symbols.get(pair);
  if (known !== undefined) return known;
  const base = present(findAsset(catalogue, pair.base), "the base asset");
  const quote = present(findAsset(catalogue, pair.quote), "the quote asset");
  const { pricePrecision, quantityPrecision } = pair;
  const names = `"symbol":"${pair.name}","baseAsset":"${base.name}","quoteAsset":"${quote.name}"`;
  const precisions = `"pricePrecision":${pricePrecision},"quantityPrecision":${quantityPrecision}`;
  const lotsMin = formatSteps(pair.lotsMin, quantityPrecision);
  const limits = `"limitVolumeMin":"${lotsMin}","limitPriceMin":"${formatSteps(1, pricePrecision)}"`;
  const notionalMin = formatUnits(pair.notionalMin, quote.scale);
  const market = `"marketBuyMin":"${notionalMin}","marketSellMin":"${lotsMin}"`;
  const scales = `"baseAssetPrecision":${base.scale},"quoteAssetPrecision":${quote.scale}`;
  const written = `{${names},${precisions},${limits},${market},${scales},${writeRules(pair, quote)}}`;
  symbols.set(pair, written);
  return written;
}

/** SPOT-SYM-1: the limits that an order is checked against, so that a client can check before it sends one. */
function writeRules(pair: Pair, quote: Asset): string {
  const status = pair.status === "trading" ? 1 : 0;
  const maxQty = formatSteps(pair.lotsMax, pair.quantityPrecision);
  const maxNotional = formatUnits(pair.marketNotionalMax, quote.scale);
  const sizes = `"status":${status},"maxQty":"${maxQty}","maxMarketNotional":"${maxNotional}"`;
  const rates = Object.entries({
    makerFeeRate: pair.makerRate,
    takerFeeRate: pair.takerRate,
    limitUp: pair.limitUp,
    limitDown: pair.limitDown,
    rangeUp: pair.rangeUp,
    rangeDown: pair.rangeDown,
  }).map(([field, rate]) => `"${field}":"${formatSteps(rate, RATE_DECIMALS)}"`);
  const stpMode = pair.selfTrade === "none" ? "NONE" : "EXPIRE_TAKER";
  const modes = `"maxOpenOrders":${pair.openOrdersMax},"stpMode":"${stpMode}","marginEnabled":${pair.isMarginEnabled}`;
  return `${sizes},${rates.join(",")},${modes}`;
}
