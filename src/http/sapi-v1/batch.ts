/** Up to ten orders, or ten cancels, in one request: one command each, answered with ids. */

import { count, id, list, record, type Shape, told } from "../../contract/field.ts";
import { type AskedId, askedId, REPEAT_CODES } from "../../contract/forms.ts";
import { commaListOf } from "../../contract/list-forms.ts";
import { required } from "../../contract/parameter.ts";
import type { OrderId } from "../../engine/orders/order.ts";
import { BATCH_MAX, type PlacedBatch } from "../../engine/spot/spot.ts";
import { signedEndpoint } from "../dialect/endpoint.ts";
import { refusalOf } from "../dialect/errors.ts";
import { submit } from "../dialect/submit.ts";
import { BATCH_PARAMETERS, symbolName } from "./order-parameters.ts";
import { FORM_CODES, getPairNamed, toPlaceBatch } from "./order-request.ts";

const FIELDS = {
  ids: list(id("id of an order"), "one for each item, in their order"),
  rejected: list(
    record({
      index: count("which item, counted from 0"),
      code: {
        type: "integer",
        description: "the code that the item alone would have been refused with",
      },
      msg: { type: "string", description: "its message" },
    }),
    "items that ended REJECTED; left out only where that was not kept: the answer to a clientRequestId of before rules 4",
  ),
};
const REPLY: Shape = { ...record(FIELDS), required: ["ids"] };

/** SPOT-BATCH-3: one id for each item, in their order; one that was rejected has its own. */
export const batchOrders = signedEndpoint({
  method: "POST",
  path: "/sapi/v1/batchOrders",
  security: "TRADE",
  limit: { count: 50, perMs: 2_000 },
  isOverStream: true,
  placesOrders: true,
  parameters: BATCH_PARAMETERS,
  about: {
    operation: "spotCreateBatch",
    tags: ["spot"],
    summary: `Place up to ${BATCH_MAX} orders of a symbol`,
    description:
      "A wrong form of any item refuses them all. Then they run one after the other, and one that may not be placed has an id of its own, ends REJECTED and stands in rejected.",
    reply: REPLY,
    codes: [...FORM_CODES, ...REPEAT_CODES],
    waitsFor: "command",
  },
  async handle(call, values) {
    const outcome = await submit(call, toPlaceBatch(call, values));
    if (!outcome.ok) throw refusalOf(outcome); // SPOT-BATCH-2
    return writeBatch(outcome.answer);
  },
});

/** SPOT-BATCH-7 */
function writeBatch({ orderIds, rejected }: PlacedBatch): string {
  const ids = `"ids":[${orderIds.join(",")}]`;
  if (!rejected) return `{${ids}}`;
  const rows = rejected.map(({ index, ...no }) => {
    const { code, message } = refusalOf({ ok: false, ...no });
    return `{"index":${index},"code":${code},"msg":${JSON.stringify(message)}}`;
  });
  return `{${ids},"rejected":[${rows.join(",")}]}`;
}

export const batchCancel = signedEndpoint({
  method: "POST",
  path: "/sapi/v1/batchCancel",
  security: "TRADE",
  limit: { count: 50, perMs: 2_000 },
  isOverStream: true,
  parameters: {
    symbol: required(symbolName),
    orderIds: required(
      told(commaListOf(askedId, BATCH_MAX), {
        description: `Up to ${BATCH_MAX} ids, as a list or in one string with commas between them.`,
      }),
    ),
  },
  about: {
    operation: "spotCancelBatch",
    tags: ["spot"],
    summary: `Cancel up to ${BATCH_MAX} orders of a symbol`,
    reply: record({
      success: list(id("id of an order"), "those that were canceled"),
      failed: list(count("an id as it was asked for"), "those that were not open, or not yours"),
    }),
    codes: ["BAD_SYMBOL"],
    waitsFor: "command",
  },
  async handle(call, { symbol, orderIds }) {
    const { user, key, request } = call;
    const pair = getPairNamed(call, symbol).id;
    const orders = orderIds.map(({ order }) => order);
    const command = { type: "CancelBatch", user, key, request, pair, orders } as const;
    const outcome = await submit(call, command);
    if (!outcome.ok) throw refusalOf(outcome);
    return writeCancels(orderIds, outcome.answer.canceled);
  },
});

/**
 * SPOT-BATCH-4: in the order of the request. Of an id named twice only the first can be canceled,
 * so each id that was canceled means the first that is asked for and not yet answered.
 */
function writeCancels(asked: readonly AskedId[], canceled: readonly OrderId[]): string {
  const success: string[] = [];
  const failed: string[] = [];
  for (const { order, digits } of asked) {
    const isCanceled = order === canceled[success.length];
    (isCanceled ? success : failed).push(digits);
  }
  return `{"success":[${success.join(",")}],"failed":[${failed.join(",")}]}`;
}
