/** By how many basis points a stop trails the last price (SPOT-TRAIL-1). */
import type { Dice } from "../dice.ts";

/** Mostly so few that some trades bring the price back to its trigger. */
export function drawDelta(dice: Dice): number {
  return dice.chance(0.2) ? dice.between(10, 2_000) : dice.pick([10, 10, 11, 20, 50, 200, 2_000]);
}

/** One that is refused. */
export function drawWrongDelta(dice: Dice): number {
  return dice.pick([0, 9, 2_001, Number.MAX_SAFE_INTEGER]);
}
