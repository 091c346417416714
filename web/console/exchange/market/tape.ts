/** The newest trades of a market, newest first, and never more than a hundred times two. */
import type { PublicTrade } from "../exchange.ts";

export const TAPE_MAX = 200;

/** `added` comes oldest first, as the stream tells it; what is known already is not added again. */
export function addToTape(
  tape: readonly PublicTrade[],
  added: readonly PublicTrade[],
): readonly PublicTrade[] {
  // Rows of an imported past have ids below zero (SANDBOX-PAST-3).
  const idLast = tape[0]?.id ?? Number.NEGATIVE_INFINITY;
  const fresh = added.filter(({ id }) => id > idLast);
  return fresh.length === 0 ? tape : [...fresh.toReversed(), ...tape].slice(0, TAPE_MAX);
}
