/** What a symbol with its rules looks like, in the words it was listed with (SPOT-SYM-1). */
import { count, decimalText, name, record, signedText, truth, word } from "../../contract/field.ts";

export const MARKET_STATUS = word(
  ["trading", "halted", "delisting", "delisted"],
  "whether it is traded; delisting while its orders are being cancelled",
);

export const STP_MODE = word(
  ["EXPIRE_TAKER", "NONE"],
  "what becomes of an order that meets another of the same user",
);

export const FEE_RATES = {
  makerFeeRate: signedText("fee of the resting order as a fraction, below zero for a rebate"),
  takerFeeRate: signedText("fee of the incoming order as a fraction"),
};

export const SYMBOL = record({
  name: name("symbol"),
  status: MARKET_STATUS,
  base: name("asset that is traded"),
  quote: name("asset that it is paid in"),
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
