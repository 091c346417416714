/**
 * Triggered stops are worked off one at a time, in the order in which they joined the queue; the trades of one
 * may add more at its end. Rule SPOT-STOP-3.
 */
import type { CommandContext } from "../../../base/command-context.ts";
import { emptyOut } from "../../../base/empty-out.ts";
import type { OrderRow } from "../../orders/order-rows.ts";
import { triggerStop } from "../accept-order.ts";
import type { SpotEvent, SpotState } from "../spot.ts";

export function workStops(state: SpotState, context: CommandContext<SpotEvent>): void {
  const { triggered } = state.stops;
  const { due } = state.lists;
  let at = 0;
  // Legs of lists that one of them has filled go live before the next one (SPOT-LIST-11).
  for (; at < triggered.length && due.length === 0; at++) {
    const stop = triggered[at] as OrderRow;
    // The other leg of its list may have worked meanwhile (SPOT-LIST-9).
    if (state.orders.byId.rows.isOpen(stop)) triggerStop(state, stop, context);
  }
  if (at === triggered.length) emptyOut(triggered);
  else triggered.splice(0, at);
}
