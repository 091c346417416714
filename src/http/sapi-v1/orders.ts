/**
 * Orders in the words of the v1 dialect, of spot and of margin. An endpoint only translates; it
 * decides nothing.
 */
import { assert } from "../../base/assert.ts";
import { optional, required, signedEndpoint } from "../dialect/endpoint.ts";
import { Refusal, refusalOf } from "../dialect/errors.ts";
import { demandFound } from "../dialect/find-order.ts";
import { limitTo, newClientId, orderId, words } from "../dialect/forms.ts";
import { submit } from "../dialect/submit.ts";
import { type OrderArea, SPOT } from "./areas.ts";
import { findPairOrder, readWanted, writeOpen } from "./find-order.ts";
import { writeCanceled, writePlaced } from "./order-reply.ts";
import { getPairNamed, ORDER_PARAMETERS, toAsk } from "./order-request.ts";

export const createOrder = (area: OrderArea) =>
  signedEndpoint({
    method: "POST",
    path: `${area.root}/order`,
    security: "TRADE",
    limit: area.placing,
    parameters: ORDER_PARAMETERS,
    async handle(call, values) {
      const { pair, ask } = toAsk(call, area, values);
      const outcome = await submit(call, { ...ask, type: area.place });
      if (!outcome.ok) throw refusalOf(outcome);
      assert("executed" in outcome.answer, "placing answers with the state after matching");
      return writePlaced(pair, ask, outcome.answer);
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
    const { ask } = toAsk(call, SPOT, values);
    const { state } = call.exchange;
    const timeMs = Math.max(state.timeMs, call.exchange.now());
    const outcome = call.questions.testOrder(state, { ...ask, type: "PlaceOrder" }, timeMs);
    if (!outcome.ok) throw refusalOf(outcome);
    return "{}";
  },
});

const NAME_PARAMETERS = {
  symbol: required(words),
  orderId: optional(orderId),
  newClientOrderId: optional(newClientId),
};

export const queryOrder = ({ area, root }: OrderArea) =>
  signedEndpoint({
    method: "GET",
    path: `${root}/order`,
    security: "TRADE",
    limit: { count: 20, perMs: 2_000 },
    parameters: NAME_PARAMETERS,
    handle(call, values) {
      const order = findPairOrder(call, readWanted(call, area, values));
      return typeof order === "string" ? order : demandFound(order);
    },
  });

export const cancelOrder = ({ area, root, cancel: type }: OrderArea) =>
  signedEndpoint({
    method: "POST",
    path: `${root}/cancel`,
    security: "TRADE",
    limit: { count: 100, perMs: 2_000 },
    parameters: NAME_PARAMETERS,
    async handle(call, values) {
      const wanted = readWanted(call, area, values);
      const { pair, name } = wanted;
      const { user, key, request } = call;
      const outcome = await submit(call, { type, user, key, request, pair: pair.id, ...name });
      if (!outcome.ok) {
        // SPOT-CANCEL-2: an order that is not open has ended, or (SPOT-CANCEL-1) never was one's own.
        const isOver = outcome.reason === "order_not_open" || outcome.reason === "pair_not_found";
        const isFinal = isOver && (await findPairOrder(call, wanted));
        throw isFinal ? new Refusal("ORDER_NOT_SUPPORT_CANCELLATION") : refusalOf(outcome);
      }
      assert("clientId" in outcome.answer, "a cancel answers with the order's names");
      return writeCanceled(pair, outcome.answer);
    },
  });

const OPEN_ORDERS_MAX = 1_000;
const OPEN_ORDERS_DEFAULT = 100;

export const openOrders = ({ area, root }: OrderArea) =>
  signedEndpoint({
    method: "GET",
    path: `${root}/openOrders`,
    security: "TRADE",
    limit: { count: 20, perMs: 2_000 },
    parameters: { symbol: required(words), limit: optional(limitTo(OPEN_ORDERS_MAX)) },
    handle(call, { symbol, limit = OPEN_ORDERS_DEFAULT }) {
      const { exchange, questions, user } = call;
      const pair = getPairNamed(call, symbol);
      const written: string[] = [];
      for (const order of questions.openOrdersOf(exchange.state.orders, { area, user })) {
        if (written.length === limit) break;
        if (order.pair !== pair.id) continue;
        written.push(writeOpen(call, pair, order));
      }
      return `[${written.join(",")}]`;
    },
  });
