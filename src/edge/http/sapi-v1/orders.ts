/**
 * Orders in the words of the v1 dialect, of spot and of margin. An endpoint only translates; it
 * decides nothing.
 */
import * as orders from "../../../contract/pairs/orders.ts";
import { Refusal } from "../../../contract/refusal.ts";
import { writtenList } from "../../../contract/writer.ts";
import { openOrdersOf } from "../../../core/engine/read/orders.ts";
import { checkPairOrder } from "../../../core/preview/pair/check-pair-order.ts";
import { readPairFacts } from "../../../core/preview/read/read-pair-view.ts";
import { engineTimeOf } from "../../../runtime/replica/submission.ts";
import { serve } from "../dialect/endpoint.ts";
import { refusalOf } from "../dialect/errors.ts";
import { demandFound, hadEnded } from "../dialect/find-order.ts";
import { executed, submit } from "../dialect/submit.ts";
import { type OrderArea, SPOT } from "./areas.ts";
import { findPairOrder, readWanted } from "./find-order.ts";
import { canceledOf, placedOf, writeOpen } from "./order-reply.ts";
import { getPairNamed, toAsk } from "./order-request.ts";

const createOrder = (area: OrderArea) =>
  serve(orders.createOrder(area), (call, values) => {
    const { pair, ask } = toAsk(call, area, values);
    return executed(call, ask, (answer) => placedOf(pair, ask, answer));
  });

/** SPOT-CHECK-16: checks against the live state at the time the order would have had, and logs nothing. */
const testOrder = serve(orders.testOrder, (call, values) => {
  const { exchange } = call;
  const { ask } = toAsk(call, SPOT, values);
  const asked = { ...ask, area: "spot" } as const;
  const facts = readPairFacts(exchange.state, asked, engineTimeOf(exchange));
  const refused = checkPairOrder(facts, asked);
  if (refused) throw refusalOf(refused);
  return {};
});

const queryOrder = (area: OrderArea) =>
  serve(orders.queryOrder(area), (call, values) => {
    const order = findPairOrder(call, readWanted(call, area.area, values));
    return typeof order === "string" ? order : demandFound(order);
  });

export const cancelOrder = (area: OrderArea) =>
  serve(orders.cancelOrder(area), async (call, values) => {
    const wanted = readWanted(call, area.area, values);
    const { user, key, request } = call;
    const { pair } = wanted;
    const { order, clientId } = wanted.name;
    const asked = { type: area.cancel, user, key, request, pair: pair.id, order, clientId };
    const outcome = await submit(call, asked);
    if (!outcome.ok) {
      // SPOT-CANCEL-2: an order that is not open has ended, or (SPOT-CANCEL-1) never was the user's own.
      const isOver = outcome.reason === "order_not_open" || outcome.reason === "pair_not_found";
      const isFinal = isOver && (await hadEnded(outcome, findPairOrder(call, wanted)));
      throw isFinal ? new Refusal("ORDER_NOT_SUPPORT_CANCELLATION") : refusalOf(outcome);
    }
    return canceledOf(pair, outcome.answer);
  });

const openOrders = (area: OrderArea) =>
  serve(orders.openOrders(area), (call, { symbol, limit = orders.OPEN_ORDERS_DEFAULT }) => {
    const { exchange, user } = call;
    const pair = getPairNamed(call, symbol);
    const written: ReturnType<typeof writeOpen>[] = [];
    const selection = { area: area.area, user, market: pair.id };
    for (const order of openOrdersOf(exchange.state.orders, selection)) {
      if (written.length === limit) break;
      written.push(writeOpen(pair, order));
    }
    return writtenList(written);
  });

export const orderRoutes = (area: OrderArea) => [
  createOrder(area),
  queryOrder(area),
  cancelOrder(area),
  openOrders(area),
  ...(area.area === "spot" ? [testOrder] : []),
];
