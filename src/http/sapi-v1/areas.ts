/**
 * Spot and margin: they take, keep and show orders alike (MARG-ORDER-1). Everything in which they
 * differ stands here, and each endpoint about orders is made once for either.
 */
import type { Limit } from "../../contract/limits.ts";
import type { Pair } from "../../engine/catalogue/catalogue.ts";
import type { CancelMarginOrder, PlaceMarginOrder } from "../../engine/margin/margin.ts";
import type { Area } from "../../engine/orders/order.ts";
import type { CancelOrder, PlaceOrder } from "../../engine/spot/spot.ts";

export interface OrderArea {
  readonly area: Exclude<Area, "futures">;
  /** The beginning of the area's paths. */
  readonly root: string;
  /** How often orders may be placed (USER-LIMIT-2); all other limits are the same. */
  readonly placing: Limit;
  readonly place: (PlaceOrder | PlaceMarginOrder)["type"];
  readonly cancel: (CancelOrder | CancelMarginOrder)["type"];
  /** The documents' note about placing orders here. */
  readonly note: string;
  /** May orders be placed in the pair? What was placed can be seen and canceled anyway. */
  hasPair(pair: Pair): boolean;
}

export const SPOT: OrderArea = {
  area: "spot",
  root: "/sapi/v1",
  placing: { count: 100, perMs: 2_000 },
  place: "PlaceOrder",
  cancel: "CancelOrder",
  note: "Answered with the state after matching: part of it, or all, may be traded already.",
  hasPair: () => true,
};

export const MARGIN: OrderArea = {
  area: "margin",
  root: "/sapi/v1/margin",
  placing: { count: 10, perMs: 1_000 },
  place: "PlaceMarginOrder",
  cancel: "CancelMarginOrder",
  note: "What is missing for it is borrowed. Answered with the state after matching.",
  hasPair: ({ isMarginEnabled }) => isMarginEnabled,
};
