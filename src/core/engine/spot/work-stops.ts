/**
 * Triggered stops are worked off one at a time, in the order in which they joined the queue; the trades of one
 * may add more at its end. Rule SPOT-STOP-3.
 */
import type { CommandContext } from "../../base/command-context.ts";
import { emptyOut } from "../../base/empty-out.ts";
import { triggerStop } from "./accept-order.ts";
import type { SpotEvent, SpotState } from "./spot.ts";

export function workStops(state: SpotState, context: CommandContext<SpotEvent>): void {
  const { triggered } = state.stops;
  for (let at = 0; at < triggered.length; at++) {
    triggerStop(state, triggered[at] as (typeof triggered)[number], context);
  }
  emptyOut(triggered);
}
