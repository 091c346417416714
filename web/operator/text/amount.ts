/**
 * Amounts as people read them. They come as decimal text and stay text: digits are grouped, sums are
 * made of whole units (bigint), and no amount ever becomes a number.
 */
import { formatUnits, unitsOf } from "../../../src/core/preview/exact-decimals.ts";
import { groupThousands, MINUS } from "../../look/figures.ts";

/** `1234567.5` as `1,234,567.5`; what is no decimal stays. */
export function grouped(amount: string): string {
  const [, sign, whole, rest] = /^(-?)(\d+)(\.\d+)?$/.exec(amount) ?? [];
  if (whole === undefined) return amount;
  return `${sign === "-" ? MINUS : ""}${groupThousands(whole)}${rest ?? ""}`;
}

/** Exact, whatever scales they are written with. */
export function sumOf(amounts: readonly string[]): string {
  const scale = Math.max(0, ...amounts.map(decimalsOf));
  const units = amounts.reduce((sum, amount) => sum + (unitsOf(amount, scale) ?? 0n), 0n);
  return formatUnits(units, scale);
}

function decimalsOf(amount: string): number {
  return amount.split(".")[1]?.length ?? 0;
}
