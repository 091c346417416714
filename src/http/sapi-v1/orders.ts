/**
 * Orders in the words of the v1 dialect, of spot and of margin. An endpoint only translates; it
 * decides nothing.
 */

import { list, NOTHING, told } from "../../contract/field.ts";
import { limitTo } from "../../contract/forms.ts";
import { CANCELED_ORDER, ORDER, PLACED_ORDER } from "../../contract/pair-orders.ts";
import { optional, required } from "../../contract/parameter.ts";
import { Refusal } from "../../contract/refusal.ts";
import { openOrdersOf } from "../../engine/read/orders.ts";
import { checkPairOrder } from "../../preview/pair/check-pair-order.ts";
import { readPairFacts } from "../../preview/read/read-pair-view.ts";
import { engineTimeOf } from "../../service/submission.ts";
import { signedEndpoint } from "../dialect/endpoint.ts";
import { refusalOf } from "../dialect/errors.ts";
import { demandFound, hadEnded } from "../dialect/find-order.ts";
import { submit } from "../dialect/submit.ts";
import { type OrderArea, SPOT } from "./areas.ts";
import { findPairOrder, readWanted, writeOpen } from "./find-order.ts";
import { NAME_PARAMETERS, ORDER_PARAMETERS, symbolName } from "./order-parameters.ts";
import { writeCanceled, writePlaced } from "./order-reply.ts";
import { getPairNamed, STANDING_CODES, toAsk } from "./order-request.ts";

export const createOrder = (area: OrderArea) =>
  signedEndpoint({
    method: "POST",
    path: `${area.root}/order`,
    security: "TRADE",
    limit: area.placing,
    isOverStream: true,
    placesOrders: true,
    parameters: ORDER_PARAMETERS,
    about: {
      operation: `${area.area}CreateOrder`,
      tags: [area.area],
      summary: "Place an order",
      description: area.note,
      reply: PLACED_ORDER,
      codes: [...STANDING_CODES, "BALANCE_NOT_ENOUGH"],
      waitsFor: "command",
    },
    async handle(call, values) {
      const { pair, ask } = toAsk(call, area, values);
      const outcome = await submit(call, { ...ask, type: area.place });
      if (!outcome.ok) throw refusalOf(outcome);
      return writePlaced(pair, ask, outcome.answer);
    },
  });

/** SPOT-CHECK-16: checks against the live state at the time the order would have had, and logs nothing. */
export const testOrder = signedEndpoint({
  method: "POST",
  path: "/sapi/v1/order/test",
  security: "TRADE",
  limit: { count: 100, perMs: 2_000 },
  placesOrders: true,
  parameters: ORDER_PARAMETERS,
  about: {
    operation: "spotTestOrder",
    tags: ["spot"],
    summary: "Would this order be taken?",
    description:
      "Asks everything that placing it would ask, on the market of this moment, and changes nothing. Left out are the money, which is not looked at, and all that comes of matching: whether it trades, with how much and at which price, whether the amount of a MARKET order pays for one step, and whether it would meet your own orders. The client id is not taken.",
    reply: NOTHING,
    codes: STANDING_CODES,
  },
  handle(call, values) {
    const { exchange } = call;
    const { ask } = toAsk(call, SPOT, values);
    const asked = { ...ask, area: "spot" } as const;
    const facts = readPairFacts(exchange.state, asked, engineTimeOf(exchange));
    const refused = checkPairOrder(facts, asked);
    if (refused) throw refusalOf(refused);
    return "{}";
  },
});

export const queryOrder = ({ area, root }: OrderArea) =>
  signedEndpoint({
    method: "GET",
    path: `${root}/order`,
    security: "TRADE",
    limit: { count: 20, perMs: 2_000 },
    parameters: NAME_PARAMETERS,
    about: {
      operation: `${area}QueryOrder`,
      tags: [area],
      summary: "One of your orders, open or ended",
      reply: ORDER,
      codes: ["BAD_SYMBOL", "NO_SUCH_ORDER"],
      waitsFor: "archive",
    },
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
    isOverStream: true,
    parameters: NAME_PARAMETERS,
    about: {
      operation: `${area}CancelOrder`,
      tags: [area],
      summary: "Cancel an order",
      reply: CANCELED_ORDER,
      codes: ["BAD_SYMBOL", "ORDER_NOT_SUPPORT_CANCELLATION", "NO_SUCH_ORDER"],
      waitsFor: "command",
    },
    async handle(call, values) {
      const wanted = readWanted(call, area, values);
      const { pair, name } = wanted;
      const { user, key, request } = call;
      const outcome = await submit(call, { type, user, key, request, pair: pair.id, ...name });
      if (!outcome.ok) {
        // SPOT-CANCEL-2: an order that is not open has ended, or (SPOT-CANCEL-1) never was the user's own.
        const isOver = outcome.reason === "order_not_open" || outcome.reason === "pair_not_found";
        const isFinal = isOver && (await hadEnded(outcome, findPairOrder(call, wanted)));
        throw isFinal ? new Refusal("ORDER_NOT_SUPPORT_CANCELLATION") : refusalOf(outcome);
      }
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
    parameters: {
      symbol: required(symbolName),
      limit: optional(told(limitTo(OPEN_ORDERS_MAX), { default: OPEN_ORDERS_DEFAULT })),
    },
    about: {
      operation: `${area}OpenOrders`,
      tags: [area],
      summary: "Your open orders of a symbol",
      reply: list(ORDER, "newest first"),
      codes: ["BAD_SYMBOL"],
    },
    handle(call, { symbol, limit = OPEN_ORDERS_DEFAULT }) {
      const { exchange, user } = call;
      const pair = getPairNamed(call, symbol);
      const written: string[] = [];
      const selection = { area, user, market: pair.id };
      for (const order of openOrdersOf(exchange.state.orders, selection)) {
        if (written.length === limit) break;
        written.push(writeOpen(pair, order));
      }
      return `[${written.join(",")}]`;
    },
  });
