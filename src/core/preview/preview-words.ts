/** The words of every preview: money, a fill, and the answer instead of an estimate: the engine's own reason. */
import type { FuturesPlaceReject } from "../engine/futures/futures-commands.ts";
import type { MarginPlaceReject } from "../engine/margin/margin.ts";

/** Money of one asset. */
export interface BalanceView {
  readonly free: string;
  /** Undefined where it is not told: then what the own orders in the book need. */
  readonly locked?: string | undefined;
}

/** One trade of the order: at the maker's price, and the fee of the order's own side. */
export interface PreviewFill {
  readonly price: string;
  readonly quantity: string;
  readonly fee: string;
}

/** Of an order on a pair, in spot or in margin. */
export type PairReason = MarginPlaceReject;
export type ContractReason = FuturesPlaceReject;
export type Reason = PairReason | ContractReason;

export interface RefusedPreview<Why extends Reason> {
  readonly ok: false;
  readonly reason: Why;
  readonly had?: string;
  readonly needed?: string;
  /** It is the moment of its trigger that may refuse it; it is taken now. */
  readonly isLater?: true;
}
