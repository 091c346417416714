/**
 * The market view as it may be when a trigger is reached. The book of that moment is not known, only
 * that the price is at the trigger: a market order is taken to trade all of it there.
 */
import type { ContractAsked, ContractMarketView } from "./contract-market-view.ts";

/** More than any order may have. */
const DEEP = "1000000000000";

export function marketViewAtTrigger(
  view: ContractMarketView,
  asked: ContractAsked,
): ContractMarketView {
  const { triggerPrice: price, kind, side } = asked;
  const then = { ...view, last: price, mark: price };
  if (kind === "limit") return then;
  const levels = [{ price, quantity: DEEP }];
  const book = side === "buy" ? { bids: [], asks: levels } : { bids: levels, asks: [] };
  return { ...then, book };
}
