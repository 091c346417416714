/**
 * Triggered condition orders are worked off one at a time; the trades of one may add more at the
 * end of the queue. Rule FUT-COND-3.
 */
import { emptyOut } from "../../../base/empty-out.ts";
import type { OrderRow } from "../../orders/order-rows.ts";
import type { FuturesContext } from "../futures.ts";
import type { FuturesState } from "../futures-state.ts";
import { triggerOrder } from "./place-futures-order.ts";

/** Works the queue off. An order that was canceled meanwhile is skipped. */
export function workTriggers(state: FuturesState, context: FuturesContext): void {
  const { triggered } = state.futures;
  const { byId } = state.orders;
  if (triggered.length === 0) return;
  for (let at = 0; at < triggered.length; at++) {
    const order = triggered[at] as OrderRow;
    if (byId.find(byId.rows.id(order)) === order) triggerOrder(state, order, context);
  }
  emptyOut(triggered);
}
