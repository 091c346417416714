/** What the order commands of every area share: the sender, a cancel by the operator, a cancel's answer. */
import { answers, type CommandOf, command } from "../../base/records/command.ts";
import { uint } from "../../base/records/record.ts";
import type { UserId } from "../users/users.ts";
import type { OrderId } from "./order.ts";

/** The sender: the user, the key that signed, the request that the command came with. */
export const by = { user: uint, key: uint, request: uint };

/** The operator cancels an open order of any area. */
export const CancelByOperator = command("CancelByOperator", 44, {
  fields: { order: uint, request: uint },
  answer: answers<Canceled>(),
  rejects: ["order_not_open"],
  events: ["OrderEnded", "Repaid"],
});
export type CancelByOperator = CommandOf<typeof CancelByOperator>;

export interface Canceled {
  readonly orderId: OrderId;
  readonly clientId: string;
  readonly user: UserId;
}
