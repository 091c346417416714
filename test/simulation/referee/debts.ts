/**
 * What every user owes, by the letter of rulebook 3.4 and 3.5 and without any short cut: each hour
 * that ticks adds principal times the rate of that hour to every loan, the first hour counts at
 * once, and a payment goes to interest first. Compared with the engine after every command.
 */
import type { LoanTerms } from "../../../src/core/engine/catalogue/lending.ts";
import { interestOf } from "../../../src/core/engine/margin/loans.ts";
import type { LossCovered } from "../../../src/core/engine/margin/margin.ts";
import type { Borrowed, Repaid } from "../../../src/core/engine/spot/settlement-account.ts";
import type { ExchangeState } from "../../../src/core/engine/state.ts";
import { claim } from "./claim.ts";

/** Interest is kept in so many parts of a unit. */
export const PARTS: bigint = 10n ** 12n;

export interface OwnDebt {
  readonly user: number;
  readonly asset: number;
  principal: bigint;
  interest: bigint;
}

export class Debts {
  private readonly debts: OwnDebt[] = [];
  private readonly terms = new Map<number, LoanTerms>();

  setTerms(terms: LoanTerms): void {
    this.terms.set(terms.asset, terms);
  }

  find(user: number, asset: number): OwnDebt | undefined {
    return this.debts.find((debt) => debt.user === user && debt.asset === asset);
  }

  of(user: number): readonly OwnDebt[] {
    return this.debts.filter((debt) => debt.user === user);
  }

  debtors(): readonly number[] {
    return [...new Set(this.debts.map(({ user }) => user))];
  }

  /** All that would have to be paid, in units. */
  owed(user: number, asset: number): bigint {
    const debt = this.find(user, asset);
    return debt ? debt.principal + payable(debt) : 0n;
  }

  /** MARG-INT-1: one hour more on every loan. */
  tick(): void {
    for (const debt of this.debts) {
      debt.interest += debt.principal * BigInt(this.terms.get(debt.asset)?.hourlyRate ?? 0);
    }
  }

  borrow({ user, asset, amount, interest }: Borrowed): void {
    const { hourlyRate = 0, cap = 0n } = this.terms.get(asset) ?? {};
    const debt = this.find(user, asset) ?? { user, asset, principal: 0n, interest: 0n };
    if (debt.principal === 0n) this.debts.push(debt);
    debt.principal += amount;
    debt.interest += amount * BigInt(hourlyRate);
    claim(interest === amount * BigInt(hourlyRate), "MARG-INT-1 the first hour counts at once");
    claim(debt.principal <= cap, `MARG-BORROW-3 user ${user} owes no more than the cap`);
  }

  /** MARG-REPAY-1 */
  repay({ user, asset, interest, principal }: Repaid): void {
    const debt = this.find(user, asset);
    claim(debt !== undefined, `MARG-REPAY-1 user ${user} owes asset ${asset}`);
    if (!debt) return;
    const due = payable(debt);
    const isInterestFirst = principal === 0n ? interest <= due : interest === due;
    claim(isInterestFirst, `MARG-REPAY-1 interest of ${due} is paid first, not ${interest}`);
    claim(principal <= debt.principal, "MARG-REPAY-1 no more is paid back than was borrowed");
    debt.interest = interest === due ? 0n : debt.interest - interest * PARTS;
    debt.principal -= principal;
    this.dropPaid();
  }

  /** MARG-LOSS-1: all of the principal is made good, and interest that was not paid is dropped. */
  forgive({ user, asset, principal }: LossCovered): void {
    const debt = this.find(user, asset);
    claim(debt?.principal === principal, `MARG-LOSS-1 ${principal} of asset ${asset} is unpaid`);
    if (debt) debt.principal = 0n;
    this.dropPaid();
  }

  private dropPaid(): void {
    const paid = this.debts.findIndex(({ principal }) => principal === 0n);
    if (paid >= 0) this.debts.splice(paid, 1);
  }

  compare({ margin }: ExchangeState): void {
    let count = 0;
    for (const account of margin.accounts.values()) {
      for (const debt of account?.debts ?? []) {
        count++;
        const own = this.find(account?.user ?? 0, debt.asset);
        const isSame =
          own?.principal === debt.principal && own.interest === interestOf(margin, debt);
        claim(isSame, `MARG-INT-1 user ${account?.user} owes asset ${debt.asset} by our count`);
      }
    }
    claim(count === this.debts.length, `MARG-REPAY-1 ${this.debts.length} loans, not ${count}`);
  }
}

/** MARG-INT-3 */
function payable({ interest }: OwnDebt): bigint {
  return (interest + PARTS - 1n) / PARTS;
}
