/**
 * The parameters of requests about futures orders, in the order in which they are read (FUT-CHECK-1).
 * What a word may say is checked later, in the order of the law; the documents tell it here.
 */

import { type Shape, shaped, told } from "../field.ts";
import { anything, newClientId, numberOf, orderId, positiveDecimal, wordOf } from "../forms.ts";
import { SIDES, TIMES_IN_FORCE } from "../order-words.ts";
import { optional, required } from "../parameter.ts";
import { contractName } from "./contract-name.ts";
import { ACTIONS, MODES, TRIGGER_TYPES } from "./order-words.ts";

/** FUT-CHECK-13 */
export const CLIENT_ID_MAX = 31;

/** A parameter that a request must not have. */
const ABSENT: Shape = {
  type: ["string", "null"],
  maxLength: 0,
  description: "Not supported: any value is refused, since it would make it another order.",
};

/** A number that stands for something, in quotes or not. */
export function numbered(meanings: ReadonlyMap<string, unknown>, description: string): Shape {
  const digits = [...meanings.keys()];
  const values = digits.flatMap((digit) => [Number(digit), digit]);
  return { type: ["integer", "string"], enum: values, description };
}

const CLIENT_ID = { pattern: `^[A-Za-z0-9._:/-]{1,${CLIENT_ID_MAX}}$` };

/** FUT-CHECK-1: read in this order. */
const ASKED = {
  contractName,
  volume: required(
    told(positiveDecimal, {
      description:
        "Above zero: how many contracts, a whole number; of a MARKET order that opens, the value in the margin coin (valueCoin of /fapi/v1/contracts: USDT of a linear contract, of an inverse one its base, as BTC).",
    }),
  ),
  type: required(
    told(wordOf(["LIMIT", "MARKET", "IOC", "FOK", "POST_ONLY"]), {
      description: "IOC, FOK and POST_ONLY mean LIMIT with that timeInForce.",
    }),
  ),
  side: required(told(wordOf(Object.values(SIDES)), { description: "The side." })),
  open: required(
    told(wordOf(Object.values(ACTIONS)), {
      description: "BUY OPEN gets long and SELL CLOSE out of it; SELL OPEN and BUY CLOSE short.",
    }),
  ),
  positionType: required(shaped(numberOf(MODES), numbered(MODES, "1 is cross, 2 isolated."))),
  price: optional(
    shaped(anything, {
      ...positiveDecimal.shape,
      description: "Mandatory but for MARKET, which ignores it.",
    }),
  ),
  clientOrderId: optional(
    told(newClientId, {
      ...CLIENT_ID,
      description: "Your own name of the order, unique among the recent ones.",
    }),
  ),
  timeInForce: optional(
    shaped(anything, {
      type: "string",
      enum: Object.values(TIMES_IN_FORCE),
      description: "GTC if it is not given. MARKET takes only IOC.",
    }),
  ),
  postOnly: optional(
    shaped(anything, {
      type: ["boolean", "string"],
      enum: [true, "true", false, "false"],
      description: "true is the same as timeInForce POST_ONLY.",
    }),
  ),
  reduceOnly: optional(
    shaped(anything, {
      type: ["boolean", "string"],
      enum: [true, false, "true", "false"],
      description: "True is refused with OPEN; an order to CLOSE never opens.",
    }),
  ),
  stopPrice: optional(shaped(anything, ABSENT)),
  orderUnit: optional(
    shaped(anything, {
      type: ["integer", "string"],
      enum: [2, "2"],
      description: "2, contracts, which is what a volume is in; any other unit is refused.",
    }),
  ),
};

export const ORDER_PARAMETERS = { ...ASKED, triggerPrice: optional(shaped(anything, ABSENT)) };

export const CONDITION_PARAMETERS = {
  ...ASKED,
  triggerType: required(
    shaped(
      numberOf(TRIGGER_TYPES),
      numbered(TRIGGER_TYPES, "1 stop loss, 2 stop gain, which only close; 3 up to, 4 down to."),
    ),
  ),
  triggerPrice: required(
    told(positiveDecimal, { description: "The price at which the order is placed." }),
  ),
};

/** How a request names an order: the id decides over the name. */
export const NAME_PARAMETERS = {
  contractName,
  orderId: optional(told(orderId, { description: "It or clientOrderId names the order." })),
  clientOrderId: optional(told(newClientId, { ...CLIENT_ID, description: "Instead of orderId." })),
};
