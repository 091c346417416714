/**
 * Finding an order of one's own, open or ended, by its id or by its client id. Another user's
 * order, another symbol's or another area's is as good as none (SPOT-CANCEL-1).
 */
import type { Pair } from "../../engine/catalogue/catalogue.ts";
import {
  clientIdOf,
  type Order,
  type OrderId,
  type OrderStatus,
  openStatusOf,
} from "../../engine/orders/order.ts";
import type { EndedOrder } from "../../views/ended-orders.ts";
import { malformed, type SignedCall } from "./endpoint.ts";
import { Refusal } from "./errors.ts";
import { demandClientId, NO_ORDER } from "./forms.ts";
import { getPairNamed } from "./order-request.ts";

/** What is shown of an order, whether it is open or not. */
export type Shown = Pick<
  EndedOrder,
  "id" | "side" | "kind" | "ticks" | "lots" | "budget" | "executed" | "traded" | "placedAtMs"
> & { readonly clientId: string; readonly status: OrderStatus };

/** How a request names an order: by id, or with id 0 by client id. */
export interface OrderName {
  readonly order: OrderId;
  readonly clientId: string;
}

/** SPOT-CLIENT-4: the order id decides when both are given; one of the two is enough. */
export function readName(call: SignedCall, values: NameValues): { pair: Pair; name: OrderName } {
  const { symbol, orderId, newClientOrderId } = values;
  if (orderId === undefined && newClientOrderId === undefined)
    throw malformed("orderId", "missing");
  const clientId = orderId === undefined ? demandClientId(newClientOrderId ?? "") : "";
  const pair = getPairNamed(call, symbol);
  if (orderId === NO_ORDER) throw new Refusal("NO_SUCH_ORDER"); // SPOT-CANCEL-1
  return { pair, name: { order: orderId ?? 0, clientId } };
}

interface NameValues {
  readonly symbol: string;
  readonly orderId: OrderId | undefined;
  readonly newClientOrderId: string | undefined;
}

export function findOrder(call: SignedCall, pair: Pair, name: OrderName): Shown | undefined {
  return name.order === 0 ? findNamed(call, pair, name.clientId) : findById(call, pair, name.order);
}

function findById({ exchange, user }: SignedCall, pair: Pair, id: OrderId): Shown | undefined {
  const open = exchange.state.orders.byId.get(id);
  if (open) return isOwn(open, user, pair) ? shownOf(open) : undefined;
  const ended = exchange.views.endedOrders.find(id);
  return ended && isOwn(ended, user, pair) ? ended : undefined;
}

/** SPOT-CLIENT-4: the newest with the client id. No two are open, so the last ended is newest. */
function findNamed(call: SignedCall, pair: Pair, clientId: string): Shown | undefined {
  const { exchange, questions, user } = call;
  const { orders, timeMs } = exchange.state;
  const id = questions.orderIdNamed(orders, { user, area: "spot", clientId }, timeMs);
  const open = orders.byId.get(id);
  if (open?.user === user && clientIdOf(open) === clientId) {
    return isOwn(open, user, pair) ? shownOf(open) : undefined;
  }
  const ended = exchange.views.endedOrders.findNamed(user, clientId);
  return ended && isOwn(ended, user, pair) ? ended : undefined;
}

/** SPOT-CANCEL-1 */
function isOwn(order: Order | EndedOrder, user: number, pair: Pair): boolean {
  return order.user === user && order.pair === pair.id && order.area === "spot";
}

/** An open order as it stands now: the engine's own goes on changing. */
export function shownOf(order: Order): Shown {
  return { ...order, clientId: clientIdOf(order), status: openStatusOf(order) };
}
