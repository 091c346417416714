/**
 * The risk bounds of an account: how far prices may move and interest may grow before its state can
 * change. All prices are allowed the same relative move x, so that the surplus over the level in
 * question cannot be used up: x × (sum of all exposures) is 13/16 of it, and interest may take up to
 * 1/8, which leaves it above zero. Rounded to the safe side. Rule MARG-WATCH-1.
 */
import { RATE_ONE_BIG } from "../../../money/rate.ts";
import { mulDiv } from "../../../money/rounding.ts";
import type { UserId } from "../../users/users.ts";
import { findAccount, rateSumOf } from "../account.ts";
import { INTEREST_ONE } from "../loans.ts";
import type { MarginState } from "../margin.ts";
import { indexValueOf, type ValuedAsset } from "../valuation.ts";

/** The surplus over a level, as coefficients of the prices: surplus = sum of weight × price. */
interface Exposure {
  readonly holding: ValuedAsset;
  readonly weight: bigint;
}

function exposuresAt(holdings: readonly ValuedAsset[], level: number): Exposure[] {
  const factor = BigInt(level);
  return holdings.map((holding) => ({
    holding,
    weight: holding.held * RATE_ONE_BIG - holding.owed * factor,
  }));
}

function surplusOf(exposures: readonly Exposure[]): bigint {
  return exposures.reduce((sum, { holding, weight }) => sum + weight * holding.price, 0n);
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
  boundPrices(state, user, exposures, { allowance: (surplus * 13n) / 16n, harm: 1n });
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
  boundPrices(state, user, exposures, { allowance: -surplusOf(exposures), harm: -1n });
}

/** `harm` 1: the surplus must not shrink by more than the allowance; -1: it must not grow so. */
function boundPrices(
  { margin: { watch } }: MarginState,
  user: UserId,
  exposures: readonly Exposure[],
  { allowance, harm }: { allowance: bigint; harm: bigint },
): void {
  const moving = exposures.filter(({ holding, weight }) => !holding.isFixed && weight !== 0n);
  const size = moving.reduce((sum, { holding, weight }) => sum + abs(weight) * holding.price, 0n);
  // No price more than doubles within its bounds: the bound of interest counts on it.
  const move = allowance < size ? allowance : size;
  for (const { holding, weight } of moving) {
    const { asset, price } = holding;
    if (weight * harm > 0n) {
      const least = size === 0n ? 0n : mulDiv(price, size - move, size, "up");
      if (least > 0n) watch.boundFall(user, asset, least);
    } else {
      watch.boundRise(user, asset, size === 0n ? 0n : (price * (size + move)) / size);
    }
  }
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
    const growth = indexValueOf(state, asset, principal) * parts;
    const room = (allowance * INTEREST_ONE) / growth;
    margin.watch.boundInterest(user, asset, rateSumOf(margin, asset) + room);
  }
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
