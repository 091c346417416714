/**
 * How near a position is to its liquidation: how much of its margin is already needed to keep it. At 100% it is liquidated
 * (FUT-RISK-2: margin divided by value has come down to keepRate + maxFeeRate).
 */
import type { AccountPosition } from "../../exchange/exchange.ts";
import { addDecimals, unitsAt } from "../../text/exact.ts";

/** In whole percent; 100 is the most. */
export type Percent = number;

export type RiskState = "safe" | "caution" | "danger";

/** From here on the user is told of it. */
const CAUTION_FROM = 50;
const DANGER_FROM = 80;
const SCALE = 12;

type Rates = Pick<AccountPosition, "marginRate" | "keepRate" | "maxFeeRate">;

/** Rounded up, so that no position looks safer than it is. */
export function neededOf({ marginRate, keepRate, maxFeeRate }: Rates): Percent {
  const margin = unitsAt(marginRate, SCALE);
  const needed = unitsAt(addDecimals(keepRate, maxFeeRate), SCALE);
  if (margin <= needed) return 100;
  return Number((needed * 100n + margin - 1n) / margin);
}

export function stateOf(needed: Percent): RiskState {
  if (needed >= DANGER_FROM) return "danger";
  return needed >= CAUTION_FROM ? "caution" : "safe";
}

/** Those of which the user must know, the nearest to liquidation first. */
export function endangered<P extends Rates & Pick<AccountPosition, "volume">>(
  positions: readonly P[],
): readonly P[] {
  return positions
    .filter((position) => position.volume !== "0" && stateOf(neededOf(position)) === "danger")
    .sort((a, b) => neededOf(b) - neededOf(a));
}
