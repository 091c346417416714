/**
 * Turning a trader's open orders on a pair into the quotes that belong there: what is out of place
 * or half used up is cancelled, what is missing is placed, each in one command. The function looks only at
 * what is there, so it mends whatever happened: a fill, a swept book, a crash between the two.
 * However many orders there are, there are never more afterwards, unless there were too few.
 */

import type { Draws } from "../../../core/base/draws.ts";
import type { Pair } from "../../../core/engine/catalogue/catalogue.ts";
import type { Command } from "../../../core/engine/codec.ts";
import type { Order } from "../../../core/engine/orders/order.ts";
import { BATCH_MAX } from "../../../core/engine/spot/spot.ts";
import { formatSteps } from "../../../core/money/decimal.ts";
import { NO_REQUEST } from "../ensure.ts";
import type { Quote } from "./quotes.ts";
import type { Trader } from "./traders.ts";

export interface Desk {
  readonly trader: Trader;
  readonly pair: Pair;
  /** The smallest order; the largest has three times as many. */
  readonly lotsMin: number;
}

export function requote(
  desk: Desk,
  { own, wanted, draws }: { own: readonly Order[]; wanted: readonly Quote[]; draws: Draws },
): Command[] {
  const { stale, missing } = differenceOf(own, wanted);
  const commands: Command[] = [];
  if (stale.length > 0) commands.push(cancelCommand(desk, stale.slice(0, BATCH_MAX)));
  if (missing.length > 0) commands.push(placeCommand(desk, missing.slice(0, BATCH_MAX), draws));
  return commands;
}

/** The orders that stand where none is wanted, and the quotes without an order. */
export function differenceOf(
  own: readonly Order[],
  wanted: readonly Quote[],
): { stale: Order[]; missing: Quote[] } {
  const unmet = new Set(wanted.map(placeOf));
  // An order that stands where one is wanted meets it; a second at the same place does not.
  const stale = own.filter((order) => !(isFull(order) && unmet.delete(placeOf(order))));
  const missing = wanted.filter((quote) => unmet.has(placeOf(quote)));
  return { stale, missing };
}

/** Side and price in one number. */
export function placeOf({ side, ticks }: Quote): number {
  return side === "buy" ? ticks : -ticks;
}

/** At least half of it is left. */
export function isFull(order: Order): boolean {
  return order.remaining * 2 >= order.lots;
}

export function cancelCommand({ trader, pair }: Desk, orders: readonly Order[]): Command {
  const ids = orders.map(({ id }) => id);
  return { type: "CancelBatch", ...trader, request: NO_REQUEST, pair: pair.id, orders: ids };
}

export function placeCommand(desk: Desk, quotes: readonly Quote[], draws: Draws): Command {
  const { trader, pair, lotsMin } = desk;
  const items = quotes.map(({ side, ticks }) => ({
    side,
    kind: "limit" as const,
    price: formatSteps(ticks, pair.pricePrecision),
    quantity: formatSteps(lotsMin + draws.below(2 * lotsMin + 1), pair.quantityPrecision),
    clientId: "",
  }));
  return { type: "PlaceBatch", ...trader, request: NO_REQUEST, pair: pair.id, items };
}
