/**
 * The risk bounds of an account: how far prices may move and interest may grow before its state can
 * change. All prices are allowed the same relative move x, so that the surplus over the level in
 * question cannot be used up: x × (sum of all exposures) is 13/16 of it, and interest may take up to
 * 1/8, which leaves it above zero. Rounded to the safe side. Rule MARG-WATCH-1.
 */
import { RATE_ONE_BIG } from "../../../money/rate.ts";
import { mulDiv } from "../../../money/rounding.ts";
import { indexPriceOf } from "../../prices/index-prices.ts";
import type { UserId } from "../../users/users.ts";
import { findAccount, rateSumOf } from "../account.ts";
import type { MarginState } from "../margin.ts";
import { unitOf, type ValuedAsset } from "../valuation.ts";

/** The surplus over a level, as coefficients of the prices: surplus = sum of weight × price. */
interface Exposure {
  readonly holding: ValuedAsset;
  readonly weight: bigint;
}

function exposuresAt(holdings: readonly ValuedAsset[], level: number): Exposure[] {
  const factor = BigInt(level);
  const exposures: Exposure[] = [];
  for (const holding of holdings) {
    const { held, owed } = holding;
    const weight = held * RATE_ONE_BIG - (owed === 0n ? 0n : owed * factor);
    exposures.push({ holding, weight });
  }
  return exposures;
}

function surplusOf(exposures: readonly Exposure[]): bigint {
  let surplus = 0n;
  for (const { holding, weight } of exposures) surplus += weight * holding.price;
  return surplus;
}

/** As long as these bounds hold, the level stays above `level`, where it is now. */
export function boundAbove(
  state: MarginState,
  user: UserId,
  holdings: readonly ValuedAsset[],
  level: number,
): void {
  const exposures = exposuresAt(holdings, level);
  const surplus = surplusOf(exposures);
  boundPrices(state, user, exposures, { allowance: (surplus * 13n) / 16n, harm: 1 });
  boundOwed(state, user, exposures);
  // A share of its own for each user, so that users who borrowed in one hour do not all come due in one.
  const share = (surplus * BigInt(64 + (user % 64))) / 1024n;
  boundInterest(state, user, { level, allowance: share });
}

/** As long as these bounds hold, the level stays at or below `level`, where it is now. */
export function boundBelow(
  state: MarginState,
  user: UserId,
  holdings: readonly ValuedAsset[],
  level: number,
): void {
  const exposures = exposuresAt(holdings, level);
  boundPrices(state, user, exposures, { allowance: -surplusOf(exposures), harm: -1 });
}

/** `harm` 1: the surplus must not shrink by more than the allowance; -1: it must not grow so. */
function boundPrices(
  { margin: { watch } }: MarginState,
  user: UserId,
  exposures: readonly Exposure[],
  { allowance, harm }: { allowance: bigint; harm: 1 | -1 },
): void {
  let size = 0n;
  for (const exposure of exposures) {
    if (isMoving(exposure)) size += abs(exposure.weight) * exposure.holding.price;
  }
  // No price more than doubles within its bounds: the bound of interest counts on it.
  const move = allowance < size ? allowance : size;
  for (const exposure of exposures) {
    if (!isMoving(exposure)) continue;
    const { weight } = exposure;
    const { asset, price } = exposure.holding;
    if (weight > 0n === harm > 0) {
      const least = size === 0n ? 0n : mulDiv(price, size - move, size, "up");
      if (least > 0n) watch.boundFall(user, asset, least);
    } else {
      watch.boundRise(user, asset, size === 0n ? 0n : (price * (size + move)) / size);
    }
  }
}

/** Whether its price may change, and matters. */
function isMoving({ holding, weight }: Exposure): boolean {
  return !holding.isFixed && weight !== 0n;
}

/** What is owed must not more than double either where more of it is held: its interest grows. */
function boundOwed(
  { margin: { watch } }: MarginState,
  user: UserId,
  exposures: readonly Exposure[],
): void {
  for (const { holding, weight } of exposures) {
    const { asset, price, owed, isFixed } = holding;
    if (owed > 0n && weight >= 0n && !isFixed) watch.boundRise(user, asset, 2n * price);
  }
}

/** Each debt may grow by its part of the allowance, at twice its price. */
function boundInterest(
  state: MarginState,
  user: UserId,
  { level, allowance }: { level: number; allowance: bigint },
): void {
  const { margin } = state;
  const debts = findAccount(margin, user)?.debts ?? [];
  const parts = BigInt(debts.length) * 2n * BigInt(level);
  for (const { asset, principal } of debts) {
    // What the principal is worth, and so grows by at a rate of 1; rates and values are both in INTEREST_ONE.
    const growth = principal * unitOf(state, asset) * indexPriceOf(state, asset) * parts;
    const room = allowance / growth;
    margin.watch.boundInterest(user, asset, rateSumOf(margin, asset) + room);
  }
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
