/**
 * Orders: the operator may cancel any open one (SPOT-STATE-11, OPER-FUT-5), or all of a user, a symbol or
 * a contract (OPER-CANCEL-1). Each order is cancelled by a command of its own.
 */

import {
  CANCEL_ALL_ORDERS,
  CANCEL_ORDER,
  CANCELED_MAX,
} from "../../../contract/operator/market/orders.ts";
import { Refusal } from "../../../contract/refusal.ts";
import type { OrderId } from "../../../core/engine/orders/order.ts";
import { type OrderFilter, selectOrders } from "../../../core/engine/read/select-orders.ts";
import type { Submitted } from "../../../runtime/replica/submission.ts";
import { getContractNamed, getPairNamed, getUserNamed, nameAt } from "./find.ts";
import { carryOut, endpoint, type OperatorCall } from "./operator.ts";
import { outcomeUnknown, unavailable } from "./refusals.ts";

export const cancelOrder = endpoint(CANCEL_ORDER, async (call, { orderId: order }) => {
  const { state } = call.exchange;
  // Afterwards the order is gone.
  const where = placeOf(call, order);
  const canceled = await carryOut(call, {
    type: "CancelByOperator",
    order,
    request: call.request,
  });
  return {
    orderId: canceled.orderId,
    orderIdString: `${canceled.orderId}`,
    newClientOrderId: canceled.clientId,
    user: nameAt(state.users.users, canceled.user),
    ...where,
  };
});

/** OPER-FUT-5: where an open order is, in the words of its area. */
function placeOf({ exchange: { state } }: OperatorCall, id: number) {
  const order = state.orders.byId.get(id);
  if (order === undefined) return {};
  const { contracts, pairs } = state.catalogue;
  return order.area === "futures"
    ? { contractName: nameAt(contracts, order.market) }
    : { symbol: nameAt(pairs, order.market) };
}

/** So many go to the sequencer at once: others are served in between. */
export const CANCEL_STEP = 500;

export const cancelAllOrders = endpoint(CANCEL_ALL_ORDERS, async (call, asked) => {
  const meant = meantBy(call, asked);
  let canceled = 0;
  let sent = 0;
  for (;;) {
    const step = selectOrders(call.exchange.state, meant, CANCEL_STEP);
    if (step.length === 0) return { ...asked, canceled, more: false };
    if (sent >= CANCELED_MAX) return { ...asked, canceled, more: true };
    canceled += await cancelEach(call, step);
    sent += step.length;
  }
});

interface Asked {
  readonly user: string | undefined;
  readonly symbol: string | undefined;
  readonly contract: string | undefined;
}

function meantBy(call: OperatorCall, { user, symbol, contract }: Asked): OrderFilter {
  if (symbol !== undefined && contract !== undefined) {
    throw unclear("Orders are on a symbol or on a contract: give one of the two.");
  }
  if (user === undefined && symbol === undefined && contract === undefined) {
    throw unclear("Whose orders? Give a user, a symbol or a contract.");
  }
  return {
    user: user === undefined ? undefined : getUserNamed(call, user).id,
    market: marketBy(call, symbol, contract),
  };
}

function unclear(msg: string): Refusal {
  return new Refusal("MANDATORY_PARAM_EMPTY_OR_MALFORMED", { msg });
}

function marketBy(call: OperatorCall, symbol: string | undefined, contract: string | undefined) {
  if (symbol !== undefined) return { pair: getPairNamed(call, symbol).id };
  if (contract !== undefined) return { contract: getContractNamed(call, contract).id };
  return undefined;
}

/** How many it cancelled; an order that ended meanwhile is not counted. */
async function cancelEach(
  { exchange, request }: OperatorCall,
  orders: readonly OrderId[],
): Promise<number> {
  const commands = orders.map((order) => ({ type: "CancelByOperator", order, request }) as const);
  const outcomes = await exchange.submitAll(commands);
  for (const { kind } of outcomes) demandDone(kind);
  return outcomes.filter((submitted) => submitted.kind === "done" && submitted.outcome.ok).length;
}

/** Cancelling what is left is safe to repeat: an order is cancelled once. */
const REMEDY = "Send it again: it cancels what is left.";

function demandDone(kind: Submitted["kind"]): void {
  if (kind === "done") return;
  if (kind === "unknown") throw outcomeUnknown(REMEDY);
  throw unavailable(`The exchange takes no more commands now. ${REMEDY}`);
}
