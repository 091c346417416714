/** The condition of an order, in a trader's words. */
import type { EndedFuturesOrder, FuturesOrder, Order } from "../../../../src/client/client.ts";
import { compareDecimals } from "../../text/exact.ts";
import { formatPlain, hasTraded } from "../../text/format.ts";
import { formatBasisPoints } from "../../text/percent.ts";
import type { AccountOrder } from "../exchange.ts";

type Triggered = Pick<
  FuturesOrder | EndedFuturesOrder,
  "triggerType" | "triggerPrice" | "triggerPriceSource"
>;

const WORDS = { 1: "stop loss", 2: "take profit", 3: "when it rises to", 4: "when it falls to" };

/** `, stop loss 45,000 (last price)`; nothing for an order without a condition. */
export function sayTrigger(order: Triggered): string {
  const { condition, source } = triggerWords(order) ?? {};
  return condition === undefined ? "" : `, ${condition} (${source})`;
}

/** `stop loss 45,000` and `last price`, where they stand apart. */
export function triggerWords({ triggerType, triggerPrice, triggerPriceSource }: Triggered) {
  if (triggerType === 0) return undefined;
  const source = triggerPriceSource === "MARK" ? "mark price" : "last price";
  return { condition: `${WORDS[triggerType]} ${formatPlain(triggerPrice)}`, source };
}

type Stop = Pick<Order, "triggerPrice" | "trailingDelta">;

/** `, stop at 45,000` of a stop on a pair, `, trailing 1% from 45,000` of one that trails; nothing for any other order. */
export function sayStopTrigger({ triggerPrice, trailingDelta }: Stop): string {
  const price = triggerPrice === undefined ? undefined : formatPlain(triggerPrice);
  if (trailingDelta === undefined) return price === undefined ? "" : `, stop at ${price}`;
  const from = price === undefined ? "" : ` from ${price}`;
  return `, trailing ${formatBasisPoints(trailingDelta)}${from}`;
}

/**
 * SPOT-TRAIL-2: no message tells that the trigger of a stop that trails has moved, but it only moves one way, so what was told
 * last is a bound of what it is now: `trigger 98.5 or higher`.
 */
export function sayTrailingPrice({
  side,
  trailingPrice = "0",
}: Pick<Order, "side" | "trailingPrice">) {
  return `trigger ${formatPlain(trailingPrice)} or ${side === "SELL" ? "higher" : "lower"}`;
}

/**
 * SPOT-STOP-1: a stop that waits is on the side of the last price from which it came, so that price tells which way it has to
 * go. Where it is not known, or is just being told, only that the stop waits is.
 */
export function sayStopWait(triggerPrice: string, last: string | undefined): string {
  const way = last !== undefined && hasTraded(last) ? compareDecimals(triggerPrice, last) : 0;
  if (way === 0) return "waits";
  return way > 0 ? "when it rises" : "when it falls";
}

/** What waits for its trigger, or for another order of its list, stands on no book yet (FUT-COND-2, SPOT-STOP-2, SPOT-LIST-11). */
export function isWaiting(order: AccountOrder): boolean {
  if (order.area === "futures") return order.status === "INIT";
  return isPending(order) || (order.status === "NEW" && order.triggered === false);
}

/** What waits for the one price that it names; a stop that trails, or is going to as soon as it is live, waits for none (SPOT-TRAIL-1). */
export function waitsForPrice(order: AccountOrder): boolean {
  if (!isWaiting(order) || order.area === "futures") return isWaiting(order);
  return order.triggerPrice !== undefined && order.trailingPrice === undefined;
}

/** A stop without a price of its own that could be set: it trails, or will when it is live. */
export function isTrailing(order: AccountOrder): boolean {
  if (order.area === "futures" || order.trailingDelta === undefined) return false;
  return isWaiting(order) && !waitsForPrice(order);
}

/** A leg of an order list that is not live yet. */
export function isPending(order: AccountOrder): boolean {
  return order.status === "PENDING_NEW";
}

/** A stop on a pair whose trigger the last price has reached. */
export function isTriggeredStop(order: AccountOrder): boolean {
  return order.area !== "futures" && order.triggered === true;
}
