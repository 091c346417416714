/** `bourse order ...`: one order of a user, or many (OPER-CANCEL-1). */
import type { ValueOf } from "../../contract/field.ts";
import { CANCEL_ALL_ORDERS, CANCEL_ORDER } from "../../contract/operator/market/orders.ts";
import { online } from "./online.ts";

export const orderCancel = online(CANCEL_ORDER, "order cancel", {
  show: ({ orderIdString, user, symbol, contractName = symbol }) => [
    `cancelled order ${orderIdString} of ${user} on ${contractName}`,
  ],
});

export const orderCancelAll = online(CANCEL_ALL_ORDERS, "order cancel-all", {
  remedy: () => "Run it again: it cancels what is left.",
  show: (reply) => [sayAll(reply), ...(reply.more ? ["There are more: run it again."] : [])],
});

type CanceledOrders = ValueOf<(typeof CANCEL_ALL_ORDERS)["about"]["reply"]>;

function sayAll({ user, symbol, contract = symbol, canceled }: CanceledOrders): string {
  const whose = user === undefined ? "" : ` of ${user}`;
  const where = contract === undefined ? "" : ` on ${contract}`;
  return `cancelled ${canceled} ${canceled === 1 ? "order" : "orders"}${whose}${where}`;
}
