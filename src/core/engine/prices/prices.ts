/**
 * Prices: of the last trade of each pair, and the index of each asset. Written where trades happen
 * and where a source gives a price, read where a rule needs a reference: the price bands of spot, the value
 * of a margin account, the mark of a contract. Rule SPOT-BAND-1; the index is in
 * index-prices.ts.
 */
import { emptyOut } from "../../base/empty-out.ts";
import { type Digest, foldNumber } from "../../base/records/digest.ts";
import type { AssetId, Pair, PairId } from "../catalogue/catalogue.ts";
import type { IndexPrice } from "./index-prices.ts";

export interface Prices {
  /** Ticks of the last trade by pair id less one; 0 before the first. */
  readonly last: number[];
  /** Pairs that have traded and that the index has not followed yet (PRICE-INDEX-3). */
  readonly pendingIndexPairs: Pair[];
  /** By asset id less one; none until the asset has had a price. */
  readonly index: (IndexPrice | undefined)[];
  /** Assets whose index was given a price in this command and that risk has not followed yet. */
  readonly repriced: AssetId[];
  readonly digest: Digest;
}

export function newPrices(digest: Digest): Prices {
  return { last: [], pendingIndexPairs: [], index: [], repriced: [], digest };
}

/** Called when margin and futures have followed the indexes that were given a price. */
export function clearRepriced({ repriced }: Prices): void {
  emptyOut(repriced);
}

/** SPOT-BAND-1: the reference price of a pair in ticks; 0 before its first trade. */
export function lastTicksOf(prices: Pick<Prices, "last">, pair: PairId): number {
  return prices.last[pair - 1] ?? 0;
}

export function setLastTicks(prices: Prices, pair: Pair, ticks: number): void {
  const { last, pendingIndexPairs } = prices;
  while (last.length < pair.id) last.push(0);
  last[pair.id - 1] = ticks;
  foldNumber(prices.digest, ticks);
  // CORE-BOUND-1: each pair once, though forced sales alternate between pairs.
  if (!pair.isIndexPair) return;
  for (const pending of pendingIndexPairs) if (pending.id === pair.id) return;
  pendingIndexPairs.push(pair);
}
