/**
 * Which orders of a trader have to go, and which are missing, in a live market: an order that stands where one is
 * wanted, or may be left, stays. Like its calm counterpart it looks only at what is there, so it mends whatever happened.
 */
import type { Order } from "../../../core/engine/orders/order.ts";
import type { Quote } from "../market/quotes.ts";
import { isFull, placeOf } from "../market/requote.ts";
import type { WantedQuotes } from "./live-levels.ts";

export interface Difference {
  readonly stale: readonly Order[];
  readonly missing: readonly Quote[];
}

export function liveDifference(
  own: readonly Order[],
  { quotes, isInPlace }: WantedQuotes,
): Difference {
  const met = new Set<number>();
  const stale = own.filter((order) => {
    const place = placeOf(order);
    const stays = isFull(order) && !met.has(place) && isInPlace(order);
    if (stays) met.add(place);
    return !stays;
  });
  return { stale, missing: quotes.filter((quote) => !met.has(placeOf(quote))) };
}

/** The orders of another trader that some quotes would trade with: it has not moved them yet. */
export function metBy(quotes: readonly Quote[], others: readonly Order[]): Order[] {
  let [bid, ask] = [0, Number.POSITIVE_INFINITY];
  for (const { side, ticks } of quotes) {
    if (side === "buy") bid = Math.max(bid, ticks);
    else ask = Math.min(ask, ticks);
  }
  return others.filter(({ side, ticks }) => (side === "buy" ? ticks >= ask : ticks <= bid));
}

/** In pieces that one command has room for. */
export function* piecesOf<T>(items: readonly T[], sizeMax: number): Iterable<readonly T[]> {
  for (let at = 0; at < items.length; at += sizeMax) yield items.slice(at, at + sizeMax);
}
