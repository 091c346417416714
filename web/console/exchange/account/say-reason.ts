/** Why an order ended by itself, in a trader's words (SPOT-FIELD-4). */
import type { EndReason } from "../../../../src/client/client.ts";

const REASONS: Readonly<Record<EndReason, string>> = {
  BELOW_ONE_STEP: "the amount does not pay for one step at the next price",
  POST_ONLY: "a post-only order would have traded at once",
  FILL_OR_KILL: "it would not have been filled whole",
  IMMEDIATE_OR_CANCEL: "an immediate order found no more to trade with",
  SELF_TRADE: "it met an order of your own",
  COUNTDOWN: "your countdown was not renewed",
  OUT_OF_RANGE: "the next price is too far away",
  EMPTY_BOOK: "nothing more was on the other side of the book",
  DEFICIT: "the next trade would have left an account below zero",
  OTHER_LEG: "the other order of its list worked",
  LIST_ENDED: "another order of its list ended",
  INSUFFICIENT_BALANCE: "its money was not there when the first order was filled",
};

export function sayReason(reason: EndReason): string {
  return REASONS[reason];
}
