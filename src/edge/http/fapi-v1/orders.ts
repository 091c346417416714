/** Placing and canceling futures orders. An endpoint only translates; it decides nothing. */
import { illegalClientId } from "../../../contract/forms.ts";
import * as orders from "../../../contract/futures/orders.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { PlaceFuturesOrder } from "../../../core/engine/futures/futures-commands.ts";
import { type SignedCall, serve } from "../dialect/endpoint.ts";
import { refusalOf } from "../dialect/errors.ts";
import { hadEnded } from "../dialect/find-order.ts";
import { execute, submit } from "../dialect/submit.ts";
import { getContractNamed } from "./contract-name.ts";
import { CLIENT_ID, findContractOrder, readWanted } from "./order-queries.ts";
import { idFields } from "./order-reply.ts";
import { toConditionOrder, toOrder } from "./order-request.ts";

const createOrder = serve(orders.createOrder, (call, values) => place(call, toOrder(call, values)));

const createConditionOrder = serve(orders.createConditionOrder, (call, values) =>
  place(call, toConditionOrder(call, values)),
);

async function place(call: SignedCall, command: PlaceFuturesOrder) {
  const outcome = await submit(call, command);
  if (!outcome.ok) {
    // FUT-CHECK-13: a client id goes by another name here than in spot.
    const isName = outcome.reason === "client_id_malformed";
    throw isName ? illegalClientId(CLIENT_ID) : refusalOf(outcome);
  }
  return idFields(outcome.answer.orderId);
}

export const cancelOrder = serve(orders.cancelOrder, async (call, values) => {
  const wanted = readWanted(call, values);
  const { user, key, request } = call;
  const contract = wanted.contract.id;
  const { order, clientId } = wanted.name;
  const asked = {
    type: "CancelFuturesOrder",
    user,
    key,
    request,
    contract,
    order,
    clientId,
  } as const;
  const outcome = await submit(call, asked);
  if (!outcome.ok) {
    // FUT-CANCEL-1: an order that is not open has ended, or never was the user's own.
    const { reason } = outcome;
    const isOver = reason === "order_not_open" || reason === "contract_not_found";
    const isFinal = isOver && (await hadEnded(outcome, findContractOrder(call, wanted)));
    throw isFinal ? new Refusal("ORDER_NOT_SUPPORT_CANCELLATION") : refusalOf(outcome);
  }
  return idFields(outcome.answer.orderId);
});

/** FUT-CANCEL-2: without a contract, in all of them. */
const cancelAll = serve(orders.cancelAll, async (call, { contractName }) => {
  const contract = contractName === undefined ? 0 : getContractNamed(call, contractName).id;
  const { user, key, request } = call;
  await execute(call, { type: "CancelAllFutures", user, key, request, contract });
  return {};
});

export const FUTURES_ORDER_ROUTES = [createOrder, createConditionOrder, cancelOrder, cancelAll];
