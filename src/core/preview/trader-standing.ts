/**
 * What the checks of a new order ask about its sender beside money: frozen or not, how many orders are
 * open, and which order has the client id. What is not told holds nothing back: a page does not know it.
 */

import { RULES } from "../engine/catalogue/rule-changes.ts";
import type { Area } from "../engine/ledger/area.ts";
import { restoreEnded } from "../engine/orders/client-ids.ts";
import type { StandingOrders } from "../engine/orders/open-orders.ts";
import { hashOf, secondHashOf } from "../engine/orders/order-name.ts";
import { newUserOrders } from "../engine/orders/user-orders.ts";
import { emptyState, LIMITS } from "../engine/state.ts";
import { ME } from "./visible-book.ts";

export interface TraderStanding {
  readonly isFrozen?: boolean | undefined;
  /** Orders of the user that are open on this market in this area, waiting ones included. */
  readonly openOrders?: number | undefined;
  /** The id of the order that has the client id of the new one; 0 when it is free. */
  readonly namedOrder?: number | undefined;
  /** The whole exchange has as many open orders as it can hold (CORE-BOUND-1). */
  readonly isExchangeFull?: boolean | undefined;
}

/** When the order would come, and by which rules it would be judged; the newest where it is not told. */
export interface PreviewMoment {
  readonly timeMs?: number | undefined;
  readonly rules?: number | undefined;
}

/** The rules by which an order is judged. */
export function rulesOf({ rules = RULES }: PreviewMoment): number {
  return rules;
}

/** A state with nothing in it but what is told of its one user. */
export function newPreviewState(standing: TraderStanding, moment: PreviewMoment) {
  const { openOrders } = LIMITS;
  const state = emptyState({ ...LIMITS, openOrders: standing.isExchangeFull ? 0 : openOrders });
  state.rules = rulesOf(moment);
  if (standing.isFrozen) state.users.frozen.add(ME);
  return state;
}

/** The time of a preview; at time 0 an exchange has not begun. */
export function timeOf({ timeMs = 1 }: PreviewMoment): number {
  return Math.max(timeMs, 1);
}

/** To be called when the orders of the user stand in the state: their number is what is told. */
export function enterStanding(
  { orders }: { readonly orders: Pick<StandingOrders, "users" | "clientIds"> },
  { openOrders, namedOrder = 0 }: TraderStanding,
  by: { readonly area: Area; readonly clientId: string; readonly timeMs: number },
): void {
  const { area, clientId, timeMs } = by;
  if (openOrders !== undefined) {
    const inArea = orders.users[area];
    const listed = inArea.get(ME) ?? newUserOrders();
    listed.open = openOrders;
    listed.counts = [openOrders];
    inArea.set(ME, listed);
  }
  if (namedOrder === 0) return;
  const name = { user: ME, area, clientId };
  restoreEnded(orders.clientIds, {
    low: hashOf(name),
    high: secondHashOf(name),
    order: namedOrder,
    endedAt: timeMs,
    user: ME,
  });
}
