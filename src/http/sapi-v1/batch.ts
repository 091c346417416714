/** Up to ten orders, or ten cancels, in one request: one command each, answered with ids. */
import { assert } from "../../base/assert.ts";
import type { OrderId } from "../../engine/orders/order.ts";
import { BATCH_MAX } from "../../engine/spot/spot.ts";
import { required, signedEndpoint } from "../dialect/endpoint.ts";
import { refusalOf } from "../dialect/errors.ts";
import { type AskedId, askedId, words } from "../dialect/forms.ts";
import { commaListOf } from "../dialect/list-forms.ts";
import { submit } from "../dialect/submit.ts";
import { BATCH_PARAMETERS, getPairNamed, toPlaceBatch } from "./order-request.ts";

/** SPOT-BATCH-3: one id for each item, in their order; one that was rejected has its own. */
export const batchOrders = signedEndpoint({
  method: "POST",
  path: "/sapi/v1/batchOrders",
  security: "TRADE",
  limit: { count: 50, perMs: 2_000 },
  parameters: BATCH_PARAMETERS,
  async handle(call, values) {
    const outcome = await submit(call, toPlaceBatch(call, values));
    if (!outcome.ok) throw refusalOf(outcome); // SPOT-BATCH-2
    assert("orderIds" in outcome.answer, "a batch answers with the ids of its orders");
    return `{"ids":[${outcome.answer.orderIds.join(",")}]}`;
  },
});

export const batchCancel = signedEndpoint({
  method: "POST",
  path: "/sapi/v1/batchCancel",
  security: "TRADE",
  limit: { count: 50, perMs: 2_000 },
  parameters: { symbol: required(words), orderIds: required(commaListOf(askedId, BATCH_MAX)) },
  async handle(call, { symbol, orderIds }) {
    const { user, key, request } = call;
    const pair = getPairNamed(call, symbol).id;
    const orders = orderIds.map(({ order }) => order);
    const command = { type: "CancelBatch", user, key, request, pair, orders } as const;
    const outcome = await submit(call, command);
    if (!outcome.ok) throw refusalOf(outcome);
    assert("failed" in outcome.answer, "a batch of cancels answers with what became of each");
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
