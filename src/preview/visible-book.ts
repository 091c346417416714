/**
 * The visible book on a preview state, of a pair or of a contract: its levels, the user's own orders in
 * it, and the order that stands for each. The other users of a level have all the money they need.
 */
import { nextOrderId } from "../engine/orders/open-orders.ts";
import { newOrder, type Order, type Side } from "../engine/orders/order.ts";
import type { ExchangeState } from "../engine/state.ts";
import { stepsOf } from "../money/decimal.ts";

export type VisibleLevel = readonly [price: string, quantity: string];

/** Best first on both sides. */
export interface VisibleBook {
  readonly bids: readonly VisibleLevel[];
  readonly asks: readonly VisibleLevel[];
}

/** An order of the user's own that stands in the visible book. */
export interface OwnResting {
  readonly side: Side;
  readonly price: string;
  readonly remaining: string;
}

/** The users of a preview state: the user of the page, and one for all others. */
export const ME = 1;
export const OTHERS = 2;
/** More than any order costs. */
export const PLENTY: bigint = 10n ** 40n;

/** The user's own orders at a price of one side. */
export function ownAt<Own extends OwnResting>(
  own: readonly Own[],
  { side, ticks, pricePrecision }: { side: Side; ticks: number; pricePrecision: number },
): Own[] {
  return own.filter((one) => one.side === side && stepsOf(one.price, pricePrecision) === ticks);
}

type RestingTerms = Pick<Order, "user" | "area" | "market" | "side" | "ticks" | "lots" | "futures">;

/** A limit order that has not traded; nothing is paid for what rests. */
export function newRestingOrder({ orders }: ExchangeState, terms: RestingTerms): Order {
  return newOrder({ ...terms, id: nextOrderId(orders) });
}
