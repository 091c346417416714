/**
 * When a margin account is liquidated, warned, or may not borrow: its level, and the state that the level
 * means. A level is a fraction and is compared by multiplying, never by dividing; the number that
 * is shown is cut at 8 decimals and decides nothing. Rules MARG-LEVEL-1, MARG-LEVEL-3.
 */
import { formatUnits } from "../../money/decimal.ts";
import { RATE_DECIMALS, RATE_ONE_BIG } from "../../money/rate.ts";
import type { MarginRules } from "../catalogue/lending.ts";
import type { AccountState } from "./margin.ts";
import type { AccountWorth } from "./valuation.ts";

/** The level that is shown for an account without debt. */
const NO_DEBT = "999";

/** Whether assets ÷ debt is at or below a level (in 10^-8). Without debt it never is. */
export function isAtMost({ assets, debt }: AccountWorth, level: number): boolean {
  return debt > 0n && assets * RATE_ONE_BIG <= debt * BigInt(level);
}

/** Whether assets ÷ debt is at or above a level. Without debt it always is. */
export function isAtLeast({ assets, debt }: AccountWorth, level: number): boolean {
  return assets * RATE_ONE_BIG >= debt * BigInt(level);
}

/** MARG-BORROW-2: debt <= (L - 1) × (assets - debt), which is level >= L/(L-1). */
export function mayOwe({ assets, debt }: AccountWorth, { leverageMax }: MarginRules): boolean {
  return debt * BigInt(leverageMax) <= assets * BigInt(leverageMax - 1);
}

/** MARG-LEVEL-3: the table of states. */
export function stateAt(worth: AccountWorth, rules: MarginRules): AccountState {
  const { assets, debt } = worth;
  if (isAtMost(worth, rules.liquidationLevel)) return "liquidation";
  if (isAtMost(worth, rules.callLevel)) return "margin_call";
  const isAtLimit =
    debt > 0n && debt * BigInt(rules.leverageMax) >= assets * BigInt(rules.leverageMax - 1);
  return isAtLimit ? "trade_only" : "normal";
}

/** MARG-LEVEL-1: cut at 8 decimals, for display only. */
export function formatLevel({ assets, debt }: AccountWorth): string {
  return debt === 0n ? NO_DEBT : formatUnits((assets * RATE_ONE_BIG) / debt, RATE_DECIMALS);
}
