/** The words of a preview on a pair: what is known of the market and of the user, and what is asked. */
import type {
  AskedExtras,
  AskedInstructions,
  AskedTactics,
  AskedTrailing,
} from "../../engine/orders/instructions.ts";
import type { OrderKind, PairArea, Side } from "../../engine/orders/order.ts";
import type { PairFeeTerms, PairTerms } from "../market-terms.ts";
import type { BalanceView } from "../preview-words.ts";
import type { PreviewMoment, TraderStanding } from "../trader-standing.ts";
import type { VisibleBook } from "../visible-book.ts";
import type { MarginAccountView } from "./margin-account-view.ts";

/** What is known of an own order in the book. */
export interface OwnPairOrder {
  /** Whose money it has locked. */
  readonly area: PairArea;
  /** As it was at the order's creation; undefined: the user's of now. */
  readonly makerRate?: string | undefined;
  /** What was lent for it; undefined: nothing. */
  readonly borrowed?: string | undefined;
}

/** What every check looks at, but for money. */
export interface PairMarketFacts extends PreviewMoment {
  readonly terms: PairTerms;
  readonly book: VisibleBook<OwnPairOrder>;
  /** The price of the last trade; 0 before the first. */
  readonly last: string;
  readonly standing?: TraderStanding | undefined;
  /** SPOT-FEE-2: the user's own rates; undefined: those of the terms. */
  readonly fees?: PairFeeTerms | undefined;
}

export interface PairMarketView extends PairMarketFacts {
  /** In the area of the order; undefined when no user is signed in: then money is not asked for. */
  readonly balances: { readonly base: BalanceView; readonly quote: BalanceView } | undefined;
  /** Of a margin order; undefined where it is not told. */
  readonly margin?: MarginAccountView | undefined;
  /** What rebates can be paid from, should the order meet an own one; undefined: enough. */
  readonly feeHeld?: { readonly base: string; readonly quote: string } | undefined;
}

export interface PairAsked {
  readonly area: PairArea;
  readonly side: Side;
  readonly kind: OrderKind;
  /** Empty when there is none; not looked at of a market order. */
  readonly price: string;
  /** Of a market buy an amount of the quote asset, unless the extras say otherwise. */
  readonly quantity: string;
  readonly clientId?: string | undefined;
  readonly instructions?: AskedInstructions | undefined;
  readonly extras?: AskedExtras | undefined;
  readonly tactics?: AskedTactics | undefined;
  readonly trailing?: AskedTrailing | undefined;
}
