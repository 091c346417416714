/**
 * The vocabulary of the futures room: its commands, events, reasons of refusals, and the state it works on.
 * Money is in units of the contract's margin coin, prices in whole ticks, volume in whole contracts.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { big, type CommandOf, command, extended, oneOf, text, uint } from "../../base/record.ts";
import type { AssetId } from "../catalogue/catalogue.ts";
import type { ContractEvent, ContractId, ContractReject } from "../catalogue/contract.ts";
import {
  type Force,
  type MarginMode,
  type OrderId,
  type OrderStatus,
  type Side,
  TRIGGERS,
} from "../orders/order.ts";
import { by } from "../orders/order-commands.ts";
import type { OrderEnded, OrderRested } from "../orders/order-events.ts";
import { once, repeatable } from "../requests/requests.ts";
import type { UserId } from "../users/users.ts";

/**
 * `quantity` is contracts, for a market order that opens the value to spend; `trigger` "none" is an
 * order for now. Numbers are decimal text, empty when not sent.
 */
export const PlaceFuturesOrder = extended("PlaceFuturesOrder", 60, {
  first: {
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
  added: once,
});
export type PlaceFuturesOrder = CommandOf<typeof PlaceFuturesOrder>;
/** `order` 0: by client id. */
export const CancelFuturesOrder = extended("CancelFuturesOrder", 61, {
  first: {
    ...by,
    contract: uint,
    order: uint,
    clientId: text,
  },
  added: once,
});
export type CancelFuturesOrder = CommandOf<typeof CancelFuturesOrder>;
/** `contract` 0: all of them. */
export const CancelAllFutures = extended("CancelAllFutures", 62, {
  first: { ...by, contract: uint },
  added: once,
});
export type CancelAllFutures = CommandOf<typeof CancelAllFutures>;
export const SetLeverage = extended("SetLeverage", 63, {
  first: { ...by, contract: uint, leverage: uint },
  added: repeatable,
});
export type SetLeverage = CommandOf<typeof SetLeverage>;
export const SetMarginMode = extended("SetMarginMode", 64, {
  first: {
    ...by,
    contract: uint,
    mode: oneOf("cross", "isolated"),
  },
  added: repeatable,
});
export type SetMarginMode = CommandOf<typeof SetMarginMode>;
/** In units of the margin coin; below zero takes margin out. */
export const MovePositionMargin = extended("MovePositionMargin", 65, {
  first: {
    ...by,
    position: uint,
    amount: big,
  },
  added: repeatable,
});
export type MovePositionMargin = CommandOf<typeof MovePositionMargin>;
/** FUT-TICK-1: a full second, at which prices are sampled. */
export const SecondTick = command("SecondTick", 66, { secondMs: uint });
export type SecondTick = CommandOf<typeof SecondTick>;

/** FUT-SETTLE-1: one public trade, with both sides of it. */
export interface ContractTraded {
  readonly type: "ContractTraded";
  readonly id: number;
  readonly contract: ContractId;
  readonly ticks: number;
  readonly lots: number;
  /** In units of the margin coin. */
  readonly value: bigint;
  readonly timeMs: number;
  readonly takerSide: Side;
  /** An order of the liquidation engine has user 0 and id 0. */
  readonly makerOrder: OrderId;
  readonly makerUser: UserId;
  readonly takerOrder: OrderId;
  readonly takerUser: UserId;
  /** Negative is a rebate. */
  readonly makerFee: bigint;
  readonly takerFee: bigint;
  /** The exchange closed for the taker, in a liquidation (FUT-LIQ-2). */
  readonly isForced: true | undefined;
}

/**
 * FUT-LIQ-4, FUT-ADL-2: a position was closed, in whole or in part, by the exchange and not on the
 * book: a takeover by the liquidation engine, or a deleveraging. Its owner sees it as a filled
 * close order without fees and one own trade.
 */
export interface ForceClosed {
  readonly type: "ForceClosed";
  readonly reason: "takeover" | "deleveraging" | "netting";
  readonly orderId: OrderId;
  readonly tradeId: number;
  readonly user: UserId;
  readonly contract: ContractId;
  /** The side of the order that closes: a long is closed by a sell. */
  readonly side: Side;
  readonly mode: MarginMode;
  readonly leverage: number;
  readonly lots: number;
  /** In units of the margin coin. */
  readonly value: bigint;
  /** In 10^-8, half-up: it need not be a whole tick. */
  readonly price: bigint;
  readonly timeMs: number;
}

/** A cross account's long and short are netted when it is liquidated (FUT-CROSS-2). */
export const FORCES_BY_REASON = {
  takeover: "liquidation",
  netting: "liquidation",
  deleveraging: "deleveraging",
} as const satisfies Readonly<Record<ForceClosed["reason"], Force>>;

/** FUT-FIELD-3: the profit record of a position that ended; prices in 10^-8. */
export interface PositionEnded {
  readonly type: "PositionEnded";
  readonly id: number;
  readonly positionId: number;
  readonly user: UserId;
  readonly contract: ContractId;
  readonly side: Side;
  readonly mode: MarginMode;
  readonly leverage: number;
  readonly openPrice: bigint;
  readonly openEndPrice: bigint;
  readonly closeVolume: bigint;
  readonly closeProfit: bigint;
  readonly settleProfit: bigint;
  readonly tradeFee: bigint;
  readonly fundingReceived: bigint;
  /** closeProfit + tradeFee + fundingReceived since the last settlement. */
  readonly realized: bigint;
  /** Why the exchange closed the last of it; undefined of one that its owner closed. */
  readonly force?: Force | undefined;
  readonly startedAtMs: number;
  readonly timeMs: number;
}

interface About {
  readonly user: UserId;
  readonly timeMs: number;
}

/** FUT-LEV-4: the user has set the leverage or the margin mode of a contract; both values after it. */
export interface ContractAccountChanged extends About {
  readonly type: "ContractAccountChanged";
  readonly contract: ContractId;
  readonly leverage: number;
  readonly mode: MarginMode;
}

/** `contract` 0: the cross account of the coin. */
export interface FuturesLiquidated extends About {
  readonly type: "FuturesLiquidated";
  readonly contract: ContractId;
  readonly coin: AssetId;
  /** How the liquidation ended: safe again without its orders, after a reduction, or taken over. */
  readonly end: "orders_canceled" | "netted" | "reduced" | "taken_over";
}

/** FUT-LOSS-1: what a user could not pay; `insured` of it FUT_INSURANCE paid. */
export interface DeficitCovered extends About {
  readonly type: "DeficitCovered";
  readonly coin: AssetId;
  readonly insured: bigint;
  readonly rest: bigint;
}

/** FUT-FUND-5: `rate` in 10^-8; longs pay when it is above zero. */
export interface FundingSettled {
  readonly type: "FundingSettled";
  readonly contract: ContractId;
  readonly rate: number;
  readonly markTicks: number;
  readonly positions: number;
  readonly timeMs: number;
}

/** FUT-TICK-3: nothing is decided by the index of this contract any more, or it is again. */
export interface IndexTrust {
  readonly type: "IndexTrust";
  readonly contract: ContractId;
  readonly isStale: boolean;
  readonly timeMs: number;
}

export type FuturesEvent =
  | ContractTraded
  | ForceClosed
  | PositionEnded
  | ContractAccountChanged
  | FuturesLiquidated
  | DeficitCovered
  | FundingSettled
  | IndexTrust
  | ContractEvent
  | OrderRested
  | OrderEnded;

export type FuturesContext = CommandContext<FuturesEvent>;

/** The refusals of placing, in the order of the checks (FUT-CHECK-2 to FUT-CHECK-18). */
export type FuturesPlaceReject =
  | "contract_not_found"
  | "contract_halted"
  | "user_frozen"
  | "price_missing"
  | "price_not_positive"
  | "quantity_not_positive"
  | "trigger_price_not_positive"
  | "trigger_opens"
  | "time_in_force_with_market"
  | "price_too_precise"
  | "trigger_price_too_precise"
  | "quantity_too_precise"
  | "position_frozen"
  | "margin_mode_differs"
  | "quantity_below_min"
  | "quantity_above_max"
  | "value_below_min"
  | "value_above_max"
  | "price_out_of_band"
  | "client_id_malformed"
  | "client_id_used"
  | "too_many_open_orders"
  | "close_above_position"
  | "position_limit"
  | "no_opposite_orders"
  | "insufficient_balance"
  | "born_in_liquidation";

export type FuturesCancelReject = "order_not_open" | "contract_not_found";

export type ContractAccountReject =
  | "contract_not_found"
  | "contract_halted"
  | "leverage_out_of_range"
  | "leverage_above_tier"
  | "orders_open"
  | "margin_mode_differs"
  | "position_not_found"
  | "position_frozen"
  | "position_is_cross"
  | "insufficient_balance"
  | "user_frozen";

export type TickReject = "tick_not_due";

export type FuturesReject =
  | FuturesPlaceReject
  | FuturesCancelReject
  | ContractAccountReject
  | TickReject
  | ContractReject;

/** The state of a new order after matching. */
export interface FuturesPlaced {
  readonly orderId: OrderId;
  readonly status: OrderStatus;
  readonly executed: number;
  readonly timeMs: number;
}
