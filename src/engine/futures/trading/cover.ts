/**
 * Losses that somebody cannot pay: FUT_INSURANCE pays as far as it goes, FUT_BAD_DEBT the rest, and the
 * world is told. Rules FUT-LOSS-1, FUT-LOSS-2.
 */
import { coverDeficit, heldBy, type Place } from "../../ledger/clearing.ts";
import type { FuturesContext, FuturesState } from "../futures.ts";

/** Brings what is below zero back to zero; what is not stays as it is. */
export function coverBelowZero(state: FuturesState, place: Place, context: FuturesContext): void {
  const held = heldBy(place);
  if (held < 0n) cover(state, place, -held, context);
}

/** Pays so much into a margin or a wallet. */
export function cover(
  state: FuturesState,
  place: Place,
  amount: bigint,
  { events, timeMs }: FuturesContext,
): void {
  const { user, asset: coin } = place;
  const insured = coverDeficit(state.ledger, place, amount);
  events.push({ type: "DeficitCovered", user, coin, insured, rest: amount - insured, timeMs });
}
