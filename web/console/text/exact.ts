/**
 * Sums, comparisons and cuts of decimal text, by bigints: what the console needs of arithmetic that is
 * not drawing. Decimals that cannot be read (a field still empty, a server from the future) count as
 * zero, since a view that throws shows nothing at all.
 */
import {
  formatUnits,
  normaliseDecimal,
  tenTo,
  unitsOf,
} from "../../../src/core/preview/exact-decimals.ts";

/** How many digits stand behind the point. */
export function decimalsOf(text: string): number {
  const point = text.indexOf(".");
  return point < 0 ? 0 : text.length - point - 1;
}

/**
 * The plain form of what a person typed: also `.5`, `5.`, and `49,500.5`, as this page itself shows numbers. A comma anywhere else is
 * no part of a number.
 */
export function typedDecimal(typed: string): string | undefined {
  const written = typed.trim();
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(written);
  const bare = isGrouped ? written.replaceAll(",", "") : written;
  return normaliseDecimal(bare.replace(/^\./, "0.").replace(/\.$/, ""));
}

/** Whole units of 10^-scale; what is finer is rounded, halves away from zero. */
export function unitsAt(text: string, scale: number): bigint {
  const plain = normaliseDecimal(text) ?? "0";
  const own = Math.max(decimalsOf(plain), scale);
  const units = unitsOf(plain, own) ?? 0n;
  if (own === scale) return units;
  const step = tenTo(own - scale);
  const half = units < 0n ? -step / 2n : step / 2n;
  return (units + half) / step;
}

/** Below zero, zero or above zero, as `a` is below, equal to or above `b`. */
export function compareDecimals(a: string, b: string): number {
  const scale = Math.max(decimalsOf(a), decimalsOf(b));
  const difference = unitsAt(a, scale) - unitsAt(b, scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

export function addDecimals(a: string, b: string): string {
  const scale = Math.max(decimalsOf(a), decimalsOf(b));
  return formatUnits(unitsAt(a, scale) + unitsAt(b, scale), scale);
}

export function subtractDecimals(a: string, b: string): string {
  const scale = Math.max(decimalsOf(a), decimalsOf(b));
  return formatUnits(unitsAt(a, scale) - unitsAt(b, scale), scale);
}

/** Cut towards zero after so many digits; `b` is above zero. */
export function divideDecimals(a: string, b: string, digits: number): string {
  const scale = Math.max(decimalsOf(a), decimalsOf(b));
  return formatUnits((unitsAt(a, scale) * tenTo(digits)) / unitsAt(b, scale), digits);
}

export function multiplyDecimals(a: string, b: string): string {
  const [scaleA, scaleB] = [decimalsOf(a), decimalsOf(b)];
  return formatUnits(unitsAt(a, scaleA) * unitsAt(b, scaleB), scaleA + scaleB);
}
