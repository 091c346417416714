/**
 * The market view as it may be when a trigger is reached. The book of that moment is not known, only
 * that the price is at the trigger: a market order is taken to trade all of it there.
 */
import type { ContractMarketView } from "./contract-market-view.ts";
import type { ContractAsked } from "./preview-contract-order.ts";

/** More than any order may have. */
const DEEP = "1000000000000";

export function marketViewAtTrigger(
  marketView: ContractMarketView,
  asked: ContractAsked,
): ContractMarketView {
  const { triggerPrice: price, kind, side } = asked;
  const then = { ...marketView, last: price, mark: price };
  if (kind === "limit") return then;
  const levels = [[price, DEEP]] as const;
  const book = side === "buy" ? { bids: [], asks: levels } : { bids: levels, asks: [] };
  return { ...then, book };
}
