/**
 * Last trade prices. Written where trades happen, read where a rule needs a reference: the price
 * bands of spot now, index and mark prices later. Rule SPOT-BAND-1.
 */
import { type Digest, foldNumber } from "../../base/digest.ts";
import type { PairId } from "../catalogue/catalogue.ts";

export interface Prices {
  /** Ticks of the last trade by pair id less one; 0 before the first. */
  readonly last: number[];
  readonly digest: Digest;
}

/** SPOT-BAND-1: the reference price of a pair in ticks; 0 before its first trade. */
export function lastTicksOf(prices: Prices, pair: PairId): number {
  return prices.last[pair - 1] ?? 0;
}

export function setLastTicks(prices: Prices, pair: PairId, ticks: number): void {
  while (prices.last.length < pair) prices.last.push(0);
  prices.last[pair - 1] = ticks;
  foldNumber(prices.digest, ticks);
}
