/**
 * What an order of spot or margin may ask for beyond the documents: `timeInForce` or `postOnly`, `selfTrade`,
 * `triggerPrice` or `stopPrice`. A word that is not known is refused and never left out in silence; whether
 * the instructions suit the order is the engine's to say. Rules SPOT-TIF-1, SPOT-STP-3, SPOT-STOP-1, SPOT-CHECK-17.
 */

import { type Shape, shaped } from "../../contract/field.ts";
import {
  anything,
  decimal,
  isFalse,
  isPostOnly,
  isText,
  positiveDecimal,
  unsupported,
} from "../../contract/forms.ts";
import { SELF_TRADES, TIMES_IN_FORCE } from "../../contract/order-words.ts";
import { type Given, optional, readAs, type ValuesOf } from "../../contract/parameter.ts";
import type { AskedInstructions } from "../../engine/orders/instructions.ts";
import type { TimeInForce } from "../../engine/orders/order.ts";

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
        "What happens when the order would trade with one of your own: the incoming one is canceled, the resting one, both, or they trade. As the symbol says when it is missing; NONE only where the symbol's stpMode is NONE.",
    }),
  ),
  triggerPrice: optional(shaped(anything, TRIGGER)),
  stopPrice: optional(
    shaped(anything, { ...TRIGGER, description: "Another name of triggerPrice." }),
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
};

type Words = ValuesOf<typeof INSTRUCTIONS>;

/** Undefined of an order that asks for nothing besides: GTC is what every order is. */
export function instructionsIn(
  values: Words,
  triggers: TriggerPrices,
): AskedInstructions | undefined {
  const timeInForce = timeInForceIn(values);
  const selfTrade = values.selfTrade && wordIn(SELF_TRADES, "selfTrade", values.selfTrade);
  const triggerPrice = triggerIn(triggers);
  const isPlain = timeInForce === "gtc" && selfTrade === undefined && triggerPrice === "";
  return isPlain ? undefined : { timeInForce, selfTrade, triggerPrice };
}

export function refuseInstructions(values: ValuesOf<typeof NO_INSTRUCTIONS>): void {
  const { timeInForce, postOnly, selfTrade, triggerPrice, stopPrice } = values;
  const only = (word: string) => `Only ${word} is, or nothing; each order has its own.`;
  if (timeInForce && !isText(timeInForce, "GTC")) throw unsupported("timeInForce", only("GTC"));
  if (postOnly && !isFalse(postOnly)) throw unsupported("postOnly", only("false"));
  if (selfTrade) throw unsupported("selfTrade", "Each order has its own.");
  if (triggerPrice) throw unsupported("triggerPrice", "Each order has its own.");
  if (stopPrice) throw unsupported("stopPrice", "Each order has its own.");
}

/** `postOnly` and `timeInForce` may both say POST_ONLY, but not different things. */
function timeInForceIn({ timeInForce: given, postOnly }: Words): TimeInForce {
  const said = given && wordIn(TIMES_IN_FORCE, "timeInForce", given);
  if (!isPostOnly(postOnly)) return said ?? "gtc";
  const isMeant = said === undefined || said === "post_only";
  if (!isMeant) throw unsupported("postOnly", "timeInForce says something else.");
  return "post_only";
}

function wordIn<W extends string>(
  words: Readonly<Record<W, string>>,
  parameter: string,
  given: Given,
): W {
  const said = (Object.keys(words) as W[]).find((word) => isText(given, words[word]));
  if (said === undefined) {
    throw unsupported(parameter, `It is one of ${Object.values(words).join(", ")}.`);
  }
  return said;
}

/** The price that a stop waits for, by either of its names. */
export interface TriggerPrices {
  readonly triggerPrice: string;
  readonly stopPrice: string;
}

/** SPOT-CHECK-1: read before any word of the order is looked at; `item` names it in a batch. */
export function readTriggers(values: Words, item = ""): TriggerPrices {
  const { triggerPrice, stopPrice } = values;
  return {
    triggerPrice: triggerPrice ? readAs(decimal, `${item}triggerPrice`, triggerPrice) : "",
    stopPrice: stopPrice ? readAs(decimal, `${item}stopPrice`, stopPrice) : "",
  };
}

/** Both names may say the same price, but not different ones. */
function triggerIn({ triggerPrice, stopPrice }: TriggerPrices): string {
  const isSaidTwice = triggerPrice !== "" && stopPrice !== "";
  if (isSaidTwice && triggerPrice !== stopPrice) {
    throw unsupported("stopPrice", "triggerPrice says something else.");
  }
  return triggerPrice === "" ? stopPrice : triggerPrice;
}
