/**
 * The rules of a symbol (SPOT-SYM-1): what may be said of each, how it is typed, and what holds without it, which are the engine's own
 * defaults.
 */
import { openOrdersDefault, PAIR_DEFAULTS } from "../../../core/engine/catalogue/catalogue.ts";
import { count, decimalText, name as nameShape, record, told, truth } from "../../field.ts";
import { whole } from "../../forms.ts";
import { type Form, optional, required } from "../../parameter.ts";
import { bound, decimals, truth as flag, magnitude, name, rate, wordOf } from "../forms.ts";
import { FEE_RATES, MARKET_STATUS, STP_MODE } from "../market-fields.ts";
import { at, type Flag, option } from "../typed.ts";
import { boundText, formatRate, inSentence, stepsText, withoutIt, withoutItBy } from "../usual.ts";

interface RuleWords {
  readonly is: string;
  /** In the help, where it is shorter. */
  readonly says?: string;
  readonly usual: string;
}

function rule<T>(written: Flag, form: Form<T>, { is, says = inSentence(is), usual }: RuleWords) {
  const parameter = optional(told(form, { description: `${is}; ${usual}.` }));
  return option(written, says, parameter, { usual });
}

const usual = PAIR_DEFAULTS;

export const SYMBOL_PARAMETERS = {
  name: at("NAME", required(told(name, { description: "Its name, of A-Z and 0-9, for ever." }))),
  base: at("BASE", required(told(name, { description: "The asset that is traded." }))),
  quote: at("QUOTE", required(told(name, { description: "The asset that it is paid in." }))),
  pricePrecision: option(
    "--price-precision N",
    "decimals of its prices",
    required(told(decimals, { description: "Decimals of its prices." })),
  ),
  quantityPrecision: option(
    "--quantity-precision N",
    "decimals of its quantities",
    required(told(decimals, { description: "Decimals of its quantities." })),
  ),
  minQty: rule("--min-qty Q", magnitude, {
    is: "Smallest quantity of an order",
    says: "smallest quantity",
    usual: withoutIt(stepsText(usual.lotsMin)),
  }),
  maxQty: rule("--max-qty Q", magnitude, {
    is: "Largest quantity of an order",
    says: "largest quantity",
    usual: withoutIt(stepsText(usual.lotsMax)),
  }),
  minNotional: rule("--min-notional V", magnitude, {
    is: "Smallest value of an order in the quote",
    says: "smallest value of an order",
    usual: withoutIt(boundText(usual.notionalMin)),
  }),
  maxMarketNotional: rule("--max-market-notional V", magnitude, {
    is: "Largest market buy in the quote",
    says: "largest market buy",
    usual: withoutIt(boundText(usual.marketNotionalMax)),
  }),
  makerFeeRate: rule("--maker R", rate, {
    is: "Fee of makers, below zero a rebate",
    says: "fee rate of makers, a rebate below zero",
    usual: withoutIt(formatRate(usual.makerRate)),
  }),
  takerFeeRate: rule("--taker R", rate, {
    is: "Fee of takers",
    says: "fee rate of takers",
    usual: withoutIt(formatRate(usual.takerRate)),
  }),
  limitUp: rule("--limit-up R", bound, {
    is: "Highest limit price, times the last price",
    usual: withoutIt(formatRate(usual.limitUp)),
  }),
  limitDown: rule("--limit-down R", bound, {
    is: "Lowest limit price, times the last price",
    usual: withoutIt(formatRate(usual.limitDown)),
  }),
  rangeUp: rule("--range-up R", bound, {
    is: "Highest price of a market order, likewise",
    usual: withoutIt(formatRate(usual.rangeUp)),
  }),
  rangeDown: rule("--range-down R", bound, {
    is: "Lowest price of a market order, likewise",
    usual: withoutIt(formatRate(usual.rangeDown)),
  }),
  // SPOT-SYM-3
  maxOpenOrders: rule("--max-open-orders N", whole, {
    is: "Open orders of a user in an area",
    says: "open orders of a user",
    usual: withoutItBy((rules) => openOrdersDefault({ rules })),
  }),
  stpMode: rule("--stp-mode MODE", wordOf("EXPIRE_TAKER", "NONE"), {
    is: "What becomes of an order that meets one's own",
    says: "EXPIRE_TAKER or NONE",
    usual: withoutIt(usual.selfTrade.toUpperCase()),
  }),
  marginEnabled: option(
    "--margin-enabled",
    "it may be traded with borrowed money",
    optional(
      told(flag, {
        description: `Whether it may be traded with borrowed money; ${withoutIt(usual.isMarginEnabled ? "so" : "not")}.`,
      }),
    ),
  ),
};

/** A symbol with its rules, in the words it was listed with. */
export const SYMBOL = record({
  name: nameShape("symbol"),
  status: MARKET_STATUS,
  base: nameShape("asset that is traded"),
  quote: nameShape("asset that it is paid in"),
  pricePrecision: count("decimals of its prices"),
  quantityPrecision: count("decimals of its quantities"),
  minQty: decimalText("smallest quantity of an order"),
  maxQty: decimalText("largest quantity of an order"),
  minNotional: decimalText("smallest value of an order in the quote, 0 for none"),
  maxMarketNotional: decimalText("largest market buy in the quote, 0 for none"),
  ...FEE_RATES,
  limitUp: decimalText("highest limit price, times the last price"),
  limitDown: decimalText("lowest limit price, times the last price"),
  rangeUp: decimalText("highest price of a market order, times the last price"),
  rangeDown: decimalText("lowest price of a market order, times the last price"),
  maxOpenOrders: count("open orders that a user may have in an area"),
  stpMode: STP_MODE,
  marginEnabled: truth("whether it may be traded with borrowed money"),
});
