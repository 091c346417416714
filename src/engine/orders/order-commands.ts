/** What the order commands of every area share: who asks, a cancel by the operator, a cancel's answer. */
import { type CommandOf, command, uint } from "../../base/record.ts";
import type { UserId } from "../users/users.ts";
import type { OrderId } from "./order.ts";

/** Who asks: the user, the key that signed, the request it came with. */
export const by = { user: uint, key: uint, request: uint };

/** Of an open order in any area. */
export const CancelByOperator = command("CancelByOperator", 44, { order: uint, request: uint });
export type CancelByOperator = CommandOf<typeof CancelByOperator>;

export interface Canceled {
  readonly orderId: OrderId;
  readonly clientId: string;
  readonly user: UserId;
}
