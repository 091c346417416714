/**
 * The vocabulary of the futures room: its events. Its commands are in futures-commands.ts, its state in futures-state.ts.
 * Money is in units of the contract's margin coin, prices in whole ticks, volume in whole contracts.
 */

import type { CommandContext } from "../../base/command-context.ts";
import type { AssetId } from "../catalogue/catalogue.ts";
import type { ContractEvent, ContractId } from "../catalogue/contract.ts";
import type { Force, MarginMode, OrderId, Side } from "../orders/order.ts";
import type { OrderEnded, OrderRested } from "../orders/order-events.ts";
import type { UserId } from "../users/users.ts";

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

/** FUT-MARGIN-1: the user has moved money between the free balance and the margin of a position. */
export interface PositionMarginMoved extends About {
  readonly type: "PositionMarginMoved";
  readonly contract: ContractId;
  readonly position: number;
  /** Into the margin; below zero out of it. */
  readonly amount: bigint;
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
  /** FUT-FUND-9: its funding time: the hour, or the time at which its contract resumed. */
  readonly dueMs: number;
  readonly timeMs: number;
}

/** FUT-PROFIT-1: what the positions of a contract had gained or lost at the mark was paid out. */
export interface ProfitsSettled {
  readonly type: "ProfitsSettled";
  readonly contract: ContractId;
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
  | PositionMarginMoved
  | ProfitsSettled
  | FuturesLiquidated
  | DeficitCovered
  | FundingSettled
  | IndexTrust
  | ContractEvent
  | OrderRested
  | OrderEnded;

export type FuturesContext = CommandContext<FuturesEvent>;
