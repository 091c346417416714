/** Orders: the operator may cancel any open one (SPOT-STATE-11, USER-FUT-5). */
import { assert } from "../../base/assert.ts";
import { required } from "../../http/dialect/endpoint.ts";
import { orderId } from "../../http/dialect/forms.ts";
import { carryOut, endpoint, type OperatorCall } from "./operator.ts";

export const cancelOrder = endpoint({
  method: "POST",
  path: "/orders/cancel",
  parameters: { orderId: required(orderId) },
  async handle(call, { orderId: order }) {
    const { state } = call.exchange;
    // Afterwards the order is gone.
    const where = placeOf(call, order);
    const canceled = await carryOut(call, {
      type: "CancelByOperator",
      order,
      request: call.request,
    });
    assert("clientId" in canceled, "a cancel answers with the order's names");
    return {
      orderId: canceled.orderId,
      orderIdString: `${canceled.orderId}`,
      newClientOrderId: canceled.clientId,
      user: state.users.users[canceled.user - 1]?.name,
      ...where,
    };
  },
});

/** USER-FUT-5: where an open order is, in the words of its area. */
function placeOf({ exchange: { state } }: OperatorCall, id: number) {
  const order = state.orders.byId.get(id);
  if (order === undefined) return {};
  const { contracts, pairs } = state.catalogue;
  return order.area === "futures"
    ? { contractName: contracts[order.pair - 1]?.name }
    : { symbol: pairs[order.pair - 1]?.name };
}
