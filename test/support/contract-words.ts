/** How the examples of the rulebook write the numbers of a contract. */
import { present } from "../../src/core/base/assert.ts";
import { formatUnits, tenTo, unitsOf } from "../../src/core/money/decimal.ts";
import { parseRate } from "../../src/core/money/rate.ts";

export type Words = Readonly<Record<string, string>>;

/** In whole coins, from units of 10^-8. */
export function money(units: bigint): string {
  return formatUnits(units, 8);
}

export function rateOf(text: string): number {
  return present(parseRate(text), text);
}

/** `0.001` as a whole number and its decimals. */
export function faceOf(multiplier: string) {
  const decimals = multiplier.split(".")[1]?.length ?? 0;
  const units = present(unitsOf(multiplier, decimals), multiplier);
  return { multiplier: units, multiplierDecimals: decimals };
}

/** One tier that never ends. */
export function oneTier(maintenanceRate: string) {
  return [{ valueMax: tenTo(30), leverageMax: 100, maintenanceRate: rateOf(maintenanceRate) }];
}
