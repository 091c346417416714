/**
 * What holds of margin after every command: loans are all accounted for, and every account that must be
 * in liquidation is. I-7 and I-8 of the rulebook, from scratch like the others.
 */

import type { MarginAccount } from "../margin/account.ts";
import { sellableWorth } from "../margin/liquidation/pay-debts.ts";
import { interestOf } from "../margin/loans.ts";
import { isAtMost } from "../margin/risk-level.ts";
import { holdingsOf, undecidedBy, VALUE_ONE, worthOf } from "../margin/valuation.ts";
import type { ExchangeState } from "../state.ts";
import type { Claim } from "./invariants.ts";

export function checkMargin(state: ExchangeState, claim: Claim): void {
  const { margin } = state;
  claim(margin.touched.size === 0 && state.prices.repriced.length === 0, "everyone was looked at");
  for (const account of margin.accounts.values()) {
    if (!account) continue;
    checkDebts(state, account, claim);
    checkLevel(state, account, claim);
  }
  checkPools(state, claim);
}

/** I-7: nothing is owed below zero, and no interest without a loan. */
function checkDebts({ margin }: ExchangeState, { user, debts }: MarginAccount, claim: Claim): void {
  debts.forEach((debt, index) => {
    const { asset, principal } = debt;
    claim(principal > 0n && interestOf(margin, debt) >= 0n, () => `I-7 user ${user} owes ${asset}`);
    const before = debts[index - 1];
    claim(!before || before.asset < asset, () => `I-7 debts of user ${user} stand in order`);
  });
}

/** I-8, for a level that may decide something. */
function checkLevel(state: ExchangeState, account: MarginAccount, claim: Claim): void {
  const { user, isLiquidating } = account;
  const { margin, catalogue } = state;
  claim(margin.liquidating.has(user) === isLiquidating, () => `user ${user} is listed as it is`);
  const holdings = holdingsOf(state, user);
  if (undecidedBy(state, holdings, state.timeMs) !== 0) return;
  const worth = worthOf(holdings);
  const { liquidationLevel, callLevel } = catalogue.marginRules;
  const isAtRisk = isAtMost(worth, liquidationLevel);
  const isSellable = sellableWorth(state, account) >= VALUE_ONE;
  claim(
    !isAtRisk || !isSellable || isLiquidating,
    () => `I-8 user ${user} is not above liquidation`,
  );
  if (isLiquidating) return;
  const isCalled = account.calledAtMs > 0;
  claim(isCalled === isAtMost(worth, callLevel), () => `user ${user} is warned when it must be`);
}

/** I-7: what is in the pool and what is lent are what the operator put in. */
function checkPools({ margin, ledger }: ExchangeState, claim: Claim): void {
  const lent = new Map<number, bigint>();
  for (const { asset, principal } of [...margin.accounts.values()].flatMap(({ debts }) => debts)) {
    lent.set(asset, (lent.get(asset) ?? 0n) + principal);
  }
  ledger.houses.forEach(({ loanPool }, index) => {
    const sum = loanPool + (lent.get(index + 1) ?? 0n);
    const capital = ledger.poolCapital[index] ?? 0n;
    claim(sum === capital, () => `I-7 the pool of asset ${index + 1} is whole`);
  });
}
