/** The condition of an order, in a trader's words. */
import type { EndedFuturesOrder, FuturesOrder, Order } from "../../../../src/client/client.ts";
import { compareDecimals } from "../../text/exact.ts";
import { formatPlain, hasTraded } from "../../text/format.ts";
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

type Stop = Pick<Order, "triggerPrice">;

/** `, stop at 45,000` of a stop on a pair; nothing for any other order. */
export function sayStopTrigger({ triggerPrice }: Stop): string {
  return triggerPrice === undefined ? "" : `, stop at ${formatPlain(triggerPrice)}`;
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

/** A leg of an order list that is not live yet. */
export function isPending(order: AccountOrder): boolean {
  return order.status === "PENDING_NEW";
}

/** A stop on a pair whose trigger the last price has reached. */
export function isTriggeredStop(order: AccountOrder): boolean {
  return order.area !== "futures" && order.triggered === true;
}
