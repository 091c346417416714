/**
 * How an order list stands behind an event, from the event and what the list is: it was opened, its legs went live, or it ended. The legs
 * go live in the command that fills the first order, unless they end in it, which is told behind. Rules STREAM-MINE-7, SPOT-LIST-11.
 */
import type { OrderId } from "../../../core/engine/orders/order.ts";
import type { OrderEnded } from "../../../core/engine/orders/order-events.ts";
import { type ListKind, legIdsOf } from "../../../core/engine/orders/order-lists.ts";
import type { PrivateEvent } from "../private-event.ts";

/** What it is from its beginning to its end. */
export interface ListTerms {
  readonly id: OrderId;
  readonly pair: number;
  readonly kind: ListKind;
  readonly clientId: string;
  readonly placedAtMs: number;
}

export interface ListStanding extends ListTerms {
  readonly areLegsLive: boolean;
  /** Undefined while one of its orders is open. */
  readonly endedAtMs: number | undefined;
}

/** `termsOf` knows the lists that have not ended before. Undefined where the event does nothing to a list. */
export function standingBehind(
  event: PrivateEvent,
  termsOf: (id: OrderId) => ListTerms | undefined,
): ListStanding | undefined {
  switch (event.type) {
    case "OrderListOpened":
      return { ...termsIn(event), areLegsLive: event.kind === "oco", endedAtMs: undefined };
    case "OrderListEnded":
      return { ...termsIn(event), areLegsLive: false, endedAtMs: event.timeMs };
    case "OrderEnded": {
      const terms = termsOf(event.instructions?.list ?? 0);
      if (!terms || !fillsFirst(event, terms)) return undefined;
      return { ...terms, areLegsLive: true, endedAtMs: undefined };
    }
    default:
      return undefined;
  }
}

/** The terms that an event of a list tells. */
export function termsIn(
  event: Extract<PrivateEvent, { type: "OrderListOpened" | "OrderListEnded" }>,
): ListTerms {
  const { id, pair, kind, clientId } = event;
  const placedAtMs = event.type === "OrderListEnded" ? event.placedAtMs : event.timeMs;
  return { id, pair, kind, clientId, placedAtMs };
}

function fillsFirst({ id, status }: OrderEnded, terms: ListTerms): boolean {
  return status === "filled" && !legIdsOf(terms).includes(id);
}
