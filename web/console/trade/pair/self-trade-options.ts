/** What may happen when an order meets another of the same user, as far as the symbol allows it (SPOT-STP-3). */
import type { PairTerms } from "../../../../src/core/preview/market-terms.ts";
import type { DraftInstructions } from "./pair-instructions.ts";

interface SelfTradeOption {
  readonly value: DraftInstructions["selfTrade"];
  readonly label: string;
}

const TAKER = "Cancel the new one";
const OTHERS: readonly SelfTradeOption[] = [
  { value: "expire_maker", label: "Cancel the one that rests" },
  { value: "expire_both", label: "Cancel both" },
  { value: "decrement", label: "Take off both what would trade" },
];

/** The first is what the symbol does by itself. */
export function selfTradeOptions(allowed: PairTerms["selfTrade"]): readonly SelfTradeOption[] {
  if (allowed === "expire_taker") return [{ value: "as_market", label: TAKER }, ...OTHERS];
  const first = { value: "as_market", label: "Let them trade" } as const;
  return [first, { value: "expire_taker", label: TAKER }, ...OTHERS];
}
