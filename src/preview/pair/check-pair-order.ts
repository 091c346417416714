/**
 * Whether an order on a pair would be taken, but for its money (SPOT-CHECK-16): the engine's own checks
 * on a preview state of what is told. Nothing is matched.
 */
import { testOrder } from "../../engine/spot/place-order.ts";
import type { PlaceReject } from "../../engine/spot/spot.ts";
import type { RefusedPreview } from "../preview-words.ts";
import { ME } from "../visible-book.ts";
import type { PairAsked, PairMarketFacts } from "./pair-market-view.ts";
import { setPairFacts } from "./pair-preview-state.ts";

/** Undefined when no check refuses it. */
export function checkPairOrder(
  facts: PairMarketFacts,
  asked: PairAsked,
): RefusedPreview<PlaceReject> | undefined {
  const { state, pair, context } = setPairFacts(facts, asked);
  const { side, kind, price, quantity, clientId = "" } = asked;
  const words = { user: ME, pair: pair.id, side, kind, price, quantity, clientId };
  const outcome = testOrder(state, words, context.timeMs);
  return outcome.ok ? undefined : outcome;
}
