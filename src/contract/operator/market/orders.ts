/** Orders: the operator may cancel any open one (SPOT-STATE-11, OPER-FUT-5), or all of a user, a symbol or a contract (OPER-CANCEL-1). */
import {
  clientId,
  count,
  id,
  idText,
  name as nameShape,
  record,
  sometimes,
  text,
  told,
  truth,
} from "../../field.ts";
import { orderId } from "../../forms.ts";
import { optional, required } from "../../parameter.ts";
import { name } from "../forms.ts";
import { request } from "../request.ts";
import { at, option } from "../typed.ts";
import { withoutIt } from "../usual.ts";

export const CANCEL_ORDER = request({
  method: "POST",
  path: "/orders/cancel",
  parameters: {
    orderId: at("ID", required(told(orderId, { description: "The id of the order." }))),
  },
  about: {
    operation: "cancelOrder",
    tag: "orders",
    summary: "Cancel one open order, in any area",
    reply: record({
      orderId: id("id of the order"),
      orderIdString: idText("the same as a string"),
      newClientOrderId: clientId("the client's own name of the order, or the server's"),
      user: text("user whose order it was"),
      symbol: sometimes(nameShape("symbol, of an order in spot or margin")),
      contractName: sometimes(nameShape("contract, of an order in futures")),
    }),
    codes: ["NO_SUCH_ORDER"],
    waitsFor: "command",
  },
  commands: [{ words: "order cancel", says: "cancel any open order" }],
});

/** CORE-BOUND-1: a request for more is sent again. */
export const CANCELED_MAX = 10_000;

export const CANCEL_ALL_ORDERS = request({
  method: "POST",
  path: "/orders/cancel-all",
  parameters: {
    user: option(
      "--user NAME",
      "whose orders",
      optional(told(name, { description: "Only orders of this user." })),
      { usual: withoutIt("those of every user") },
    ),
    symbol: option(
      "--symbol NAME",
      "on which symbol, in spot and in margin",
      optional(told(name, { description: "Only orders on this symbol, in spot and margin." })),
    ),
    contract: option(
      "--contract NAME",
      "on which contract, waiting ones too",
      optional(told(name, { description: "Only orders on this contract." })),
    ),
  },
  about: {
    operation: "cancelAllOrders",
    tag: "orders",
    summary: "Cancel all open orders of a user, a symbol or a contract",
    description: `At least one of them is named, and not both markets. One request cancels at most ${CANCELED_MAX}; sent again it cancels what is left.`,
    reply: record({
      user: sometimes(text("as it was asked for")),
      symbol: sometimes(text("as it was asked for")),
      contract: sometimes(text("as it was asked for")),
      canceled: count("how many were cancelled"),
      more: truth("whether there are more"),
    }),
    codes: ["NO_SUCH_USER", "BAD_SYMBOL"],
    waitsFor: "command",
  },
  commands: [
    {
      words: "order cancel-all",
      says: "cancel all open orders of a user, of a symbol or contract, or of a user there",
      asksFirst: {
        says: "the name of the user or the market",
        of: ["user", "symbol", "contract"],
        asks: "whose orders?",
        gone: "the orders of a user or a market, and their places in the books",
      },
    },
  ],
});
