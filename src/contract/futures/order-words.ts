/** The words of futures orders, and the numbers that stand for them in the order history. */
import type { Contract } from "../../core/engine/catalogue/contract.ts";
import {
  type FuturesTerms,
  type MarginMode,
  type OrderKind,
  type OrderStatus,
  type TimeInForce,
  TRIGGERS,
  type Trigger,
} from "../../core/engine/orders/order.ts";

export const ACTIONS = {
  open: "OPEN",
  close: "CLOSE",
} as const satisfies Readonly<Record<FuturesTerms["action"], string>>;

/** FUT-WIRE-6: with two L, unlike spot; INIT is a condition order that waits. */
export const STATUSES = {
  waiting: "INIT",
  new: "NEW",
  partially_filled: "PARTIALLY_FILLED",
  filled: "FILLED",
  canceled: "CANCELLED",
  rejected: "REJECTED",
} as const satisfies Readonly<Record<Exclude<OrderStatus, "pending">, string>>;

/** 1 is full, 2 restricted. */
export const POSITION_TYPES = {
  cross: 1,
  isolated: 2,
} as const satisfies Readonly<Record<MarginMode, number>>;
export const MODES: ReadonlyMap<string, MarginMode> = new Map([
  ["1", "cross"],
  ["2", "isolated"],
]);

/** FUT-FIELD-13; 0 is an order that waits for nothing. */
export const TRIGGER_CODES = {
  none: 0,
  stop_loss: 1,
  stop_gain: 2,
  up: 3,
  down: 4,
} as const satisfies Readonly<Record<Trigger, number>>;

/** The triggers that a request can ask for. */
export const TRIGGER_TYPES: ReadonlyMap<string, Exclude<Trigger, "none">> = new Map(
  TRIGGERS.flatMap((trigger) =>
    trigger === "none" ? [] : [[`${TRIGGER_CODES[trigger]}`, trigger] as const],
  ),
);

/** FUT-COND-2 */
export const CONTRACT_SOURCES = {
  last: "LAST",
  mark: "MARK",
} as const satisfies Readonly<Record<Contract["triggerSource"], string>>;
export const TRIGGER_SOURCES = { ...CONTRACT_SOURCES, none: "NONE" } as const;

/** FUT-FIELD-10; 5 is not used. */
export const STATUS_CODES = {
  waiting: 0,
  new: 1,
  filled: 2,
  partially_filled: 3,
  canceled: 4,
  rejected: 6,
} as const satisfies Readonly<Record<Exclude<OrderStatus, "pending">, number>>;

const LIMIT_CODES = {
  gtc: 1,
  ioc: 3,
  fok: 4,
  post_only: 5,
} as const satisfies Readonly<Record<TimeInForce, number>>;
const MARKET_CODE = 2;

export const TYPE_CODES = [...Object.values(LIMIT_CODES), MARKET_CODE] as const;

/** FUT-FIELD-10 */
export function typeCodeOf({ kind, timeInForce }: { kind: OrderKind; timeInForce: TimeInForce }) {
  return kind === "market" ? MARKET_CODE : LIMIT_CODES[timeInForce];
}
