/**
 * The numbers behind a refusal: what was asked for or would have come of it, and what the rule allows, as
 * decimal text. Written only when the refusal is certain, so an accepted order costs nothing. No
 * rule reads them.
 */
import { formatSteps, formatUnits } from "../../money/decimal.ts";
import { RATE_DECIMALS, RATE_ONE_BIG } from "../../money/rate.ts";

/** As `Rejected` carries them. */
export interface RefusalNumbers {
  readonly had: string;
  readonly needed: string;
}

/** Two amounts of one scale. */
export function amounts(
  scale: number,
  { had, needed }: { readonly had: bigint; readonly needed: bigint },
): RefusalNumbers {
  return { had: formatUnits(had, scale), needed: formatUnits(needed, scale) };
}

/** A decimal, and how many places behind the point are taken. */
export function places(had: string, needed: number): RefusalNumbers {
  return { had, needed: `${needed}` };
}

/** A decimal, and a bound in steps of 10^-precision. */
export function bound(had: string, steps: number, precision: number): RefusalNumbers {
  return { had, needed: formatSteps(steps, precision) };
}

/** The lowest whole number of ticks that is at least `reference` × `rate`. */
export function ticksFrom(reference: number, rate: number): bigint {
  return (BigInt(reference) * BigInt(rate) + RATE_ONE_BIG - 1n) / RATE_ONE_BIG;
}

/** The highest that is at most `reference` × `rate`. */
export function ticksTo(reference: number, rate: number): bigint {
  return (BigInt(reference) * BigInt(rate)) / RATE_ONE_BIG;
}

/** A rate, or a level, as a decimal. */
export function formatRate(rate: number): string {
  return formatUnits(BigInt(rate), RATE_DECIMALS);
}
