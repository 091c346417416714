/** What symbols and contracts have in common: their status, what becomes of one's own orders that meet, fees (SPOT-SYM-1). */
import { signedText, word } from "../field.ts";

/** What becomes of an order that meets another of the same user, by the rulebook's names. */
export const SELF_TRADE = { EXPIRE_TAKER: "expire_taker", NONE: "none" } as const;

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
