/** The commands about order lists. Rules SPOT-LIST-1, SPOT-LIST-13. */
import { answers, type CommandOf, command } from "../../../base/records/command.ts";
import { list, oneOf, optional, record, text, uint } from "../../../base/records/record.ts";
import {
  askedExtras,
  askedInstructions,
  askedTactics,
  askedTrailing,
} from "../../orders/instructions.ts";
import type { OrderId } from "../../orders/order.ts";
import { by, type Canceled } from "../../orders/order-commands.ts";
import { LIST_KINDS } from "../../orders/order-lists.ts";
import { once, SIGNED_REJECTS } from "../../requests/requests.ts";
import { asked, PLACE_EVENTS, PLACE_REJECTS, type Placement } from "../spot.ts";

/** Why a list is not taken, besides what an order is refused for. */
export const LIST_REJECTS = [
  "list_size_wrong",
  "legs_differ",
  "leg_counts_quote",
  "no_leg_waits",
  "leg_cannot_rest",
  "leg_trails_from_price",
  "leg_prices_crossed",
  "list_id_malformed",
  "list_id_used",
  "too_many_lists",
] as const;

const item = record({
  ...asked,
  instructions: optional(askedInstructions),
  extras: optional(askedExtras),
});

/** `items`: the legs of an OCO; of any other the first order, then the legs. */
export const PlaceOrderList = command("PlaceOrderList", 54, {
  fields: { ...by, pair: uint, kind: oneOf(...LIST_KINDS), clientId: text, items: list(item) },
  added: [
    once,
    { tactics: optional(list(optional(askedTactics))) },
    { trailing: optional(list(optional(askedTrailing))) },
  ],
  answer: answers<PlacedList>(),
  rejects: [...SIGNED_REJECTS, ...PLACE_REJECTS, ...LIST_REJECTS],
  events: [...PLACE_EVENTS, "OrderListOpened", "OrderListEnded"],
});
export type PlaceOrderList = CommandOf<typeof PlaceOrderList>;

/** `list` 0: by its client id. */
export const CancelOrderList = command("CancelOrderList", 55, {
  fields: { ...by, pair: uint, list: uint, clientId: text },
  added: [once],
  answer: answers<CanceledList>(),
  rejects: [...SIGNED_REJECTS, "pair_not_found", "list_not_open"],
  events: ["OrderEnded", "OrderListEnded"],
});
export type CancelOrderList = CommandOf<typeof CancelOrderList>;

/** How its orders stand when the command is over, in their order. */
export interface PlacedList {
  readonly listId: OrderId;
  readonly orders: readonly Placement[];
}

export interface CanceledList {
  readonly listId: OrderId;
  readonly clientId: string;
  readonly canceled: readonly Canceled[];
}
