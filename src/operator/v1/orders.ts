/**
 * Orders: the operator may cancel any open one (SPOT-STATE-11, OPER-FUT-5), or all of a user, a symbol or
 * a contract (OPER-CANCEL-1). Each order is cancelled by a command of its own.
 */

import {
  clientId,
  count,
  id,
  idText,
  name as nameShape,
  recordWith,
  text,
  told,
  truth,
} from "../../contract/field.ts";
import { orderId } from "../../contract/forms.ts";
import { optional, required } from "../../contract/parameter.ts";
import { Refusal } from "../../contract/refusal.ts";
import type { OrderId } from "../../engine/orders/order.ts";
import { type OrderFilter, selectOrders } from "../../engine/read/select-orders.ts";
import type { Submitted } from "../../service/submission.ts";
import { getContractNamed, getPairNamed, getUserNamed } from "./find.ts";
import { name } from "./forms.ts";
import { carryOut, endpoint, type OperatorCall } from "./operator.ts";
import { outcomeUnknown, unavailable } from "./refusals.ts";

export const cancelOrder = endpoint({
  method: "POST",
  path: "/orders/cancel",
  parameters: { orderId: required(told(orderId, { description: "The id of the order." })) },
  about: {
    operation: "cancelOrder",
    tag: "orders",
    summary: "Cancel one open order, in any area",
    reply: recordWith(
      {
        orderId: id("id of the order"),
        orderIdString: idText("the same as a string"),
        newClientOrderId: clientId("the client's own name of the order, or the server's"),
        user: text("user whose order it was"),
      },
      {
        symbol: nameShape("symbol, of an order in spot or margin"),
        contractName: nameShape("contract, of an order in futures"),
      },
    ),
    codes: ["NO_SUCH_ORDER"],
    waitsFor: "command",
  },
  async handle(call, { orderId: order }) {
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
      user: state.users.users[canceled.user - 1]?.name,
      ...where,
    };
  },
});

/** OPER-FUT-5: where an open order is, in the words of its area. */
function placeOf({ exchange: { state } }: OperatorCall, id: number) {
  const order = state.orders.byId.get(id);
  if (order === undefined) return {};
  const { contracts, pairs } = state.catalogue;
  return order.area === "futures"
    ? { contractName: contracts[order.market - 1]?.name }
    : { symbol: pairs[order.market - 1]?.name };
}

/** So many go to the sequencer at once: others are served in between. */
export const CANCEL_STEP = 500;
/** CORE-BOUND-1: a request for more is sent again. */
export const CANCELED_MAX = 20 * CANCEL_STEP;

export const cancelAllOrders = endpoint({
  method: "POST",
  path: "/orders/cancel-all",
  parameters: {
    user: optional(told(name, { description: "Only orders of this user." })),
    symbol: optional(
      told(name, { description: "Only orders on this symbol, in spot and margin." }),
    ),
    contract: optional(told(name, { description: "Only orders on this contract." })),
  },
  about: {
    operation: "cancelAllOrders",
    tag: "orders",
    summary: "Cancel all open orders of a user, a symbol or a contract",
    description: `At least one of them is named, and not both markets. One request cancels at most ${CANCELED_MAX}; sent again it cancels what is left.`,
    reply: recordWith(
      {
        canceled: count("how many were cancelled"),
        more: truth("whether there are more"),
      },
      {
        user: text("as it was asked for"),
        symbol: text("as it was asked for"),
        contract: text("as it was asked for"),
      },
    ),
    codes: ["NO_SUCH_USER", "BAD_SYMBOL"],
    waitsFor: "command",
  },
  async handle(call, asked) {
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
  },
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
