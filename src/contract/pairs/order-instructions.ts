/**
 * What an order of spot or margin may ask for beyond the documents: `timeInForce` or `postOnly`, `selfTrade`, `triggerPrice` or
 * `stopPrice`, `icebergQty`, `trailingDelta`, `volumeUnit`. Rules SPOT-TIF-1, SPOT-STP-3, SPOT-STOP-1, SPOT-UNIT-1, SPOT-ICE-1, SPOT-TRAIL-1.
 */
import { DELTA } from "../../core/engine/book/trailing-price.ts";
import { type Shape, shaped } from "../field.ts";
import { anything, positiveDecimal, WHOLE_SHAPE } from "../forms.ts";
import { SELF_TRADES, TIMES_IN_FORCE, UNITS } from "../order-words.ts";
import { optional } from "../parameter.ts";

/** A parameter that a request must not have. */
const ABSENT: Shape = {
  type: ["string", "null"],
  maxLength: 0,
  description: "Not supported: any value is refused, since it would make it another order.",
};

const TRIGGER: Shape = {
  ...positiveDecimal.shape,
  description:
    "Makes it a stop, in spot only: the order waits, with its money locked, until the last price has risen or fallen to it, whichever way it lies from the last price now.",
};

export const INSTRUCTIONS = {
  timeInForce: optional(
    shaped(anything, {
      type: "string",
      enum: Object.values(TIMES_IN_FORCE),
      description:
        "GTC rests until it is filled or canceled; IOC trades what it can at once and cancels the rest; FOK trades whole at once or not at all; POST_ONLY rests or, if it would trade, is canceled. A MARKET order takes GTC or IOC, which change nothing about it.",
    }),
  ),
  postOnly: optional(
    shaped(anything, {
      type: ["boolean", "string"],
      enum: [true, "true", false, "false"],
      description: "true is the same as timeInForce POST_ONLY.",
    }),
  ),
  selfTrade: optional(
    shaped(anything, {
      type: "string",
      enum: Object.values(SELF_TRADES),
      description:
        "What happens when the order would trade with one of your own: the incoming one is canceled, the resting one, both, both lose what they would have traded (DECREMENT), or they trade. As the symbol says when it is missing; NONE only where the symbol's stpMode is NONE.",
    }),
  ),
  triggerPrice: optional(shaped(anything, TRIGGER)),
  stopPrice: optional(
    shaped(anything, { ...TRIGGER, description: "Another name of triggerPrice." }),
  ),
  icebergQty: optional(
    shaped(anything, {
      ...positiveDecimal.shape,
      description:
        "Shows so much of the order at a time, in spot only: of a LIMIT order with GTC or POST_ONLY, in at most 100 slices. When a slice is used up the next stands behind all orders of its price.",
    }),
  ),
  trailingDelta: optional(
    shaped(anything, {
      ...WHOLE_SHAPE,
      minimum: DELTA.least,
      maximum: DELTA.most,
      description:
        "Makes it a stop that trails the last price, in spot only: so many basis points below the highest last price if it sells, above the lowest if it buys, at once or from the moment at which the last price comes to its triggerPrice.",
    }),
  ),
  volumeUnit: optional(
    shaped(anything, {
      type: "string",
      enum: Object.values(UNITS),
      description:
        "What volume counts: BASE the asset that is traded, QUOTE the one that it is paid in. Without it QUOTE of a MARKET order to BUY, BASE of any other. A MARKET order of spot may say the other one: to BUY a quantity, which locks it at the highest price of the symbol's range, or to SELL for an amount.",
    }),
  ),
};

/** Beside a list of orders: what would be meant for all of them is refused. */
export const NO_INSTRUCTIONS = {
  timeInForce: optional(
    shaped(anything, { type: "string", enum: ["GTC"], description: "It belongs to an order." }),
  ),
  postOnly: optional(
    shaped(anything, {
      type: ["boolean", "string"],
      enum: [false, "false"],
      description: "It belongs to an order.",
    }),
  ),
  selfTrade: optional(shaped(anything, ABSENT)),
  triggerPrice: optional(shaped(anything, ABSENT)),
  stopPrice: optional(shaped(anything, ABSENT)),
  icebergQty: optional(shaped(anything, ABSENT)),
  trailingDelta: optional(shaped(anything, ABSENT)),
  volumeUnit: optional(shaped(anything, ABSENT)),
};
