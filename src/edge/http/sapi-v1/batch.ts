/** Up to ten orders, or ten cancels, in one request: one command each, answered with ids. */
import type { ValueOf, Written } from "../../../contract/field.ts";
import type { AskedId } from "../../../contract/forms.ts";
import {
  batchCancel as batchCancelEndpoint,
  batchOrders as batchOrdersEndpoint,
  CANCELED_BATCH,
  type PLACED_BATCH,
} from "../../../contract/pairs/batch.ts";
import { writerAround, writtenList } from "../../../contract/writer.ts";
import type { OrderId } from "../../../core/engine/orders/order.ts";
import type { PlacedBatch } from "../../../core/engine/spot/spot.ts";
import { serve } from "../dialect/endpoint.ts";
import { refusalOf } from "../dialect/errors.ts";
import { submit } from "../dialect/submit.ts";
import { getPairNamed, toPlaceBatch } from "./order-request.ts";

const batchOrders = serve(batchOrdersEndpoint, async (call, values) => {
  const outcome = await submit(call, toPlaceBatch(call, values));
  if (!outcome.ok) throw refusalOf(outcome); // SPOT-BATCH-2
  return batchOf(outcome.answer);
});

/** SPOT-BATCH-7 */
function batchOf({ orderIds, rejected }: PlacedBatch): ValueOf<typeof PLACED_BATCH> {
  const items = rejected?.map(({ index, ...no }) => {
    const { code, message } = refusalOf({ ok: false, ...no });
    return { index, code, msg: message };
  });
  return { ids: orderIds, rejected: items };
}

const batchCancel = serve(batchCancelEndpoint, async (call, { symbol, orderIds }) => {
  const { user, key, request } = call;
  const pair = getPairNamed(call, symbol).id;
  const orders = orderIds.map(({ order }) => order);
  const command = { type: "CancelBatch", user, key, request, pair, orders } as const;
  const outcome = await submit(call, command);
  if (!outcome.ok) throw refusalOf(outcome);
  return writeCancels(orderIds, outcome.answer.canceled);
});

/** An id that was asked for may have more digits than a number holds. */
const cancelsText = writerAround(CANCELED_BATCH, "success", "failed");

/**
 * SPOT-BATCH-4: in the order of the request. Of an id named twice only the first can be canceled,
 * so each id that was canceled means the first that is asked for and not yet answered.
 */
function writeCancels(asked: readonly AskedId[], canceled: readonly OrderId[]) {
  const success: Written<number>[] = [];
  const failed: Written<number>[] = [];
  for (const { order, digits } of asked) {
    const isCanceled = order === canceled[success.length];
    (isCanceled ? success : failed).push(digits as Written<number>);
  }
  return cancelsText({ success: writtenList(success), failed: writtenList(failed) });
}

export const BATCH_ROUTES = [batchOrders, batchCancel];
