/**
 * The mark: the price that risk is assessed by. It is the median of three prices, so that neither the last trade
 * nor a thin book moves it alone, and never more than 5% off the index. Rules FUT-MARK-2 to
 * FUT-MARK-4, example FUT-19.
 */
import { foldNumber } from "../../../base/records/digest.ts";
import { RATE_ONE_BIG } from "../../../money/rate.ts";
import { divHalfUp } from "../../../money/rounding.ts";
import type { ContractMarket, FuturesState } from "../futures-state.ts";

const HOUR_MS = 3_600_000;

/** FUT-MARK-2: how many samples of the basis count, and how far they are apart. */
export const BASIS_SAMPLES = 30;
export const BASIS_EVERY_MS = 5000;

/** FUT-MARK-2: middle of the book less index, in half ticks; none without both sides. */
export function sampleBasis(market: ContractMarket): void {
  const bid = market.book.bids.best;
  const ask = market.book.asks.best;
  if (!bid || !ask || market.index === 0) return;
  // CORE-BOUND-1: a sample beyond the largest number is cut to it.
  market.basis.push(Math.min(bid.ticks + ask.ticks - 2 * market.index, Number.MAX_SAFE_INTEGER));
  if (market.basis.length > BASIS_SAMPLES) market.basis.shift(); // CORE-BOUND-1
}

/** FUT-MARK-3: sets the mark as of a time, from the index that the market knows. */
export function setMark({ digest }: FuturesState, market: ContractMarket, atMs: number): void {
  const mark = markAt(market, atMs);
  if (mark === market.mark) return;
  market.mark = mark;
  foldNumber(digest, market.contract.id);
  foldNumber(digest, mark);
}

function markAt(market: ContractMarket, atMs: number): number {
  const { index, last } = market;
  if (index === 0) return last || market.mark; // FUT-MARK-4
  const prices = [fundedIndex(market, atMs), indexWithBasis(market), last || index];
  prices.sort((a, b) => a - b);
  const exact = BigInt(index);
  const low = Number(divHalfUp(exact * 95n, 100n));
  const high = Number(divHalfUp(exact * 105n, 100n));
  // Rounding keeps order, so the median of rounded prices is the rounded median.
  return Math.max(1, Math.min(high, Math.max(low, prices[1] as number)));
}

/** index × (1 + last settled rate × time to funding ÷ interval). */
export function fundedIndex(
  { index, fundingRate, contract }: ContractMarket,
  atMs: number,
): number {
  const interval = BigInt(contract.fundingHours * HOUR_MS);
  const left = interval - (BigInt(atMs) % interval);
  const whole = RATE_ONE_BIG * interval;
  return Number(divHalfUp(BigInt(index) * (whole + BigInt(fundingRate) * left), whole));
}

/** index + mean of the samples; 0 samples: the index. */
export function indexWithBasis({ index, basis }: ContractMarket): number {
  if (basis.length === 0) return index;
  const sum = basis.reduce((total, sample) => total + BigInt(sample), 0n);
  const twice = 2n * BigInt(basis.length);
  return Number(divHalfUp(BigInt(index) * twice + sum, twice));
}
