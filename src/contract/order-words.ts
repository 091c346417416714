/** The words that the API has for what the engine calls otherwise: sides, kinds, states, instructions and ends of orders. */
import type { EndReason } from "../core/engine/orders/end-reasons.ts";
import type { SelfTrade, Unit } from "../core/engine/orders/instructions.ts";
import type {
  Force,
  OrderKind,
  OrderStatus,
  Side,
  TimeInForce,
} from "../core/engine/orders/order.ts";

/** A word of the API for each of the engine's. */
type WordsFor<E extends string> = Readonly<Record<E, string>>;

export const SIDES = { buy: "BUY", sell: "SELL" } as const satisfies WordsFor<Side>;

export const KINDS = { limit: "LIMIT", market: "MARKET" } as const satisfies WordsFor<OrderKind>;

/** Only condition orders of futures wait, and only legs of lists are pending. */
export const PAIR_STATUSES = {
  new: "NEW",
  partially_filled: "PARTIALLY_FILLED",
  filled: "FILLED",
  canceled: "CANCELED",
  rejected: "REJECTED",
  pending: "PENDING_NEW",
} as const satisfies WordsFor<Exclude<OrderStatus, "waiting">>;

export const TIMES_IN_FORCE = {
  gtc: "GTC",
  ioc: "IOC",
  fok: "FOK",
  post_only: "POST_ONLY",
} as const satisfies WordsFor<TimeInForce>;

export const SELF_TRADES = {
  expire_taker: "EXPIRE_TAKER",
  expire_maker: "EXPIRE_MAKER",
  expire_both: "EXPIRE_BOTH",
  none: "NONE",
  decrement: "DECREMENT",
} as const satisfies WordsFor<SelfTrade>;

/** SPOT-UNIT-1 */
export const UNITS = { base: "BASE", quote: "QUOTE" } as const satisfies WordsFor<Unit>;

/** SPOT-FIELD-4 */
export const END_REASONS = {
  below_one_step: "BELOW_ONE_STEP",
  post_only: "POST_ONLY",
  fill_or_kill: "FILL_OR_KILL",
  immediate_or_cancel: "IMMEDIATE_OR_CANCEL",
  self_trade: "SELF_TRADE",
  countdown: "COUNTDOWN",
  out_of_range: "OUT_OF_RANGE",
  empty_book: "EMPTY_BOOK",
  deficit: "DEFICIT",
  other_leg: "OTHER_LEG",
  list_ended: "LIST_ENDED",
  insufficient_balance: "INSUFFICIENT_BALANCE",
} as const satisfies WordsFor<EndReason>;

/** HIST-FORCED-2 */
export const FORCES = {
  liquidation: "LIQUIDATION",
  deleveraging: "DELEVERAGING",
} as const satisfies WordsFor<Force>;
export const NOT_FORCED = "NONE";
