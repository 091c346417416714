/** What a trader should know before an order is moved: how it is done, and what the new price would set off. */
import type { OwnList } from "../../exchange/account/own-lists.ts";
import { isPending, isTrailing, isWaiting } from "../../exchange/account/say-trigger.ts";
import type { AccountOrder, ShownBook } from "../../exchange/exchange.ts";
import { compareDecimals } from "../../text/exact.ts";
import { formatPlain, hasTraded } from "../../text/format.ts";
import { nameOfTriggerPrice, triggerPriceBy } from "../../trade/ticket/trigger-source.ts";

export function sayHow(order: AccountOrder, list?: OwnList): string {
  const { orderIdString: id } = order;
  if (list) {
    const trails = list.orders.some((one) => isTrailing(one) && !isPending(one));
    const anew = trails ? " The one that trails begins anew at the last price." : "";
    return `Orders of a list are not replaced: all ${list.orders.length} are canceled, then placed anew with this one moved. If that is refused, the old ones are gone.${anew}`;
  }
  if (order.area !== "futures")
    return "One request replaces it; the new order goes to the end of its price.";
  if (isWaiting(order)) {
    return `Futures cannot replace an order: a new one is placed, then order ${id} is canceled. For a moment both wait.`;
  }
  return `Futures cannot replace an order: order ${id} is canceled, then a new one is placed. If that is refused, the old one is gone.`;
}

export interface MoveFacts {
  readonly book: ShownBook | undefined;
  readonly last: string;
  readonly mark: string;
}

/** Undefined where the order goes on resting or waiting as it did. */
export function warnOfMove(
  order: AccountOrder,
  price: string,
  { book, last, mark }: MoveFacts,
): string | undefined {
  if (!isWaiting(order)) return warnOfTrade(order, price, book);
  const judgedBy = triggerPriceBy(isByMark(order) ? "mark" : "last", { last, mark });
  if (!hasTraded(judgedBy.price)) return undefined;
  const way = compareDecimals(price, judgedBy.price);
  const now = `${nameOfTriggerPrice(judgedBy)} is ${formatPlain(judgedBy.price)}`;
  if (order.area === "futures") {
    const isDue = triggersOnFall(order) ? way >= 0 : way <= 0;
    return isDue ? `It would trigger at once: ${now}.` : undefined;
  }
  // SPOT-STOP-1: the side of the last price on which it is placed says which way it waits.
  const before = compareDecimals(order.triggerPrice ?? "0", last);
  const begins = order.trailingDelta === undefined ? "trigger" : "trail";
  if (way === 0) return `It would ${begins} at once: ${now}.`;
  if (way === before) return undefined;
  return `It would then wait for the price to ${way > 0 ? "rise" : "fall"}: ${now}.`;
}

/** FUT-FIELD-13 */
function isByMark(order: AccountOrder): boolean {
  return order.area === "futures" && order.triggerPriceSource === "MARK";
}

/** FUT-COND-1 */
function triggersOnFall(order: AccountOrder): boolean {
  if (order.area !== "futures") return false;
  const { triggerType, side } = order;
  if (triggerType === 1) return side === "SELL";
  return triggerType === 2 ? side === "BUY" : triggerType === 4;
}

function warnOfTrade(order: AccountOrder, price: string, book: ShownBook | undefined) {
  const isBuy = order.side === "BUY";
  const [best] = (isBuy ? book?.asks : book?.bids) ?? [];
  if (!best) return undefined;
  const [level] = best;
  const way = compareDecimals(price, level);
  if (isBuy ? way < 0 : way > 0) return undefined;
  const there = `the best ${isBuy ? "offer" : "bid"} is ${formatPlain(level)}`;
  const isRefused = order.timeInForce === "POST_ONLY";
  return isRefused
    ? `It would be canceled, being post only: ${there}.`
    : `It would trade at once: ${there}.`;
}
