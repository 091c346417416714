/**
 * What an order of spot or margin may ask for beyond the documents: `timeInForce` or `postOnly`, `selfTrade`,
 * `triggerPrice` or `stopPrice`, `icebergQty`, `trailingDelta`, `volumeUnit`. A word that is not known is refused and never left out in silence; whether
 * the instructions suit the order is the engine's to say. Rules SPOT-TIF-1, SPOT-STP-3, SPOT-STOP-1, SPOT-UNIT-1, SPOT-CHECK-17.
 */

import {
  decimal,
  isFalse,
  isPostOnly,
  isText,
  unsupported,
  whole,
} from "../../../contract/forms.ts";
import { SELF_TRADES, TIMES_IN_FORCE, UNITS } from "../../../contract/order-words.ts";
import type { INSTRUCTIONS, NO_INSTRUCTIONS } from "../../../contract/pairs/order-instructions.ts";
import { type Given, readAs, type ValuesOf } from "../../../contract/parameter.ts";
import type {
  AskedExtras,
  AskedInstructions,
  AskedTactics,
  AskedTrailing,
} from "../../../core/engine/orders/instructions.ts";
import type { OrderKind, Side, TimeInForce } from "../../../core/engine/orders/order.ts";

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

/** Undefined of an order that counts as every order of its side and kind does, whether it says so or not. */
export function extrasIn(
  { volumeUnit }: Words,
  { side, kind }: { readonly side: Side; readonly kind: OrderKind },
): AskedExtras | undefined {
  const said = volumeUnit && wordIn(UNITS, "volumeUnit", volumeUnit);
  const usual = kind === "market" && side === "buy" ? "quote" : "base";
  return said === undefined || said === usual ? undefined : { unit: said };
}

/** SPOT-CHECK-1, SPOT-ICE-1: undefined of an order that shows all of itself. */
export function tacticsIn({ icebergQty }: Words, item = ""): AskedTactics | undefined {
  return icebergQty && { slice: readAs(decimal, `${item}icebergQty`, icebergQty) };
}

/** SPOT-CHECK-1, SPOT-TRAIL-1: undefined of an order that does not trail. */
export function trailingIn({ trailingDelta }: Words, item = ""): AskedTrailing | undefined {
  return trailingDelta && { delta: readAs(whole, `${item}trailingDelta`, trailingDelta) };
}

export function refuseInstructions(values: ValuesOf<typeof NO_INSTRUCTIONS>): void {
  const { timeInForce, postOnly, selfTrade, triggerPrice, stopPrice } = values;
  const { volumeUnit, icebergQty, trailingDelta } = values;
  const only = (word: string) => `Only ${word} is, or nothing; each order has its own.`;
  if (timeInForce && !isText(timeInForce, "GTC")) throw unsupported("timeInForce", only("GTC"));
  if (postOnly && !isFalse(postOnly)) throw unsupported("postOnly", only("false"));
  if (selfTrade) throw unsupported("selfTrade", "Each order has its own.");
  if (triggerPrice) throw unsupported("triggerPrice", "Each order has its own.");
  if (stopPrice) throw unsupported("stopPrice", "Each order has its own.");
  if (trailingDelta) throw unsupported("trailingDelta", "Each order has its own.");
  if (icebergQty) throw unsupported("icebergQty", "Each order has its own.");
  if (volumeUnit) throw unsupported("volumeUnit", "Each order has its own.");
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
