/** Why an order ended, where its status does not say it, and how that follows from what stopped it. Rule SPOT-FIELD-4. */
import type { OrderKind, TimeInForce } from "./order.ts";

/** The last ones stand at the end: their place is what the history has of them. */
export const END_REASONS = [
  "below_one_step",
  "post_only",
  "fill_or_kill",
  "immediate_or_cancel",
  "self_trade",
  "countdown",
  "out_of_range",
  "empty_book",
  "deficit",
  "other_leg",
  "list_ended",
  "insufficient_balance",
] as const;
export type EndReason = (typeof END_REASONS)[number];

/**
 * Why matching stopped: everything wanted was traded; nothing on the book at an acceptable price; the next order is the
 * user's own; the next price is out of range; the next trade would leave the taker in a deficit; no number holds more.
 */
export type Stop =
  | "complete"
  | "no_match"
  | "own_order"
  | "out_of_range"
  | "deficit"
  | "largest_number";

/** An order that was not let onto the book was kept from it. */
export function cancelReasonOf(
  kind: OrderKind,
  timeInForce: TimeInForce,
  stop: Stop | "kept",
): EndReason | undefined {
  switch (stop) {
    case "kept":
      return timeInForce === "fok" ? "fill_or_kill" : "post_only"; // SPOT-TIF-3, SPOT-TIF-4
    case "own_order":
      return "self_trade"; // SPOT-STP-1, SPOT-STP-4
    case "no_match":
      return kind === "market" ? "empty_book" : "immediate_or_cancel"; // SPOT-TIF-2
    case "complete":
      return "below_one_step"; // SPOT-MATCH-6: complete, and nothing was traded
    case "out_of_range":
    case "deficit":
      return stop; // SPOT-BAND-3, FUT-MARKET-1, FUT-DEFICIT-1
    case "largest_number":
      return undefined;
  }
}
