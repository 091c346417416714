/**
 * Loans: made for an order that needs more than is free, charged by the hour, paid back interest
 * first. Interest is simple, on the principal alone, and never rounded while it accrues; it is
 * rounded up once, when it is paid. Rules MARG-BORROW-1, MARG-INT-1 to MARG-INT-3, MARG-REPAY-1.
 */

import type { CommandContext } from "../../base/command-context.ts";
import { foldBig, foldNumber } from "../../base/records/digest.ts";
import { tenTo } from "../../money/decimal.ts";
import type { AssetId } from "../catalogue/catalogue.ts";
import { HOURLY_RATE_DECIMALS, loanTermsOf } from "../catalogue/lending.ts";
import { lend, payInterest, payPrincipal } from "../ledger/house.ts";
import { marginWallet } from "../ledger/ledger.ts";
import type { SettlementEvent } from "../spot/settlement-account.ts";
import type { UserId } from "../users/users.ts";
import { type Debt, findAccount, findDebt, openAccount, openDebt, rateSumOf } from "./account.ts";
import type { Margin, MarginState } from "./margin.ts";

/** Parts of a unit in which interest is kept (NUM-RATE-2). */
export const INTEREST_ONE: bigint = tenTo(HOURLY_RATE_DECIMALS);

/** MARG-INT-2: principal × rate × hours is the same number whenever it is worked out. */
export function interestOf(margin: Margin, { asset, principal, interest, rateSum }: Debt): bigint {
  return interest + principal * (rateSumOf(margin, asset) - rateSum);
}

/** MARG-INT-3: interest as it is paid, rounded up to whole units. */
function payableOf(interest: bigint): bigint {
  return (interest + INTEREST_ONE - 1n) / INTEREST_ONE;
}

/** The whole debt, as it would be paid now. */
export function owedOf(margin: Margin, debt: Debt | undefined): bigint {
  return debt === undefined ? 0n : debt.principal + payableOf(interestOf(margin, debt));
}

export function owedBy(margin: Margin, user: UserId, asset: AssetId): bigint {
  return owedOf(margin, findDebt(findAccount(margin, user), asset));
}

function accrue(margin: Margin, debt: Debt): void {
  debt.interest = interestOf(margin, debt);
  debt.rateSum = rateSumOf(margin, debt.asset);
}

export interface Sum {
  readonly user: UserId;
  readonly asset: AssetId;
  readonly amount: bigint;
}

/** MARG-BORROW-1: exactly what is missing. MARG-INT-1: the first hour is charged at once. */
export function borrow(
  state: MarginState,
  { user, asset, amount }: Sum,
  context: CommandContext<SettlementEvent>,
) {
  const { margin, ledger } = state;
  const debt = openDebt(margin, openAccount(margin, user), asset);
  const interest = firstHourOf(state, asset, amount);
  accrue(margin, debt);
  debt.principal += amount;
  debt.interest += interest;
  lend(ledger, marginWallet(ledger, user, asset), amount);
  fold(state, user, debt);
  context.events.push({ type: "Borrowed", user, asset, amount, interest, timeMs: context.timeMs });
}

export function firstHourOf({ catalogue }: MarginState, asset: AssetId, amount: bigint): bigint {
  return amount * BigInt(loanTermsOf(catalogue, asset).hourlyRate);
}

/**
 * MARG-REPAY-1: interest first, then principal, from free money, at most what is owed. A payment
 * below the interest takes itself off the exact number. Returns what was paid.
 */
export function repay(
  state: MarginState,
  { user, asset, amount }: Sum,
  context: CommandContext<SettlementEvent>,
): bigint {
  const { margin, ledger } = state;
  const account = findAccount(margin, user);
  const debt = findDebt(account, asset);
  if (!account || !debt || amount <= 0n) return 0n;
  accrue(margin, debt);
  const wallet = marginWallet(ledger, user, asset);
  const due = payableOf(debt.interest);
  const interest = amount < due ? amount : due;
  const rest = amount - interest;
  const principal = rest < debt.principal ? rest : debt.principal;
  payInterest(ledger, wallet, interest);
  payPrincipal(ledger, wallet, principal);
  debt.interest = interest === due ? 0n : debt.interest - interest * INTEREST_ONE;
  debt.principal -= principal;
  settleDebt(state, user, debt);
  const { timeMs } = context;
  context.events.push({ type: "Repaid", user, asset, interest, principal, timeMs });
  return interest + principal;
}

/** MARG-LOSS-1: nothing is owed of the asset any more, paid or not. */
export function forgive(state: MarginState, user: UserId, debt: Debt): void {
  debt.principal = 0n;
  debt.interest = 0n;
  settleDebt(state, user, debt);
}

function settleDebt(state: MarginState, user: UserId, debt: Debt): void {
  fold(state, user, debt);
  if (debt.principal > 0n) return;
  const { debts } = openAccount(state.margin, user);
  debts.splice(debts.indexOf(debt), 1);
}

function fold({ digest }: MarginState, user: UserId, { asset, principal, interest }: Debt): void {
  foldNumber(digest, user);
  foldNumber(digest, asset);
  foldBig(digest, principal);
  foldBig(digest, interest);
}

/** MARG-INT-1: charges one hour more on every loan, by adding to one sum for each asset. */
export function chargeHour({ margin, catalogue, digest }: MarginState): void {
  for (const terms of catalogue.loanTerms) {
    if (terms === undefined || terms.hourlyRate === 0) continue;
    while (margin.rateSums.length < terms.asset) margin.rateSums.push(0n);
    const sum = rateSumOf(margin, terms.asset) + BigInt(terms.hourlyRate);
    margin.rateSums[terms.asset - 1] = sum;
    foldBig(digest, sum);
  }
}
