/** A distance in percent as a person types and reads it, and in basis points as the exchange takes it; exact both ways. */
import { formatUnits, unitsOf } from "../../../src/core/preview/exact-decimals.ts";
import { typedDecimal } from "./exact.ts";

/** A percent has a hundred. */
const DECIMALS = 2;
/** Far above what any rule takes, and a safe number. */
const MOST = 1_000_000n;

/** Undefined where it is no number, or finer than a basis point. */
export function basisPointsOf(percent: string): number | undefined {
  const plain = typedDecimal(percent);
  const units = plain === undefined ? undefined : unitsOf(plain, DECIMALS);
  if (units === undefined) return undefined;
  return Number(units > MOST ? MOST : units < 0n ? 0n : units);
}

/** `0.25%` of 25 */
export function formatBasisPoints(points: number): string {
  return `${formatUnits(BigInt(points), DECIMALS)}%`;
}
