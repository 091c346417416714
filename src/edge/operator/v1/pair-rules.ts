/**
 * The rules of a symbol (SPOT-SYM-1) from decimal text to the integers of a pair and back. Every
 * figure is exact or refused; what is left out gets the default.
 */

import type { ValueOf } from "../../../contract/field.ts";
import type { SYMBOL, SYMBOL_PARAMETERS } from "../../../contract/operator/market/symbol-rules.ts";
import { SELF_TRADE } from "../../../contract/operator/market-fields.ts";
import { formatRate } from "../../../contract/operator/usual.ts";
import type { ValuesOf } from "../../../contract/parameter.ts";
import { Refusal } from "../../../contract/refusal.ts";
import {
  type AddPair,
  openOrdersDefault,
  PAIR_DEFAULTS,
  type Pair,
  type PairRules,
} from "../../../core/engine/catalogue/catalogue.ts";
import {
  formatSteps,
  formatUnits,
  stepsOf,
  TOO_LARGE,
  TOO_PRECISE,
  unitsOf,
} from "../../../core/money/decimal.ts";
import { getAssetNamed, nameAt } from "./find.ts";
import type { OperatorCall } from "./operator.ts";

type PairValues = ValuesOf<typeof SYMBOL_PARAMETERS>;

export function toPairRules(call: OperatorCall, values: PairValues): PairRules {
  const base = getAssetNamed(call, values.base);
  const quote = getAssetNamed(call, values.quote);
  const { pricePrecision, quantityPrecision, minQty, maxQty, stpMode } = values;
  const { minNotional, maxMarketNotional } = values;
  const otherwise = PAIR_DEFAULTS;
  return {
    name: values.name,
    base: base.id,
    quote: quote.id,
    pricePrecision,
    quantityPrecision,
    lotsMin: lotsOf("minQty", minQty, quantityPrecision) ?? otherwise.lotsMin,
    lotsMax: lotsOf("maxQty", maxQty, quantityPrecision) ?? otherwise.lotsMax,
    notionalMin: amountOf("minNotional", minNotional, quote.scale) ?? otherwise.notionalMin,
    marketNotionalMax:
      amountOf("maxMarketNotional", maxMarketNotional, quote.scale) ?? otherwise.marketNotionalMax,
    makerRate: values.makerFeeRate ?? otherwise.makerRate,
    takerRate: values.takerFeeRate ?? otherwise.takerRate,
    limitUp: values.limitUp ?? otherwise.limitUp,
    limitDown: values.limitDown ?? otherwise.limitDown,
    rangeUp: values.rangeUp ?? otherwise.rangeUp,
    rangeDown: values.rangeDown ?? otherwise.rangeDown,
    openOrdersMax: values.maxOpenOrders ?? openOrdersDefault(call.exchange.state),
    selfTrade: stpMode === undefined ? otherwise.selfTrade : SELF_TRADE[stpMode],
    isMarginEnabled: values.marginEnabled ?? otherwise.isMarginEnabled,
  };
}

/** A quantity in steps of the symbol. */
function lotsOf(
  parameter: string,
  quantity: string | undefined,
  precision: number,
): number | undefined {
  if (quantity === undefined) return undefined;
  const lots = stepsOf(quantity, precision);
  if (lots === TOO_PRECISE) throw tooPrecise(parameter, precision);
  if (lots !== TOO_LARGE) return lots;
  const msg = `Parameter ${parameter} is above 2^53 - 1 quantity steps.`;
  throw new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg });
}

/** The amount that was given, if any, in units of 10^-scale. */
export function amountOf(
  parameter: string,
  value: string | undefined,
  scale: number,
): bigint | undefined {
  return value === undefined ? undefined : unitsFor(parameter, value, scale);
}

/** NUM-SCALE-1: exact, or refused by the name of the parameter. */
export function unitsFor(parameter: string, value: string, scale: number): bigint {
  const units = unitsOf(value, scale);
  if (units === undefined) throw tooPrecise(parameter, scale);
  return units;
}

function tooPrecise(parameter: string, precision: number): Refusal {
  const msg = `Parameter ${parameter} has more than ${precision} decimals.`;
  return new Refusal("BAD_PRECISION", { msg });
}

/** A pair with its rules, in the words it was listed with. */
export function sayPair({ exchange }: OperatorCall, pair: Pair): ValueOf<typeof SYMBOL> {
  const { catalogue } = exchange.state;
  const quote = catalogue.assets[pair.quote - 1];
  const lots = (count: number) => formatSteps(count, pair.quantityPrecision);
  const amount = (units: bigint) => formatUnits(units, quote?.scale ?? 0);
  return {
    name: pair.name,
    status: pair.status,
    base: nameAt(catalogue.assets, pair.base),
    quote: nameAt(catalogue.assets, pair.quote),
    pricePrecision: pair.pricePrecision,
    quantityPrecision: pair.quantityPrecision,
    minQty: lots(pair.lotsMin),
    maxQty: lots(pair.lotsMax),
    minNotional: amount(pair.notionalMin),
    maxMarketNotional: amount(pair.marketNotionalMax),
    makerFeeRate: formatRate(pair.makerRate),
    takerFeeRate: formatRate(pair.takerRate),
    limitUp: formatRate(pair.limitUp),
    limitDown: formatRate(pair.limitDown),
    rangeUp: formatRate(pair.rangeUp),
    rangeDown: formatRate(pair.rangeDown),
    maxOpenOrders: pair.openOrdersMax,
    stpMode: stpModeOf(pair),
    marginEnabled: pair.isMarginEnabled,
  };
}

export function stpModeOf({ selfTrade }: Pick<AddPair, "selfTrade">): keyof typeof SELF_TRADE {
  return selfTrade === "none" ? "NONE" : "EXPIRE_TAKER";
}
