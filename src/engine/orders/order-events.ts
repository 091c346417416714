/** What happens to an order of any area, as events: it comes to rest, and it ends. */
import type { Order, OrderStatus } from "./order.ts";

/** An order came to rest. `order` is the engine's own: read it now, it goes on changing. */
export interface OrderRested {
  readonly type: "OrderRested";
  readonly order: Order;
}

/** Why an order ended, where its status does not say it: its amount did not pay for one step. */
export type EndReason = "below_one_step";

/** An order is over, and does not change any more. */
export interface OrderEnded {
  readonly type: "OrderEnded";
  readonly order: Order;
  readonly status: OrderStatus;
  readonly timeMs: number;
  /** The exchange placed it, in a liquidation (MARG-LIQ-3, FUT-LIQ-2). */
  readonly isForced?: true | undefined;
  readonly reason?: EndReason | undefined;
}

/** SPOT-MATCH-6: done without a trade, since the amount did not pay for one step at the next price. */
export function endReasonOf(status: OrderStatus, stop: string): EndReason | undefined {
  return status === "canceled" && stop === "complete" ? "below_one_step" : undefined;
}
