/**
 * Losses that a user cannot pay: FUT_INSURANCE pays as far as it goes, FUT_BAD_DEBT the rest, and an
 * event says so. Rules FUT-LOSS-1, FUT-LOSS-2.
 */
import { type BalanceHolder, coverDeficit, heldBy, ownerOf } from "../../ledger/clearing.ts";
import type { FuturesContext } from "../futures.ts";
import type { FuturesState } from "../futures-state.ts";

/** Brings a balance holder below zero back to zero; any other stays as it is. */
export function coverBelowZero(
  state: FuturesState,
  holder: BalanceHolder,
  context: FuturesContext,
): void {
  const held = heldBy(state.ledger, holder);
  if (held < 0n) cover(state, holder, -held, context);
}

/** Pays so much into a balance holder. */
export function cover(
  state: FuturesState,
  holder: BalanceHolder,
  amount: bigint,
  { events, timeMs }: FuturesContext,
): void {
  const { user, asset: coin } = ownerOf(state.ledger, holder);
  const insured = coverDeficit(state.ledger, holder, amount);
  events.push({ type: "DeficitCovered", user, coin, insured, rest: amount - insured, timeMs });
}
