/** What makes an order of spot one of several that know of each other, as it is chosen and typed (docs/rules/order-lists.md). */
import type { PairAsked } from "../../../../src/core/preview/pair/pair-market-view.ts";
import { NO_PROTECTION, type ProtectionDraft } from "../protect/protection.ts";

export interface ListDraft {
  /** A limit order and a stop, of which the first to work ends the other: the price is that of the limit order. */
  readonly isOco: boolean;
  /** The exit that goes live when the order is filled. */
  readonly protection: ProtectionDraft;
  /** Of the stop of either; empty for one at market. */
  readonly stopLimit: string;
  /** In percent: the stop loss of the exit trails by it, and has no price of its own. */
  readonly exitTrailBy: string;
}

export const NO_LIST: ListDraft = {
  isOco: false,
  protection: NO_PROTECTION,
  stopLimit: "",
  exitTrailBy: "",
};

type Placed = ListDraft & Pick<PairAsked, "area">;

/** There are no lists in margin. */
export function isOco({ area, isOco }: Placed): boolean {
  return area === "spot" && isOco;
}

/** An exit is asked for, whether or not it may be sent as it stands. */
export function hasExit(draft: Placed): boolean {
  const { stopLoss, takeProfit } = draft.protection;
  const isTyped = `${stopLoss}${takeProfit}${draft.stopLimit}${draft.exitTrailBy}`.trim() !== "";
  return draft.area === "spot" && !draft.isOco && isTyped;
}
