/** The words of orders in this dialect, and the numbers that stand for them in the order history. */
import type { Contract } from "../../engine/catalogue/contract.ts";
import {
  type FuturesTerms,
  type MarginMode,
  type OrderKind,
  type OrderStatus,
  type TimeInForce,
  TRIGGERS,
  type Trigger,
} from "../../engine/orders/order.ts";

export const ACTIONS: Readonly<Record<FuturesTerms["action"], string>> = {
  open: "OPEN",
  close: "CLOSE",
};
/** FUT-WIRE-6: with two L, unlike spot; INIT is a condition order that waits. */
export const STATUSES: Readonly<Record<OrderStatus, string>> = {
  waiting: "INIT",
  new: "NEW",
  partially_filled: "PARTIALLY_FILLED",
  filled: "FILLED",
  canceled: "CANCELLED",
  rejected: "REJECTED",
};

/** 1 is full, 2 restricted. */
export const POSITION_TYPES: Readonly<Record<MarginMode, number>> = { cross: 1, isolated: 2 };
export const MODES: ReadonlyMap<string, MarginMode> = new Map([
  ["1", "cross"],
  ["2", "isolated"],
]);

/** FUT-FIELD-13; 0 is an order that waits for nothing. */
export const TRIGGER_CODES: Readonly<Record<Trigger, number>> = {
  none: 0,
  stop_loss: 1,
  stop_gain: 2,
  up: 3,
  down: 4,
};

/** The triggers that a request can ask for. */
export const TRIGGER_TYPES: ReadonlyMap<string, Exclude<Trigger, "none">> = new Map(
  TRIGGERS.flatMap((trigger) =>
    trigger === "none" ? [] : [[`${TRIGGER_CODES[trigger]}`, trigger] as const],
  ),
);

/** FUT-COND-2 */
export const TRIGGER_SOURCES: Readonly<Record<Contract["triggerSource"] | "none", string>> = {
  last: "LAST",
  mark: "MARK",
  none: "NONE",
};

/** FUT-FIELD-10; 5 is not used. */
export const STATUS_CODES: Readonly<Record<OrderStatus, number>> = {
  waiting: 0,
  new: 1,
  filled: 2,
  partially_filled: 3,
  canceled: 4,
  rejected: 6,
};

const LIMIT_CODES: Readonly<Record<TimeInForce, number>> = { gtc: 1, ioc: 3, fok: 4, post_only: 5 };

/** FUT-FIELD-10 */
export function typeCodeOf({ kind, timeInForce }: { kind: OrderKind; timeInForce: TimeInForce }) {
  return kind === "market" ? 2 : LIMIT_CODES[timeInForce];
}
