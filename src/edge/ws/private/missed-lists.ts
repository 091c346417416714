/**
 * What a user's lists were told to be after a place in the log, remade from the events since. Every list that an event says something of
 * is open now, or ended by one of the events; so what each is is known before the first one is read. STREAM-MINE-7, STREAM-RESUME-5.
 */
import type { OrderId } from "../../../core/engine/orders/order.ts";
import type { KeptEvent } from "../recent-events.ts";
import type { Seq } from "../seq.ts";
import { type ListStanding, type ListTerms, standingBehind, termsIn } from "./list-standing.ts";

interface ListAt {
  readonly list: ListStanding;
  readonly seq: Seq;
}

/** As often as they were told: what one command did to a list is told once. */
export function missedLists(
  events: readonly KeptEvent[],
  open: ReadonlyMap<OrderId, ListTerms>,
): ListAt[] {
  const known = new Map(open);
  for (const { event } of events) {
    if (event.type === "OrderListEnded") known.set(event.id, termsIn(event));
  }
  const told = new Map<string, ListAt>();
  for (const { event, seq } of events) {
    if (event.type === "CandlesImported") continue;
    const list = standingBehind(event, (id) => known.get(id));
    if (!list) continue;
    const key = `${seq.position} ${list.id}`;
    told.delete(key); // It moves to the place of the list's last event.
    told.set(key, { list, seq });
  }
  return [...told.values()];
}
