/** Orders: the operator may cancel any open one (SPOT-STATE-11). */
import { assert } from "../../base/assert.ts";
import { required } from "../../http/dialect/endpoint.ts";
import { orderId } from "../../http/dialect/forms.ts";
import { carryOut, endpoint } from "./operator.ts";

export const cancelOrder = endpoint({
  method: "POST",
  path: "/orders/cancel",
  parameters: { orderId: required(orderId) },
  async handle(call, { orderId: order }) {
    const { state } = call.exchange;
    const pair = state.orders.byId.get(order)?.pair ?? 0;
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
      symbol: state.catalogue.pairs[pair - 1]?.name,
    };
  },
});
