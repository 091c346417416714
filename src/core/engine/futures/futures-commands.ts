/**
 * The commands of the futures room: their fields, refusals, answers and events. Money is in units of the
 * contract's margin coin, volume in whole contracts, numbers that a client sent in decimal text.
 */
import { answers, type CommandOf, command } from "../../base/records/command.ts";
import { big, oneOf, text, uint } from "../../base/records/record.ts";
import { type OrderId, type OrderStatus, TRIGGERS } from "../orders/order.ts";
import { by, type Canceled } from "../orders/order-commands.ts";
import { once, REPEATABLE_REJECTS, repeatable, SIGNED_REJECTS } from "../requests/requests.ts";

/** The refusals of placing, in the order of the checks (FUT-CHECK-2 to FUT-CHECK-18). */
const PLACE_REJECTS = [
  "contract_not_found",
  "contract_halted",
  "user_frozen",
  "price_missing",
  "price_not_positive",
  "quantity_not_positive",
  "trigger_price_not_positive",
  "trigger_opens",
  "time_in_force_with_market",
  "price_too_precise",
  "trigger_price_too_precise",
  "quantity_too_precise",
  "position_frozen",
  "margin_mode_differs",
  "quantity_below_min",
  "quantity_above_max",
  "value_below_min",
  "value_above_max",
  "price_out_of_band",
  "client_id_malformed",
  "client_id_used",
  "too_many_open_orders",
  "close_above_position",
  "position_limit",
  "no_opposite_orders",
  "insufficient_balance",
  "born_in_liquidation",
] as const;
export type FuturesPlaceReject = (typeof PLACE_REJECTS)[number];

/** The state of a new order after matching. */
export interface FuturesPlaced {
  readonly orderId: OrderId;
  readonly status: OrderStatus;
  readonly executed: number;
  readonly timeMs: number;
}

/**
 * `quantity` is contracts, for a market order that opens the value to spend; `trigger` "none" is an
 * order for now. Numbers are decimal text, empty when not sent.
 */
export const PlaceFuturesOrder = command("PlaceFuturesOrder", 60, {
  fields: {
    ...by,
    contract: uint,
    side: oneOf("buy", "sell"),
    kind: oneOf("limit", "market"),
    action: oneOf("open", "close"),
    mode: oneOf("cross", "isolated"),
    timeInForce: oneOf("gtc", "ioc", "fok", "post_only"),
    trigger: oneOf(...TRIGGERS),
    quantity: text,
    price: text,
    triggerPrice: text,
    clientId: text,
  },
  added: [once],
  answer: answers<FuturesPlaced>(),
  rejects: [...SIGNED_REJECTS, ...PLACE_REJECTS],
  events: ["ContractTraded", "OrderRested", "OrderEnded", "PositionEnded", "DeficitCovered"],
});
export type PlaceFuturesOrder = CommandOf<typeof PlaceFuturesOrder>;
/** `order` 0: by client id. */
export const CancelFuturesOrder = command("CancelFuturesOrder", 61, {
  fields: { ...by, contract: uint, order: uint, clientId: text },
  added: [once],
  answer: answers<Canceled>(),
  rejects: [...SIGNED_REJECTS, "contract_not_found", "order_not_open"],
  events: ["OrderEnded"],
});
export type CancelFuturesOrder = CommandOf<typeof CancelFuturesOrder>;
/** `contract` 0: all of them. */
export const CancelAllFutures = command("CancelAllFutures", 62, {
  fields: { ...by, contract: uint },
  added: [once],
  answer: answers<{ canceled: number }>(),
  rejects: [...SIGNED_REJECTS, "contract_not_found"],
  events: ["OrderEnded"],
});
export type CancelAllFutures = CommandOf<typeof CancelAllFutures>;
export const SetLeverage = command("SetLeverage", 63, {
  fields: { ...by, contract: uint, leverage: uint },
  added: [repeatable],
  answer: answers<{ leverage: number }>(),
  rejects: [
    ...REPEATABLE_REJECTS,
    "contract_not_found",
    "user_frozen",
    "leverage_out_of_range",
    "orders_open",
    "leverage_above_tier",
    "insufficient_balance",
  ],
  events: ["ContractAccountChanged"],
});
export type SetLeverage = CommandOf<typeof SetLeverage>;
export const SetMarginMode = command("SetMarginMode", 64, {
  fields: { ...by, contract: uint, mode: oneOf("cross", "isolated") },
  added: [repeatable],
  answer: answers<{ mode: string }>(),
  rejects: [...REPEATABLE_REJECTS, "contract_not_found", "user_frozen", "margin_mode_differs"],
  events: ["ContractAccountChanged"],
});
export type SetMarginMode = CommandOf<typeof SetMarginMode>;
/** In units of the margin coin; below zero takes margin out. */
export const MovePositionMargin = command("MovePositionMargin", 65, {
  fields: { ...by, position: uint, amount: big },
  added: [repeatable],
  answer: answers<{ margin: bigint }>(),
  rejects: [
    ...REPEATABLE_REJECTS,
    "position_not_found",
    "user_frozen",
    "position_is_cross",
    "position_frozen",
    "insufficient_balance",
  ],
  events: ["PositionMarginMoved"],
});
export type MovePositionMargin = CommandOf<typeof MovePositionMargin>;
/** FUT-TICK-1: a full second, at which prices are sampled. */
export const SecondTick = command("SecondTick", 66, {
  fields: { secondMs: uint },
  answer: answers<{ secondMs: number }>(),
  rejects: ["tick_not_due"],
  events: ["IndexTrust", "OrderEnded"],
});
export type SecondTick = CommandOf<typeof SecondTick>;
