/**
 * From a place on the drawing to a price that may be sent: a whole number of the market's steps, as decimal text.
 * A place is a number of the machine, and is not finer than a pixel; what follows from it is exact.
 */
import { formatUnits, unitsOf } from "../../../../src/core/preview/exact-decimals.ts";
import { unitsAt } from "../../text/exact.ts";

/** Beyond this a number of the machine has no digits of its own behind the point. */
const PLACE_MAX = 1e15;

/** Undefined where there is no price: below the least step, or beyond the drawing. */
export function stepPriceAt(place: number | null, precision: number): string | undefined {
  if (place === null || !Number.isFinite(place) || place <= 0 || place > PLACE_MAX)
    return undefined;
  const units = unitsOf(place.toFixed(precision), precision) ?? 0n;
  return units <= 0n ? undefined : formatUnits(units, precision);
}

/** So many steps up, or down below zero; never below the least. */
export function stepBy(price: string, steps: number, precision: number): string {
  const units = unitsAt(price, precision) + BigInt(steps);
  return formatUnits(units < 1n ? 1n : units, precision);
}

const STRIDES: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: 100,
  PageDown: -100,
};

/** How many steps a key moves a price; none for any other. */
export function stepsOfKey(key: string, isLarge: boolean): number {
  return (STRIDES[key] ?? 0) * (isLarge ? 10 : 1);
}
