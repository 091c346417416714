/** A margin account as its user sees it: its level, what it may do at it, and what it owes. */
import type { AssetId } from "../catalogue/catalogue.ts";
import { findAccount, findDebt } from "../margin/account.ts";
import { interestOf } from "../margin/loans.ts";
import type { AccountState, Margin, MarginState } from "../margin/margin.ts";
import { formatLevel, stateAt } from "../margin/risk-level.ts";
import { holdingsOf, worthOf } from "../margin/valuation.ts";
import type { UserId } from "../users/users.ts";

export interface AccountStanding {
  readonly level: string;
  readonly state: AccountState;
}

/** MARG-LEVEL-2: a debt in an asset without a price makes the level unknown. */
const UNKNOWN: AccountStanding = { level: "0", state: "trade_only" };

export function standingOf(state: MarginState, user: UserId): AccountStanding {
  const holdings = holdingsOf(state, user);
  const worth = worthOf(holdings);
  const isLiquidating = findAccount(state.margin, user)?.isLiquidating ?? false;
  if (isLiquidating) return { level: formatLevel(worth), state: "liquidation" };
  if (holdings.some(({ owed, price }) => owed > 0n && price === 0n)) return UNKNOWN;
  return { level: formatLevel(worth), state: stateAt(worth, state.catalogue.marginRules) };
}

/** What is owed of an asset as of now. */
export interface DebtNow {
  /** In units. */
  readonly principal: bigint;
  /** MARG-INT-2: exact, in 10^-12 units. */
  readonly interest: bigint;
}

export function findDebtOf(margin: Margin, user: UserId, asset: AssetId): DebtNow | undefined {
  const debt = findDebt(findAccount(margin, user), asset);
  return debt && { principal: debt.principal, interest: interestOf(margin, debt) };
}
