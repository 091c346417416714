/** Spot and margin of the contract, and what the engine calls placing and canceling an order there. */
import * as areas from "../../../contract/pairs/areas.ts";
import type { Pair } from "../../../core/engine/catalogue/catalogue.ts";
import type { CancelMarginOrder, PlaceMarginOrder } from "../../../core/engine/margin/margin.ts";
import type { CancelOrder, PlaceOrder } from "../../../core/engine/spot/spot.ts";

export interface OrderArea extends areas.PairOrderArea {
  readonly place: (PlaceOrder | PlaceMarginOrder)["type"];
  readonly cancel: (CancelOrder | CancelMarginOrder)["type"];
  /** May orders be placed in the pair? What was placed can be seen and canceled anyway. */
  hasPair(pair: Pair): boolean;
}

export const SPOT: OrderArea = {
  ...areas.SPOT,
  place: "PlaceOrder",
  cancel: "CancelOrder",
  hasPair: () => true,
};

export const MARGIN: OrderArea = {
  ...areas.MARGIN,
  place: "PlaceMarginOrder",
  cancel: "CancelMarginOrder",
  hasPair: ({ isMarginEnabled }) => isMarginEnabled,
};
