/**
 * The words of a preview on a contract: what is known of its market and of the user's futures account in
 * the margin coin, and what is asked. Decimal text throughout; contracts are whole numbers of them.
 */
import type {
  Action,
  MarginMode,
  OrderKind,
  Side,
  TimeInForce,
  Trigger,
} from "../../engine/orders/order.ts";
import type { ContractTerms, FeeTerms } from "../market-terms.ts";
import type { BalanceView } from "../preview-words.ts";
import type { PreviewMoment, TraderStanding } from "../trader-standing.ts";
import type { VisibleBook } from "../visible-book.ts";

export type { MarginMode };

/** What is known of an own order in the book; a condition that waits is none. */
export interface OwnFuturesOrder {
  readonly action: Action;
  /** As it was at the order's creation; undefined: the account's of now. */
  readonly leverage?: number | undefined;
  /** The same; undefined: the user's of now. */
  readonly fees?: FeeTerms | undefined;
  /** Undefined where it is not told: then what its rest needs. */
  readonly frozen?: string | undefined;
}

export interface HeldPosition {
  readonly volume: string;
  /** What resting orders are to close of it. */
  readonly pending: string;
  /** What its contracts cost, exactly (`costBehind` finds it from a profit). */
  readonly cost: string;
  /** Its own margin; "0" of a cross position. */
  readonly margin: string;
  /** In liquidation. */
  readonly isFrozen: boolean;
}

/** One user at one contract. */
export interface ContractAccountView {
  readonly leverage: number;
  readonly mode: MarginMode;
  readonly long?: HeldPosition | undefined;
  readonly short?: HeldPosition | undefined;
}

/** The user at another contract of the same margin coin. */
export interface OtherContractAccount extends ContractAccountView {
  readonly terms: ContractTerms;
  readonly mark: string;
}

export interface ContractMarketView extends PreviewMoment {
  readonly terms: ContractTerms;
  readonly book: VisibleBook<OwnFuturesOrder>;
  /** Of the last trade and of the mark; 0 before there is one. */
  readonly last: string;
  readonly mark: string;
  readonly account: ContractAccountView;
  readonly others: readonly OtherContractAccount[];
  /** Of the margin coin; undefined when no user is signed in: then money is not asked for. */
  readonly balance: BalanceView | undefined;
  readonly standing?: TraderStanding | undefined;
  /** What rebates can be paid from, should the order meet an own one; undefined: enough. */
  readonly feeHeld?: string | undefined;
  /** FUT-FEE-3: the user's own rates; undefined: those of the terms. */
  readonly fees?: FeeTerms | undefined;
}

export interface ContractAsked {
  readonly side: Side;
  readonly action: Action;
  readonly mode: MarginMode;
  readonly kind: OrderKind;
  readonly timeInForce: TimeInForce;
  readonly price: string;
  /** Contracts; of a market order that opens a value in the margin coin. */
  readonly quantity: string;
  readonly trigger: Trigger;
  readonly triggerPrice: string;
  readonly clientId?: string | undefined;
}
