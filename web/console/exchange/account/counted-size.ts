/** What the size of an order counts, what is traded or money, how much of it is still open, and how much of that shows. */
import type { Order } from "../../../../src/client/client.ts";
import { compareDecimals, subtractDecimals } from "../../text/exact.ts";
import type { AccountOrder } from "../exchange.ts";

/** Of a pair: a market order that buys counts the quote asset and every other one the base, unless it says otherwise (SPOT-UNIT-1, SPOT-UNIT-5). */
export function countsQuote({
  type,
  side,
  volumeUnit,
}: Pick<Order, "type" | "side" | "volumeUnit">): boolean {
  if (type === "LIMIT") return false;
  return volumeUnit === undefined ? side === "BUY" : volumeUnit === "QUOTE";
}

/** The same of any order; of a contract a market order that opens names a value (FUT-MARKET-2). */
export function countsMoney(order: AccountOrder): boolean {
  if (order.area !== "futures") return countsQuote(order);
  return order.type === "MARKET" && order.action === "OPEN";
}

/** SPOT-STP-6: what an order of a pair lost to orders of the same user is gone as well. */
export function openSizeOf({
  origQty,
  executedQty,
  preventedQty = "0",
}: Pick<Order, "origQty" | "executedQty" | "preventedQty">): string {
  return subtractDecimals(subtractDecimals(origQty, executedQty), preventedQty);
}

/** SPOT-ICE-2: of an order that shows slices no more than one is seen in a book; less, where some of it has traded. */
export function shownSizeOf(
  order: Pick<Order, "origQty" | "executedQty" | "preventedQty" | "icebergQty">,
): string {
  const open = openSizeOf(order);
  const { icebergQty = open } = order;
  return compareDecimals(icebergQty, open) < 0 ? icebergQty : open;
}
