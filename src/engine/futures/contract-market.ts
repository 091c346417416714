/**
 * A contract market: all that goes on in one contract. Its book, the orders that wait for a price, its last
 * price and mark, the samples that funding is made of, and its positions.
 */
import { Heap } from "../../base/heap.ts";
import { type Book, newBook } from "../book/book.ts";
import type { Contract } from "../catalogue/contract.ts";
import type { ContractAccount } from "./contract-account.ts";
import { PositionTable } from "./position.ts";
import { newTriggers, type Triggers } from "./triggers.ts";

/** Sums over everything that ever happened here, for I-14 and I-15. */
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
  /** Every contract account that holds something, by position id (two entries for one that is long and short). */
  readonly positions: PositionTable;
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
  /** Of the last settlement, in 10^-8; 0 before. */
  fundingRate: number;
  /** A funding time passed while the contract was halted (FUT-FUND-7). */
  isFundingDue: boolean;
  /** At the last second its index could not be trusted (FUT-RISK-5). */
  isStale: boolean;
  readonly totals: Totals;
  /** FUT-WATCH-1: who must be looked at when the mark falls below, or rises above, a price. */
  readonly falls: Heap<ContractAccount, number>;
  readonly rises: Heap<ContractAccount, number>;
  /** Who could not be assessed when it was due: a stale index, a halt (FUT-RISK-5). */
  readonly undecided: Set<ContractAccount>;
}

export function newContractMarket(contract: Contract): ContractMarket {
  const isCurrent = (contractAccount: ContractAccount, stamp: number) =>
    contractAccount.stamp === stamp;
  return {
    contract,
    book: newBook(),
    triggers: newTriggers(),
    positions: new PositionTable(),
    last: 0,
    mark: 0,
    index: 0,
    basis: [],
    premiumCount: 0,
    premiumSum: 0n,
    fundingRate: 0,
    isFundingDue: false,
    isStale: false,
    totals: {
      endedProfit: 0n,
      endedFees: 0n,
      engineProfit: 0n,
      feesGained: 0n,
      liquidationFees: 0n,
    },
    falls: new Heap(isCurrent),
    rises: new Heap(isCurrent),
    undecided: new Set(),
  };
}
