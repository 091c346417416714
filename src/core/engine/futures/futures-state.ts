/**
 * The types of the futures state: contract markets, contract accounts and positions refer to one another, so they
 * are in one file without functions. `snapshot-futures.ts` writes this state to snapshots; risk bounds and the
 * lists that a command leaves to follow are made anew.
 */

import type { PriceBounds } from "../../base/price-bounds.ts";
import type { Digest } from "../../base/records/digest.ts";
import type { SideColumn } from "../../base/rows/side-column.ts";
import type { Amount } from "../../money/amount.ts";
import type { AmountCells } from "../../money/amount-cells.ts";
import type { Book } from "../book/book.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { Contract } from "../catalogue/contract.ts";
import type { IsolatedMargin, Ledger, Wallet } from "../ledger/ledger.ts";
import type { OpenOrders } from "../orders/open-orders.ts";
import type { MarginMode, Side } from "../orders/order.ts";
import type { OrderRow } from "../orders/order-rows.ts";
import type { Prices } from "../prices/prices.ts";
import type { UserId, Users } from "../users/users.ts";
import type { PositionTable } from "./position-table.ts";
import type { Triggers } from "./triggers.ts";

type PositionCells = Pick<AmountCells, "number" | "amount" | "add" | "set">;

/** Its amounts, read and written as bigints; the cells of position.ts have the same ones as numbers, for what is done all day. */
export interface Position extends IsolatedMargin, PositionCells {
  readonly id: number;
  readonly contractAccount: ContractAccount;
  readonly side: Side;
  volume: number;
  /** The cost behind profit and risk; a settlement of profit moves it (FUT-PROFIT-1). */
  cost: bigint;
  /** The cost behind openPrice; equal to `cost` unless profit was settled. */
  openCost: bigint;
  /** Remaining volume of the resting orders that close it (FUT-CLOSE-1). */
  pending: number;
  closeVolume: bigint;
  closeValue: bigint;
  closeProfit: bigint;
  settleProfit: bigint;
  /** Not above zero, but for rebates. */
  tradeFee: bigint;
  fundingReceived: bigint;
  /** closeProfit + tradeFee + fundingReceived up to the last settlement of profit. */
  realizedBefore: bigint;
  /** In liquidation (FUT-LIQ-1). */
  isFrozen: boolean;
  /** Isolated: its bounds hold as long as its margin is not below this (FUT-WATCH-1). */
  floor: bigint;
  lockedAtMs: number;
  readonly startedAtMs: number;
  changedAtMs: number;
}

/** Within these marks, both included, the account is not at risk; undefined is no bound. */
export interface Bounds {
  readonly low: number | undefined;
  readonly high: number | undefined;
}

/** Contracts that resting orders would open, and what they are worth at their prices. */
export interface Opening {
  lots: number;
  value: Amount;
}

export interface ContractAccount {
  readonly user: UserId;
  readonly market: ContractMarket;
  leverage: number;
  mode: MarginMode;
  /** Held long, and held short; undefined when nothing is held. */
  long: Position | undefined;
  short: Position | undefined;
  /** What its resting orders would open of a long, and of a short (FUT-CHECK-16). */
  openingLong: Opening;
  openingShort: Opening;
  /** The wallet of its user in the margin coin; `NO_WALLET` until it is first looked for. */
  wallet: Wallet;
  /** How many of its orders rest on the book; waiting ones do not count. */
  resting: number;
  /** Only bounds with this stamp count (FUT-WATCH-1). */
  stamp: number;
  /** The bounds that the contract account has now; undefined when it has none. */
  bounds: Bounds | undefined;
  /** Whether the contract account must be assessed anew: it was changed, or the mark has left its bounds. */
  isDirty: boolean;
  /** Of a cross contract account: its bounds hold as long as the free balance is not below this. */
  floor: Amount;
}

/** Sums over everything that ever happened in a contract, for I-14 and I-15. */
export interface Totals {
  /** closeProfit + settleProfit of positions that ended. */
  endedProfit: bigint;
  endedFees: bigint;
  /** What the liquidation engine made, below zero what it lost. */
  engineProfit: bigint;
  /** What FEE, and FUT_INSURANCE by liquidation fees, got from trades here. */
  feesGained: bigint;
  liquidationFees: bigint;
}

export interface ContractMarket {
  /** Replaced when its rules change. */
  contract: Contract;
  readonly book: Book;
  readonly triggers: Triggers;
  /** Every contract account with a position, by position id (two entries for one that is long and short). */
  readonly positions: PositionTable<Position>;
  /** In ticks; 0 before there is one. */
  last: number;
  mark: number;
  /** The index at the last tick that knew it, in ticks; 0 before (FUT-MARK-1). */
  index: number;
  /** bid + ask - 2 × index of the last samples, oldest first (FUT-MARK-2). */
  basis: number[];
  /** FUT-FUND-2: how many samples of the premium this interval has, and sum of i × premium. */
  premiumCount: number;
  premiumSum: bigint;
  /** The rate of the last settlement, in 10^-8; 0 before. */
  fundingRate: number;
  /** Whether a funding time passed while the contract was halted (FUT-FUND-7). */
  isFundingDue: boolean;
  /** Whether the index was stale at the last second (FUT-RISK-5). */
  isStale: boolean;
  readonly totals: Totals;
  /** FUT-WATCH-1: by the mark. Accounts that could not be assessed wait here: stale index, halt (FUT-RISK-5). */
  readonly riskBounds: PriceBounds<ContractAccount, number>;
}

export interface Futures {
  /** By contract id less one. */
  readonly markets: ContractMarket[];
  /** By user id less one: the contract accounts of a user, by contract. */
  readonly contractAccounts: SideColumn<ContractAccount[]>;
  /** Positions that hold something, by id. */
  readonly positions: PositionTable<Position>;
  positionIdLast: number;
  profitIdLast: number;
  /** The last full second that was sampled (FUT-TICK-1). */
  secondMs: number;
  /** Users whose accounts this command has changed: to be assessed when it is over (FUT-RISK-3). */
  readonly touched: Set<UserId>;
  /** Markets that have traded in this command and have no mark yet (FUT-MARK-4). */
  readonly traded: Set<ContractMarket>;
  /** Triggered orders that are not placed yet, lowest id first within a trade (FUT-COND-3). */
  readonly triggered: OrderRow[];
}

/** What futures work on: contracts have books of their own, in their markets. */
export interface FuturesState {
  /** The version of the rules that hold. */
  readonly rules: number;
  readonly users: Users;
  readonly catalogue: Catalogue;
  readonly ledger: Ledger;
  readonly orders: OpenOrders;
  readonly prices: Prices;
  readonly digest: Digest;
  readonly futures: Futures;
  /** The time of the last command. */
  timeMs: number;
}
