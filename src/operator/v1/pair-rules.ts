/**
 * The rules of a symbol (SPOT-SYM-1) from decimal text to the integers of a pair and back. Every
 * figure is exact or refused; what is left out gets the default.
 */

import { told } from "../../contract/field.ts";
import { whole } from "../../contract/forms.ts";
import { optional, required, type ValuesOf } from "../../contract/parameter.ts";
import { Refusal } from "../../contract/refusal.ts";
import {
  type AddPair,
  openOrdersDefault,
  PAIR_DEFAULTS,
  type Pair,
  type PairRules,
} from "../../engine/catalogue/catalogue.ts";
import {
  formatSteps,
  formatUnits,
  stepsOf,
  TOO_LARGE,
  TOO_PRECISE,
  unitsOf,
} from "../../money/decimal.ts";
import { RATE_DECIMALS } from "../../money/rate.ts";
import { getAssetNamed } from "./find.ts";
import { bound, decimals, magnitude, name, rate, truth, wordOf } from "./forms.ts";
import type { OperatorCall, Sayable } from "./operator.ts";

/** What becomes of an order that meets another of the same user, by the rulebook's names. */
export const SELF_TRADE = { EXPIRE_TAKER: "expire_taker", NONE: "none" } as const;

export const PAIR_PARAMETERS = {
  name: required(told(name, { description: "Its name, of A-Z and 0-9, for ever." })),
  base: required(told(name, { description: "The asset that is traded." })),
  quote: required(told(name, { description: "The asset that it is paid in." })),
  pricePrecision: required(told(decimals, { description: "Decimals of its prices." })),
  quantityPrecision: required(told(decimals, { description: "Decimals of its quantities." })),
  minQty: optional(
    told(magnitude, { description: "Smallest quantity of an order; one step without it." }),
  ),
  maxQty: optional(
    told(magnitude, { description: "Largest quantity of an order; 2^53 - 1 steps without it." }),
  ),
  minNotional: optional(
    told(magnitude, { description: "Smallest value of an order in the quote; off without it." }),
  ),
  maxMarketNotional: optional(
    told(magnitude, { description: "Largest market buy in the quote; off without it." }),
  ),
  makerFeeRate: optional(
    told(rate, { description: "Fee of makers, below zero a rebate; 0.001 without it." }),
  ),
  takerFeeRate: optional(told(rate, { description: "Fee of takers; 0.001 without it." })),
  limitUp: optional(
    told(bound, { description: "Highest limit price, times the last price; 5 without it." }),
  ),
  limitDown: optional(
    told(bound, { description: "Lowest limit price, times the last price; 0.2 without it." }),
  ),
  rangeUp: optional(
    told(bound, { description: "Highest price of a market order, likewise; 2 without it." }),
  ),
  rangeDown: optional(
    told(bound, { description: "Lowest price of a market order, likewise; 0.5 without it." }),
  ),
  maxOpenOrders: optional(
    told(whole, {
      description: "Open orders of a user in an area; by the rules of the directory without it.",
    }),
  ),
  stpMode: optional(
    told(wordOf("EXPIRE_TAKER", "NONE"), {
      description: "What becomes of an order that meets one's own; EXPIRE_TAKER without it.",
    }),
  ),
  marginEnabled: optional(
    told(truth, { description: "Whether it may be traded with borrowed money; not without it." }),
  ),
};

type PairValues = ValuesOf<typeof PAIR_PARAMETERS>;

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
export function sayPair({ exchange }: OperatorCall, pair: Pair): Sayable {
  const { catalogue } = exchange.state;
  const quote = catalogue.assets[pair.quote - 1];
  const lots = (count: number) => formatSteps(count, pair.quantityPrecision);
  const amount = (units: bigint) => formatUnits(units, quote?.scale ?? 0);
  return {
    name: pair.name,
    status: pair.status,
    base: catalogue.assets[pair.base - 1]?.name,
    quote: quote?.name,
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

/** NUM-RATE-1: the text of a rate, rebates included. */
export function formatRate(steps: number): string {
  return formatSteps(steps, RATE_DECIMALS);
}

export function stpModeOf({ selfTrade }: Pick<AddPair, "selfTrade">): keyof typeof SELF_TRADE {
  return selfTrade === "none" ? "NONE" : "EXPIRE_TAKER";
}
