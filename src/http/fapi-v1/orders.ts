/** Placing and canceling futures orders. An endpoint only translates; it decides nothing. */

import { NOTHING } from "../../contract/field.ts";
import { illegalClientId } from "../../contract/forms.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { PlaceFuturesOrder } from "../../engine/futures/futures-commands.ts";
import { type SignedCall, signedEndpoint } from "../dialect/endpoint.ts";
import { refusalOf } from "../dialect/errors.ts";
import { hadEnded } from "../dialect/find-order.ts";
import { execute, submit } from "../dialect/submit.ts";
import { getContractNamed, maybeContractName } from "./contract-name.ts";
import { CONDITION_PARAMETERS, NAME_PARAMETERS, ORDER_PARAMETERS } from "./order-parameters.ts";
import { CLIENT_ID, findContractOrder, readWanted } from "./order-queries.ts";
import { ORDER_ID, writeOrderId } from "./order-reply.ts";
import { FORM_CODES, MOMENT_CODES, toConditionOrder, toOrder } from "./order-request.ts";

export const createOrder = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/order",
  security: "TRADE",
  limit: { count: 100, perMs: 2_000 },
  isOverStream: true,
  placesOrders: true,
  parameters: ORDER_PARAMETERS,
  about: {
    operation: "futuresCreateOrder",
    tags: ["futures"],
    summary: "Place an order",
    reply: ORDER_ID,
    codes: [...FORM_CODES, ...MOMENT_CODES],
    waitsFor: "command",
  },
  handle: (call, values) => place(call, toOrder(call, values)),
});

export const createConditionOrder = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/conditionOrder",
  security: "TRADE",
  limit: { count: 20, perMs: 2_000 },
  isOverStream: true,
  placesOrders: true,
  parameters: CONDITION_PARAMETERS,
  about: {
    operation: "futuresCreateConditionOrder",
    tags: ["futures"],
    summary: "Place an order that waits for a price",
    description:
      "It waits as INIT and is placed when the price is reached; what depends on that moment, money among it, is asked then.",
    reply: ORDER_ID,
    codes: FORM_CODES,
    waitsFor: "command",
  },
  handle: (call, values) => place(call, toConditionOrder(call, values)),
});

async function place(call: SignedCall, command: PlaceFuturesOrder): Promise<string> {
  const outcome = await submit(call, command);
  if (!outcome.ok) {
    // FUT-CHECK-13: a client id goes by another name here than in spot.
    const isName = outcome.reason === "client_id_malformed";
    throw isName ? illegalClientId(CLIENT_ID) : refusalOf(outcome);
  }
  return writeOrderId(outcome.answer.orderId);
}

export const cancelOrder = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/cancel",
  security: "TRADE",
  limit: { count: 20, perMs: 2_000 },
  isOverStream: true,
  parameters: NAME_PARAMETERS,
  about: {
    operation: "futuresCancelOrder",
    tags: ["futures"],
    summary: "Cancel an order",
    description: "One of orderId and clientOrderId is mandatory.",
    reply: ORDER_ID,
    codes: ["BAD_SYMBOL", "ORDER_NOT_SUPPORT_CANCELLATION", "NO_SUCH_ORDER"],
    waitsFor: "command",
  },
  async handle(call, values) {
    const wanted = readWanted(call, values);
    const { contract, name } = wanted;
    const { user, key, request } = call;
    const asked = { user, key, request, contract: contract.id, ...name };
    const outcome = await submit(call, { type: "CancelFuturesOrder", ...asked });
    if (!outcome.ok) {
      // FUT-CANCEL-1: an order that is not open has ended, or never was the user's own.
      const { reason } = outcome;
      const isOver = reason === "order_not_open" || reason === "contract_not_found";
      const isFinal = isOver && (await hadEnded(outcome, findContractOrder(call, wanted)));
      throw isFinal ? new Refusal("ORDER_NOT_SUPPORT_CANCELLATION") : refusalOf(outcome);
    }
    return writeOrderId(outcome.answer.orderId);
  },
});

/** Beyond the spec, in the words of its family of venues. FUT-CANCEL-2: without a contract, in all of them. */
export const cancelAll = signedEndpoint({
  method: "POST",
  path: "/fapi/v1/cancel_all",
  security: "TRADE",
  limit: { count: 20, perMs: 2_000 },
  isOverStream: true,
  parameters: { contractName: maybeContractName },
  about: {
    operation: "futuresCancelAll",
    tags: ["futures", "extensions"],
    summary: "Cancel your orders of a contract, or all",
    reply: NOTHING,
    codes: ["BAD_SYMBOL"],
    waitsFor: "command",
  },
  async handle(call, { contractName }) {
    const contract = contractName === undefined ? 0 : getContractNamed(call, contractName).id;
    const { user, key, request } = call;
    await execute(call, { type: "CancelAllFutures", user, key, request, contract });
    return "{}";
  },
});
