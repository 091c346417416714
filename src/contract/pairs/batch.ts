/** Up to ten orders, or ten cancels, in one request. */
import { BATCH_MAX } from "../../core/engine/spot/spot.ts";
import { signedEndpoint } from "../endpoint.ts";
import { count, id, list, record, sometimes, told } from "../field.ts";
import { askedId, REPEAT_CODES } from "../forms.ts";
import { commaListOf } from "../list-forms.ts";
import { required } from "../parameter.ts";
import { SPOT } from "./areas.ts";
import { FORM_CODES } from "./order-codes.ts";
import { BATCH_PARAMETERS, symbolName } from "./order-parameters.ts";
import { refusedShape } from "./refused.ts";

const LIMIT = { count: 50, perMs: 2_000 };

export const REJECTED_ITEM = record({
  index: count("which item, counted from 0"),
  ...refusedShape("the code that the item alone would have been refused with"),
});

/** SPOT-BATCH-7 */
export const PLACED_BATCH = record({
  ids: list(id("id of an order"), "one for each item, in their order"),
  rejected: sometimes(
    list(
      REJECTED_ITEM,
      "items that ended REJECTED; left out only where that was not kept: the answer to a clientRequestId of before rules 4",
    ),
  ),
});

/** SPOT-BATCH-3: one id for each item, in their order; one that was rejected has its own. */
export const batchOrders = signedEndpoint({
  method: "POST",
  path: `${SPOT.root}/batchOrders`,
  security: "TRADE",
  limit: LIMIT,
  isOverStream: true,
  placesOrders: true,
  parameters: BATCH_PARAMETERS,
  operation: "spotCreateBatch",
  tags: ["spot"],
  summary: `Place up to ${BATCH_MAX} orders of a symbol`,
  description:
    "A wrong form of any item refuses them all. Then they run one after the other, and one that may not be placed has an id of its own, ends REJECTED and stands in rejected.",
  reply: PLACED_BATCH,
  codes: [...FORM_CODES, ...REPEAT_CODES],
  waitsFor: "command",
});

/** SPOT-BATCH-4: in the order of the request. */
export const CANCELED_BATCH = record({
  success: list(id("id of an order"), "those that were canceled"),
  failed: list(count("an id as it was asked for"), "those that were not open, or not yours"),
});

export const batchCancel = signedEndpoint({
  method: "POST",
  path: `${SPOT.root}/batchCancel`,
  security: "TRADE",
  limit: LIMIT,
  isOverStream: true,
  parameters: {
    symbol: required(symbolName),
    orderIds: required(
      told(commaListOf(askedId, BATCH_MAX), {
        description: `Up to ${BATCH_MAX} ids, as a list or in one string with commas between them.`,
      }),
    ),
  },
  operation: "spotCancelBatch",
  tags: ["spot"],
  summary: `Cancel up to ${BATCH_MAX} orders of a symbol`,
  reply: CANCELED_BATCH,
  codes: ["BAD_SYMBOL"],
  waitsFor: "command",
});

export const BATCH_ENDPOINTS = [batchOrders, batchCancel] as const;

export const BATCH_RECORDS = {
  RejectedItem: REJECTED_ITEM,
  PlacedBatch: PLACED_BATCH,
  CanceledBatch: CANCELED_BATCH,
};
