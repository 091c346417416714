/**
 * Cancels the open orders of a user on a symbol, in one area: resting orders and stops, newest first, at most so
 * many in one command that no other waits long. Rule SPOT-CANCEL-3.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { accept, reject } from "../../base/outcome.ts";
import type { DeclaredOutcome } from "../../base/records/command.ts";
import { findPair, type PairId } from "../catalogue/catalogue.ts";
import { isInForce } from "../catalogue/rule-changes.ts";
import { openRowsOf } from "../orders/open-orders.ts";
import type { PairArea } from "../orders/order.ts";
import type { OrderRow } from "../orders/order-rows.ts";
import type { UserId } from "../users/users.ts";
import { type CancelBy, cancelResting } from "./end-order.ts";
import type { CancelAllOrders } from "./manage-commands.ts";
import type { SpotEvent, SpotState } from "./spot.ts";

/** The most orders that one command cancels; more are canceled by the next. */
export const CANCEL_ALL_STEP = 1_000;

export function cancelAllOrders(
  state: SpotState,
  { user, pair, area }: CancelAllOrders,
  context: CommandContext<SpotEvent>,
): DeclaredOutcome<typeof CancelAllOrders> {
  if (!isInForce(state, "order_set")) return reject("rules_too_old"); // CORE-RULES-3
  if (!findPair(state.catalogue, pair)) return reject("pair_not_found");
  return accept(cancelOf(state, { user, pair, area }, { isOwnCancel: true }, context));
}

export interface OrdersOfUser {
  readonly user: UserId;
  readonly pair: PairId;
  readonly area: PairArea;
}

export function cancelOf(
  state: SpotState,
  { user, pair, area }: OrdersOfUser,
  by: CancelBy,
  context: CommandContext<SpotEvent>,
): { readonly canceled: number; readonly more: boolean } {
  const { rows } = state.orders.byId;
  const meant: OrderRow[] = [];
  let more = false;
  // Read before the first cancel: the list changes with it.
  for (const order of openRowsOf(state.orders, { area, user })) {
    if (rows.market(order) !== pair) continue;
    more = meant.length === CANCEL_ALL_STEP;
    if (more) break;
    meant.push(order);
  }
  for (const order of meant) {
    // One of a list may have ended with another (SPOT-LIST-10).
    if (rows.isOpen(order)) cancelResting(state, order, by, context);
  }
  return { canceled: meant.length, more };
}
