/**
 * A book as plain data: what rests on each side, best first, entries of one price in the order of their
 * time. An entry is one order where single orders are known; a caller that is told whole levels gives
 * a level as one entry, and its own orders are taken to stand behind the others' part.
 */

import { nextOrderId } from "../engine/orders/open-orders.ts";
import { newOrder, type Order, type OrderTerms, type Side } from "../engine/orders/order.ts";
import type { ExchangeState } from "../engine/state.ts";
import { formatSteps, stepsOf } from "../money/decimal.ts";

export interface BookEntry<Own> {
  readonly price: string;
  /** What is left of it. */
  readonly quantity: string;
  /** What is known of an order of the user's own; undefined of any other. */
  readonly own?: Own | undefined;
}

export interface VisibleBook<Own> {
  readonly bids: readonly BookEntry<Own>[];
  readonly asks: readonly BookEntry<Own>[];
}

/** An order of the user's own that rests, as it is told beside a book of whole levels. */
export interface OwnResting {
  readonly side: Side;
  readonly price: string;
  readonly quantity: string;
}

/** Price and quantity. */
export type VisibleLevel = readonly [price: string, quantity: string];

export interface VisibleLevels {
  readonly bids: readonly VisibleLevel[];
  readonly asks: readonly VisibleLevel[];
}

export interface BookPrecisions {
  readonly pricePrecision: number;
  readonly quantityPrecision: number;
}

/** The users of a preview state: the one that asks, and one for all others. */
export const ME = 1;
export const OTHERS = 2;
/** More than any order costs. */
export const PLENTY: bigint = 10n ** 40n;

/** A book of whole levels, and the user's own orders in it. */
export function bookOf<Own extends OwnResting>(
  levels: VisibleLevels,
  own: readonly Own[],
  precisions: BookPrecisions,
): VisibleBook<Own> {
  const entries = (side: Side, told: readonly VisibleLevel[]) => {
    const mine = own.filter((one) => one.side === side);
    return told.flatMap((level) => entriesOf(level, mine, precisions));
  };
  return { bids: entries("buy", levels.bids), asks: entries("sell", levels.asks) };
}

function entriesOf<Own extends OwnResting>(
  [price, quantity]: VisibleLevel,
  own: readonly Own[],
  { pricePrecision, quantityPrecision }: BookPrecisions,
): BookEntry<Own>[] {
  const ticks = stepsOf(price, pricePrecision);
  const lots = stepsOf(quantity, quantityPrecision);
  // For a moment after another market was chosen, the book is still that of the last one.
  if (ticks <= 0 || lots <= 0) return [];
  const mine = own.filter((one) => stepsOf(one.price, pricePrecision) === ticks);
  const others = mine.reduce((rest, one) => rest - stepsOf(one.quantity, quantityPrecision), lots);
  const entries: BookEntry<Own>[] = mine.map((one) => ({
    price,
    quantity: one.quantity,
    own: one,
  }));
  if (others <= 0) return entries;
  return [{ price, quantity: formatSteps(others, quantityPrecision) }, ...entries];
}

/** An order that is to rest, with the next id. */
export function newRestingOrder({ orders }: ExchangeState, terms: OrderTerms): Order {
  return newOrder({ ...terms, id: nextOrderId(orders) });
}
