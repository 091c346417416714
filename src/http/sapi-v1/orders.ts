/** Orders in the words of the v1 spot dialect. An endpoint only translates; it decides nothing. */
import { assert } from "../../base/assert.ts";
import { optional, required, signedEndpoint } from "../dialect/endpoint.ts";
import { Refusal, refusalOf } from "../dialect/errors.ts";
import { limitTo, newClientId, orderId, words } from "../dialect/forms.ts";
import { submit } from "../dialect/submit.ts";
import { findOrder, readName, writeOpen } from "./find-order.ts";
import { writeCanceled, writePlaced } from "./order-reply.ts";
import { getPairNamed, ORDER_PARAMETERS, toPlaceOrder } from "./order-request.ts";

export const createOrder = signedEndpoint({
  method: "POST",
  path: "/sapi/v1/order",
  security: "TRADE",
  limit: { count: 100, perMs: 2_000 },
  parameters: ORDER_PARAMETERS,
  async handle(call, values) {
    const { pair, command } = toPlaceOrder(call, values);
    const outcome = await submit(call, command);
    if (!outcome.ok) throw refusalOf(outcome);
    assert("executed" in outcome.answer, "placing answers with the state after matching");
    return writePlaced(pair, command, outcome.answer);
  },
});

/** SPOT-CHECK-16: asks on the live state at the time the order would have had, and logs nothing. */
export const testOrder = signedEndpoint({
  method: "POST",
  path: "/sapi/v1/order/test",
  security: "TRADE",
  limit: { count: 100, perMs: 2_000 },
  parameters: ORDER_PARAMETERS,
  handle(call, values) {
    const { command } = toPlaceOrder(call, values);
    const { state } = call.exchange;
    const timeMs = Math.max(state.timeMs, call.exchange.now());
    const outcome = call.questions.testOrder(state, command, timeMs);
    if (!outcome.ok) throw refusalOf(outcome);
    return "{}";
  },
});

const NAME_PARAMETERS = {
  symbol: required(words),
  orderId: optional(orderId),
  newClientOrderId: optional(newClientId),
};

export const queryOrder = signedEndpoint({
  method: "GET",
  path: "/sapi/v1/order",
  security: "TRADE",
  limit: { count: 20, perMs: 2_000 },
  parameters: NAME_PARAMETERS,
  handle(call, values) {
    const { pair, name } = readName(call, values);
    const order = findOrder(call, pair, name);
    return typeof order === "string" ? order : demandFound(order);
  },
});

/** SPOT-CANCEL-1 */
async function demandFound(found: Promise<string | undefined>): Promise<string> {
  const order = await found;
  if (order === undefined) throw new Refusal("NO_SUCH_ORDER");
  return order;
}

export const cancelOrder = signedEndpoint({
  method: "POST",
  path: "/sapi/v1/cancel",
  security: "TRADE",
  limit: { count: 100, perMs: 2_000 },
  parameters: NAME_PARAMETERS,
  async handle(call, values) {
    const { pair, name } = readName(call, values);
    const { user, key, request } = call;
    const command = { type: "CancelOrder", user, key, request, pair: pair.id, ...name } as const;
    const outcome = await submit(call, command);
    if (!outcome.ok) {
      // SPOT-CANCEL-2: an order that is not open has ended, or (SPOT-CANCEL-1) never was one's own.
      const isOver = outcome.reason === "order_not_open" || outcome.reason === "pair_not_found";
      const isFinal = isOver && (await findOrder(call, pair, name));
      throw isFinal ? new Refusal("ORDER_NOT_SUPPORT_CANCELLATION") : refusalOf(outcome);
    }
    assert("clientId" in outcome.answer, "a cancel answers with the order's names");
    return writeCanceled(pair, outcome.answer);
  },
});

const OPEN_ORDERS_MAX = 1_000;
const OPEN_ORDERS_DEFAULT = 100;

export const openOrders = signedEndpoint({
  method: "GET",
  path: "/sapi/v1/openOrders",
  security: "TRADE",
  limit: { count: 20, perMs: 2_000 },
  parameters: { symbol: required(words), limit: optional(limitTo(OPEN_ORDERS_MAX)) },
  handle(call, { symbol, limit = OPEN_ORDERS_DEFAULT }) {
    const pair = getPairNamed(call, symbol);
    const written: string[] = [];
    for (const order of call.questions.openOrdersOf(call.exchange.state.orders, call.user)) {
      if (written.length === limit) break;
      if (order.pair !== pair.id || order.area !== "spot") continue;
      written.push(writeOpen(call, pair, order));
    }
    return `[${written.join(",")}]`;
  },
});
