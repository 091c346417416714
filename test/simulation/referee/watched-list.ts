/** An order list as the referee follows it, from what was asked for. Rules SPOT-LIST-3, SPOT-LIST-4, SPOT-LIST-7. */
import type { OrderEnded } from "../../../src/core/engine/orders/order-events.ts";
import type { OrderListOpened } from "../../../src/core/engine/orders/order-lists.ts";
import {
  checkForm,
  type Given,
  LIST_SIZES,
  type ListItem,
  pointOf,
  priceOf,
  triggerOf,
} from "./list-form.ts";

export interface WatchedList {
  readonly id: number;
  readonly user: number;
  readonly pair: number;
  readonly kind: OrderListOpened["kind"];
  readonly clientId: string;
  /** Of all its orders, in their order, and of its legs. */
  readonly ids: readonly number[];
  readonly legs: readonly number[];
  /** Of each order whether it waits for a rise, if it waits. */
  readonly rises: ReadonlyMap<number, boolean>;
  readonly open: Set<number>;
  /** Legs that are live, or were. */
  readonly live: Set<number>;
  /**
   * The first order is awaited; the legs go live in this command; both are live; its orders have nothing more to do with each
   * other.
   */
  stage: "first" | "due" | "both" | "over";
}

/** Why an order of a list ends that does not end by itself. */
const FOR_ITS_LIST: ReadonlySet<OrderEnded["reason"]> = new Set(["other_leg", "list_ended"]);

export function isForItsList({ reason }: Pick<OrderEnded, "reason">): boolean {
  return FOR_ITS_LIST.has(reason);
}

export function watchList(
  { id, user, pair, kind, clientId }: OrderListOpened,
  given: Given,
): WatchedList {
  checkForm(kind, given);
  const ids = Array.from({ length: LIST_SIZES[kind] }, (_, at) => id + 1 + at);
  const legs = kind === "oco" ? ids : ids.slice(1);
  return {
    id,
    user,
    pair,
    kind,
    clientId,
    ids,
    legs,
    rises: risesOf(ids, legs, given),
    open: new Set(ids),
    live: new Set(),
    stage: kind === "oco" ? "due" : "first",
  };
}

/** The other one of two legs. */
export function otherLeg({ legs }: Pick<WatchedList, "legs">, leg: number): number | undefined {
  return legs.find((id) => id !== leg);
}

/** SPOT-LIST-4 */
function risesOf(
  ids: readonly number[],
  legs: readonly number[],
  { items, pair, last }: Given,
): Map<number, boolean> {
  const itemOf = (id: number) => items[ids.indexOf(id)] as ListItem;
  const rises = new Map<number, boolean>();
  for (const leg of legs) {
    const other = otherLeg({ legs }, leg);
    const first = itemOf(ids[0] ?? 0);
    const from = other
      ? pointOf(itemOf(other), pair)
      : priceOf(first, pair) || triggerOf(first, pair);
    rises.set(leg, pointOf(itemOf(leg), pair) > (from || BigInt(last)));
  }
  return rises;
}
