/**
 * The premium: how far the book is above or below the index, measured by what a trade of a
 * certain size would cost. Rules FUT-FUND-1, FUT-FUND-2, example FUT-17.
 */
import { tenTo } from "../../../money/decimal.ts";
import { RATE_DECIMALS, RATE_ONE_BIG } from "../../../money/rate.ts";
import { divHalfUp } from "../../../money/rounding.ts";
import { lotsAt } from "../../book/book.ts";
import { type Ladder, levelsOf } from "../../book/ladder.ts";
import type { Contract } from "../../catalogue/contract.ts";
import type { ContractMarket } from "../futures-state.ts";

export const PREMIUM_EVERY_MS = 60_000;

/** A price in ticks as a fraction. */
export interface Price {
  readonly top: bigint;
  readonly bottom: bigint;
}

/** FUT-FUND-1: the average price of trading the impact notional; none on too thin a side. */
export function impactPrice(contract: Contract, ladder: Ladder): Price | undefined {
  return contract.kind === "linear"
    ? linearImpact(contract, ladder)
    : inverseImpact(contract, ladder);
}

/** Notional of a level: lots × ticks × multiplier; all in 10^-8 of the smallest such unit. */
function linearImpact(contract: Contract, ladder: Ladder): Price | undefined {
  const { multiplier, multiplierDecimals, pricePrecision, impactNotional } = contract;
  const face = multiplier * tenTo(RATE_DECIMALS);
  const target = impactNotional * tenTo(multiplierDecimals + pricePrecision);
  let traded = 0n;
  let lots = 0n;
  for (const level of levelsOf(ladder)) {
    const ticks = BigInt(level.ticks);
    const here = lotsAt(level);
    const notional = here * ticks * face;
    if (traded + notional >= target) {
      const rest = target - traded;
      return { top: target * ticks, bottom: lots * face * ticks + rest };
    }
    traded += notional;
    lots += here;
  }
  return undefined;
}

/** The base that the notional buys is summed up at this many decimals, cut. */
const BASE_DECIMALS = 54;
/** The average price, whose bottom is 10^18 ticks: what a cut of the base leaves is far below. */
const PRICE_ONE = tenTo(18);

/** Notional of a level: lots × multiplier, whatever its price. */
function inverseImpact(contract: Contract, ladder: Ladder): Price | undefined {
  const { multiplier, multiplierDecimals, impactNotional } = contract;
  const face = multiplier * tenTo(RATE_DECIMALS);
  const target = impactNotional * tenTo(multiplierDecimals);
  const one = tenTo(BASE_DECIMALS);
  let traded = 0n;
  let base = 0n;
  for (const level of levelsOf(ladder)) {
    const ticks = BigInt(level.ticks);
    const notional = lotsAt(level) * face;
    const here = traded + notional < target ? notional : target - traded;
    base += (here * one) / ticks;
    traded += here;
    if (traded === target) {
      return { top: divHalfUp(target * one * PRICE_ONE, base), bottom: PRICE_ONE };
    }
  }
  return undefined;
}

/** FUT-FUND-1: (max(0, impact bid - index) - max(0, index - impact ask)) ÷ index, cut at 10^-8. */
export function premiumOf({ contract, book, index }: ContractMarket): bigint {
  const exact = BigInt(index);
  const bid = impactPrice(contract, book.bids) ?? { top: exact, bottom: 1n };
  const ask = impactPrice(contract, book.asks) ?? { top: exact, bottom: 1n };
  const above = positive(bid.top - exact * bid.bottom);
  const below = positive(exact * ask.bottom - ask.top);
  const top = (above * ask.bottom - below * bid.bottom) * RATE_ONE_BIG;
  return top / (bid.bottom * ask.bottom * exact);
}

function positive(value: bigint): bigint {
  return value > 0n ? value : 0n;
}

/** FUT-FUND-2: one more sample of this interval; later ones weigh more. */
export function samplePremium(market: ContractMarket): void {
  if (market.index === 0) return;
  market.premiumCount++;
  market.premiumSum += BigInt(market.premiumCount) * premiumOf(market);
}
