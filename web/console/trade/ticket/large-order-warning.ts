/**
 * When a mistyped order could cost money: a market order that takes a large part of the visible book,
 * or all of it, or that would trade nothing at all. Then the trader is asked once more. A limit order has its price to hold it.
 */

import type { ShownBook } from "../../exchange/exchange.ts";
import { unitsAt } from "../../text/exact.ts";

/** The part of one side of the visible book, in percent, from which on a market order is asked about. */
const SHARE_ASKED = 20n;
const SCALE = 18;

export interface Taking {
  readonly side: "buy" | "sell";
  /** In base, or contracts. */
  readonly quantity: string;
  readonly isCutShort: boolean;
}

/** What should be asked before sending; undefined when nothing need be. */
export function largeOrderWarningOf(
  book: ShownBook,
  { side, quantity, isCutShort }: Taking,
): string | undefined {
  const taken = unitsAt(quantity, SCALE);
  if (isCutShort && taken === 0n) {
    return "It would trade nothing and be canceled: it does not pay for one step at the next price, or may not trade with what stands there.";
  }
  if (isCutShort) {
    return "The visible book does not hold all of it: it would trade what is there, at any price allowed, and the rest would be canceled.";
  }
  const levels = side === "buy" ? book.asks : book.bids;
  const there = levels.reduce((sum, [, lots]) => sum + unitsAt(lots, SCALE), 0n);
  if (taken === 0n || taken * 100n < there * SHARE_ASKED) return undefined;
  const percent = there === 0n ? 100n : (taken * 100n) / there;
  return `It would take ${percent}% of all that is ${side === "buy" ? "on offer" : "bid for"} in sight, at worse and worse prices.`;
}
