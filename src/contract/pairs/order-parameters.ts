/**
 * The parameters of requests about orders, of spot and of margin, in the order in which they are
 * read (SPOT-CHECK-1). What a word may say is checked later, in the order of the law; the documents
 * tell it here.
 */

import { BATCH_MAX } from "../../core/engine/spot/spot.ts";
import { shaped, told } from "../field.ts";
import { refuseMisspelt } from "../field-names.ts";
import {
  anything,
  clientRequestId,
  decimal,
  newClientId,
  orderId,
  positiveDecimal,
  wordOf,
  words,
} from "../forms.ts";
import { listOf, objectOf } from "../list-forms.ts";
import { KINDS, SIDES } from "../order-words.ts";
import { optional, required } from "../parameter.ts";
import { INSTRUCTIONS, NO_INSTRUCTIONS } from "./order-instructions.ts";

export const symbolName = told(words, {
  description: "The symbol, in either case; BTC/USDT means BTCUSDT.",
  pattern: "^[A-Za-z0-9]{1,64}(?:/[A-Za-z0-9]{1,64})?$",
});

const side = told(wordOf(Object.values(SIDES)), { description: "The side." });

const type = told(wordOf(Object.values(KINDS)), { description: "The kind of order." });

/** The parameters of an order besides its symbol and type. */
const ASKED = {
  volume: required(
    shaped(decimal, {
      ...positiveDecimal.shape,
      description:
        "Above zero: the quantity in the base asset; of a MARKET order to BUY, the amount to spend in the quote asset.",
    }),
  ),
  side: required(side),
};

const price = optional(
  shaped(anything, {
    ...positiveDecimal.shape,
    description: "Above zero. Mandatory for LIMIT, ignored for MARKET.",
  }),
);

/** SPOT-CHECK-1: read in this order. */
export const ORDER_PARAMETERS = {
  symbol: required(symbolName),
  ...ASKED,
  type: required(type),
  price,
  newClientOrderId: optional(
    told(newClientId, { description: "Your own name of the order, unique among the recent ones." }),
  ),
  ...INSTRUCTIONS,
};

export const ITEM_PARAMETERS = {
  ...ASKED,
  batchType: required(type),
  price,
  newClientOrderId: optional(
    shaped(newClientId, {
      type: "string",
      description:
        "As in an order; an item with another form of it, or with one in use, ends REJECTED.",
    }),
  ),
  ...INSTRUCTIONS,
};

/** Parameters that would make all items other orders are refused beside them, too. */
export const BATCH_PARAMETERS = {
  symbol: required(symbolName),
  orders: required(
    told(listOf(objectOf(ITEM_PARAMETERS, refuseMisspelt), BATCH_MAX), {
      description: "They run in this order.",
    }),
  ),
  clientRequestId: optional(clientRequestId),
  ...NO_INSTRUCTIONS,
};

/** How a request names an order: one of the two is enough, and the id decides over the name. */
export const NAME_PARAMETERS = {
  symbol: required(symbolName),
  orderId: optional(told(orderId, { description: "It, or newClientOrderId, is mandatory." })),
  newClientOrderId: optional(told(newClientId, { description: "Instead of orderId." })),
};
